import { gzipSync } from 'node:zlib';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { readActivities, listCounts, csv, importText, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();

describeOnOneEngine('an import', (db) => {
  const twoRows = (client: string) =>
    csv(client, 'f1,2025-01-01,*,fmt-doc,fmt-é', 'f2,2025-01-02,*,"fmt\nd""oc",fmt-é');
  it.each<[string, (content: string) => string | Uint8Array]>([
    ['commas', (content) => content],
    ['semicolons', (content) => content.replaceAll(',', ';')],
    ['tabs', (content) => content.replaceAll(',', '\t')],
    ["another delimiter after 'sep='", (content) => `sep=|\n${content.replaceAll(',', '|')}`],
    [
      "a line 'sep=' of its own group",
      (content) => gzipSync(`\uFEFF"sep=;"\r\n${content.replaceAll(',', ';')}`),
    ],
    ['CRLF and a byte order mark', (content) => `\uFEFF${content.replaceAll('\n', '\r\n')}\r\n`],
    ['gzip', (content) => gzipSync(content)],
    [
      'gzip of several members',
      (content) => Buffer.concat([gzipSync(content.slice(0, 40)), gzipSync(content.slice(40))]),
    ],
    [
      'NDJSON',
      () =>
        ['fmt-doc', 'fmt\nd"oc']
          .map((document, index) =>
            JSON.stringify({
              'External ID': `f${index + 1}`,
              occurred_at: `2025-01-0${index + 1}`,
              client: 'Format NDJSON',
              community: 'Biologics',
              document_external_id: document,
              reader_external_id: 'fmt-é',
            }),
          )
          .join('\n\n'),
    ],
  ])('reads %s', async (name, form) => {
    const client = `Format ${name}`;
    const summary = await importText(db(), files, form(twoRows(client)));
    expect(listCounts(summary)).toEqual([2, 2, 0, 0, 0]);
    const found = await readActivities(db(), client);
    expect(found.map(({ reader, document }) => [reader, document])).toEqual([
      ['fmt-é', 'fmt-doc'],
      ['fmt-é', 'fmt\nd"oc'],
    ]);
  });

  it('keeps all digits of long numbers in NDJSON', async () => {
    const line = `{"external_id": -7083316110921342538, "occurred_at": "2025-01-01", "client": "Digits Ltd",
      "community": "Biologics", "document_external_id": 8890720798209849691, "reader_external_id": 12}`;
    await importText(db(), files, line.replaceAll('\n', ' '));
    expect(await readActivities(db(), 'Digits Ltd')).toEqual([
      expect.objectContaining({
        external_id: '-7083316110921342538',
        document: '8890720798209849691',
        reader: '12',
      }),
    ]);
  });
});
