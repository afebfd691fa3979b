import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { readActivities, listCounts, csv, importText, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();
const kind = 'documents' as const;

describeOnOneEngine('an import of documents', (db) => {
  const documents = async (...ids: string[]) => {
    const { rows } = await sql`
      SELECT d.external_id, c.name AS client, d.title, d.url, t.name AS type, d.is_active
      FROM document d LEFT JOIN client c ON c.id = d.client_id LEFT JOIN document_type t ON t.id = d.document_type_id
      WHERE d.external_id = ANY(${ids}) ORDER BY 1`.execute(db().kysely);
    return rows;
  };

  it('updates documents, and ignores empty values', async () => {
    await importText(db(), files, csv('Docs Ltd', 'd1,2025-01-01,*,doc-1,dr', 'd2,2025-01-01,*,doc-2,dr'));
    const content = [
      'document_external_id,document_title,document_url,document_type,document_active',
      'doc-1,First,https://docs.example/1,Article,',
      'doc-2,Second,,,no',
      'doc-1,"First, again",,,',
      'doc-9,Unknown,,,',
    ].join('\n');
    const expected = [
      {
        external_id: 'doc-1',
        client: 'Docs Ltd',
        title: 'First, again',
        url: 'https://docs.example/1',
        type: 'Article',
        is_active: true,
      },
      { external_id: 'doc-2', client: 'Docs Ltd', title: 'Second', url: null, type: null, is_active: false },
    ];
    for (const [batchSize, counts] of [
      [10, [4, 2, 0, 1, 1]],
      [10, [4, 0, 2, 1, 1]],
    ] as const) {
      const summary = await importText(db(), files, content, { kind, batchSize });
      expect(listCounts(summary)).toEqual(counts);
      expect(summary.rejections).toEqual([
        expect.objectContaining({ line: 5, column: 'document_external_id', value: 'doc-9' }),
      ]);
      expect(await documents('doc-1', 'doc-2', 'doc-9')).toEqual(expected);
    }
    await importText(db(), files, content, { kind, batchSize: 1 });
    expect(await documents('doc-1', 'doc-2', 'doc-9')).toEqual(expected);
  });

  it('keeps the known value for one that cannot be used, also for a client that does not exist', async () => {
    const known =
      'document_external_id,document_title,document_url,client\nkeep-1,Known,https://docs.example/k,Keep Ltd';
    await importText(db(), files, known, { kind });
    const content =
      'document_external_id,document_title,document_url,client\nkeep-1,A\u202eB,ftp://x,98765\nkeep-2,New,,98765';
    const summary = await importText(db(), files, content, { kind });
    expect(listCounts(summary)).toEqual([2, 0, 1, 0, 1]);
    expect(summary.warned).toBe(1);
    expect(summary.warnings.map(({ column, value, count }) => [column, value, count])).toEqual([
      ['client', '98765', 2],
      ['document_title', 'A\u202eB', 1],
      ['document_url', 'ftp://x', 1],
    ]);
    expect(summary.rejections).toMatchObject([{ line: 3, column: 'document_external_id', value: 'keep-2' }]);
    expect(await documents('keep-1', 'keep-2')).toMatchObject([
      { client: 'Keep Ltd', title: 'Known', url: 'https://docs.example/k' },
    ]);
  });

  it('creates documents of a client, and editorial ones', async () => {
    const content = [
      'document_external_id,document_title,client,community,document_content_type',
      'new-1,Mine,New Ltd,Main,',
      'new-2,News,,Main,Editorial',
    ].join('\n');
    expect(listCounts(await importText(db(), files, content, { kind }))).toEqual([2, 2, 0, 0, 0]);
    expect(await documents('new-1', 'new-2')).toEqual([
      expect.objectContaining({ client: 'New Ltd', title: 'Mine' }),
      expect.objectContaining({ client: null, title: 'News' }),
    ]);
  });

  it('gives imported activities the missing attributes of their document', async () => {
    const topics = 'document_external_id,document_topics,document_stage,document_type\n';
    await importText(db(), files, `${topics}late-d,Cells,Early,`, {
      kind,
      mapping: { constants: { client: 'Late Ltd' } },
    });
    await importText(db(), files, csv('Late Ltd', 'x1,2025-01-01,*,late-d,late-r'));
    await importText(db(), files, `${topics}late-d,Filtration,Late,Article`, { kind });
    await importText(db(), files, csv('Late Ltd', 'x2,2025-01-02,*,late-d,late-r'));
    expect(await readActivities(db(), 'Late Ltd')).toEqual([
      expect.objectContaining({ topics: ['Cells'], stage: 0, document_type: 'Article' }),
      expect.objectContaining({ topics: ['Filtration'], stage: 2, document_type: 'Article' }),
    ]);
  });
});
