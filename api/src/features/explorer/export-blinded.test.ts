import * as xlsx from 'xlsx';
import { exportColumns } from '@readerlens/contract/explorer';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { testDatabase } from '../../platform/testing/index.ts';
import { ofClients } from './testing/search-pages.ts';
import { exporter, fields } from './testing/exporter.ts';

const secrets = [
  'Zenobia',
  'Quackenbush',
  'zq@secret',
  'Secret Client',
  'Secret Labs',
  'Secret Group',
  'Secret Weekly',
  'Secret Tag',
  'Call Zenobia',
  'zq-17',
  'ext-17',
  'linked.example',
  'Hidden Lane',
  '555-0199',
];

/** The whole archive, uncompressed. */
const readTexts = (bytes: Buffer): string => {
  const { files } = xlsx.read(bytes, { bookFiles: true }) as unknown as {
    files: Record<string, { content?: Uint8Array }>;
  };
  return Object.values(files)
    .map(({ content }) => Buffer.from(content ?? []).toString())
    .join('\n');
};

describe('a blinded export', () => {
  const world = activityWorld(testDatabase());
  const { workbook, csv, send } = exporter(world);
  const ids: Record<string, number> = {};
  let token: string;
  let activityId: string;
  beforeAll(async () => {
    token = await world().tokenOf({
      first_name: 'Rea',
      last_name: 'Viewer',
      role: 'SystemAdmin',
      activity_fields: ['AnalystTags'],
    });
    const clientId = (ids.client = await world().add('client', { name: 'Secret Client' }));
    const newsletter = (ids.newsletter = await world().add('newsletter', { name: 'Secret Weekly' }));
    const organisation = (ids.organisation = await world().add('organisation', { name: 'Secret Group' }));
    const tag = (ids.tag = await world().add('analyst_tag', { client_id: clientId, name: 'Secret Tag' }));
    const readerId = await world().add('reader', {
      first_name: 'Zenobia',
      last_name: 'Quackenbush',
      email: 'zq@secret.example',
      company: 'Secret Labs',
      phone: '555-0199',
      address: '5 Hidden Lane',
      linked_in: 'https://linked.example/zq',
      external_id: 'ext-17',
    });
    const documentId = await world().add('document', { title: 'Cells', client_id: clientId });
    activityId = await world().addActivity({
      clientId,
      readerId,
      documentId,
      specifics: { questions: [{ question: 'Who?', answer: 'Call Zenobia', answeredBy: 'Zenobia' }] },
      row: {
        newsletter_id: newsletter,
        organisation_id: organisation,
        external_id: 'zq-17',
        analyst_tags: [tag],
      },
    });
  });

  const terms = (field: string, id = 0) => ({ field, value: [{ id: String(id), name: 'Secret Tag' }] });
  const filters = () => [
    ofClients(ids.client ?? 0),
    terms('Newsletter', ids.newsletter),
    terms('ReaderOrgs', ids.organisation),
  ];
  const inSession = { 'x-readerlens-blinded': 'true' };
  const columns = fields(exportColumns);

  it('has pseudonyms in a blinded session and on request', async () => {
    const ways = [
      await workbook(token, { filters: filters(), columns }, inSession),
      await workbook(token, { filters: filters(), columns, blindReaderAndCompany: true }),
      await workbook(token, { itemIds: [`Engagement-${activityId}`], columns }, inSession),
      await workbook(token, { filters: filters(), columns, aggregateSubsequents: true }, inSession),
    ];
    for (const { bytes, rows, about } of ways) {
      const text = readTexts(bytes);
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        'Reference Number': `Engagement-${activityId}`,
        'First Name': 'Reader',
        'Last Name': expect.stringMatching(/^\d+$/),
        Email: expect.stringMatching(/^reader\d+@example$/),
        'Reader Company': expect.stringMatching(/^Company \d+$/),
        'Reader Org': expect.stringMatching(/^Company \d+$/),
        Client: expect.stringMatching(/^Client \d+$/),
        Newsletter: expect.stringMatching(/^Newsletter \d+$/),
        Phone: '***-****',
        Address: '1234 Main St',
        'Content Title': 'Cells',
      });
      expect(rows[0]).not.toHaveProperty('Specifics');
      expect(about).toMatchObject({ Masked: 'Yes', Rows: 1 });
    }
    expect(ways[0]?.rows).toEqual(ways[1]?.rows);
    expect(ways[0]?.about).toMatchObject({
      Clients: expect.stringMatching(/^Client \d+$/),
      Newsletter: expect.stringMatching(/^Newsletter \d+$/),
      'Reader Orgs': expect.stringMatching(/^Company \d+$/),
    });
  });

  it('does not reveal its filters', async () => {
    const body = {
      filters: [...filters(), { field: 'Email', op: 'Contains', value: 'zq@secret' }],
      query: 'Zenobia',
      blindReaderAndCompany: true,
    };
    const { bytes, about } = await workbook(token, body);
    for (const secret of secrets) expect(readTexts(bytes)).not.toContain(secret);
    expect(about).toMatchObject({ Text: '(masked)', Email: '(masked)', Rows: 1 });
  });

  it('has pseudonyms in CSV format too', async () => {
    const { text } = await csv(token, { filters: filters(), columns, format: 'csv' }, inSession);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toMatch(/,Reader,\d+,reader\d+@example,/);
  });

  it('refuses filters on hidden text in Blinded Mode', async () => {
    const email = { field: 'Email', op: 'Contains', value: 'zq@secret' };
    const answer = await send(token, { filters: [...filters(), email] }, inSession);
    expect(answer.statusCode).toBe(400);
    const { rows } = await workbook(token, { filters: filters(), query: 'Zenobia' }, inSession);
    expect(rows).toEqual([]);
  });
});
