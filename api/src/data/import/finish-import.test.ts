import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { readActivities, csv, importText, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();

describeOnOneEngine('the last step of an import', (db) => {
  const sequences = async (client: string) =>
    (await readActivities(db(), client)).map(({ external_id, sequence }) => [external_id, sequence]);

  it.each([1, 2, 10])('makes the first activity the initial one, in batches of %i', async (batchSize) => {
    const client = `Sequence ${batchSize}`;
    const content = csv(
      client,
      'q1,2025-01-03,*,seq-d,seq-r',
      'q2,2025-01-02,*,seq-d,seq-r',
      'q3,2025-01-02,*,seq-d,seq-r',
      'q4,2025-01-01,*,seq-other,seq-r',
      'q5,2025-01-09,*,seq-d,seq-other',
    );
    const expected = [
      ['q1', 2],
      ['q2', 1],
      ['q3', 2],
      ['q4', 1],
      ['q5', 1],
    ];
    await importText(db(), files, content, { batchSize });
    expect(await sequences(client)).toEqual(expected);
    await importText(db(), files, content, { batchSize });
    expect(await sequences(client)).toEqual(expected);
    await importText(db(), files, csv(client, 'q0,2024-12-31,*,seq-d,seq-r'));
    expect(await sequences(client)).toEqual([['q0', 1], ['q1', 2], ['q2', 2], ...expected.slice(2)]);
  });

  it('keeps the sequence of rows that have one', async () => {
    const mapping = { defaults: { sequence: 'Initial' } };
    const content = csv('Given Ltd', 'g1,2025-01-01,*,giv-d,giv-r', 'g2,2025-01-02,*,giv-d,giv-r');
    await importText(db(), files, content, { mapping, batchSize: 1 });
    expect(await sequences('Given Ltd')).toEqual([
      ['g1', 1],
      ['g2', 1],
    ]);
  });

  it('does not change activities that were not imported', async () => {
    await importText(db(), files, csv('Live Ltd', 'v1,2025-01-02,*,live-d,live-r'));
    await sql`INSERT INTO engagement (client_id, occurred_at, activity_type, sequence, source, status, community_id, document_id, reader_id)
      SELECT client_id, occurred_at + i * interval '1 day', activity_type, 1, source, status, community_id, document_id, reader_id
      FROM engagement, unnest(ARRAY[-1, 1]) AS i WHERE external_id = 'v1'`.execute(db().kysely);
    await importText(db(), files, csv('Live Ltd', 'v2,2025-01-05,*,live-d,live-r'));
    const { rows } =
      await sql`SELECT e.external_id, e.sequence FROM engagement e JOIN client c ON c.id = e.client_id
      WHERE c.name = 'Live Ltd' ORDER BY e.occurred_at`.execute(db().kysely);
    expect(rows).toEqual([
      { external_id: null, sequence: 1 },
      { external_id: 'v1', sequence: 2 },
      { external_id: null, sequence: 1 },
      { external_id: 'v2', sequence: 2 },
    ]);
  });

  it.each([1, 10])(
    'gives earlier activities the attributes of later rows, in batches of %i',
    async (batchSize) => {
      const content = [
        'external_id,occurred_at,document_type,document_stage,document_topics,document_content_type,organisation_name',
        't1,2025-01-01,,,,,',
        't2,2025-01-02,Article,Late,Cells,Custom Content,Acme',
        't3,2025-01-03,Video,Early,Other,Your Content,Other',
      ].join('\n');
      const client = `Later ${batchSize}`;
      const constants = {
        client,
        community: 'Main',
        document_external_id: client,
        reader_external_id: client,
      };
      await importText(db(), files, content, { batchSize, mapping: { constants } });
      const known = {
        document_type: 'Article',
        stage: 2,
        topics: ['Cells'],
        content_type: 2,
        organisation: 'Acme',
      };
      expect(await readActivities(db(), client)).toEqual([
        expect.objectContaining(known),
        expect.objectContaining(known),
        expect.objectContaining({
          document_type: 'Video',
          stage: 0,
          topics: ['Other'],
          content_type: 1,
          organisation: 'Other',
        }),
      ]);
    },
  );
});
