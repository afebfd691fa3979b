import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { importText, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();

let lastId = 0;
/** Activities for tests of their readers, documents or organizations. */
const table = (columns: string, ...rows: string[]) => {
  const lines = rows.map((row) => `${(lastId += 1)},2025-01-01,Entity Ltd,Main,${row}`);
  return [`external_id,occurred_at,client,community,${columns}`, ...lines].join('\n');
};

describeOnOneEngine('readers, documents and organisations', (db) => {
  const query = async (statement: ReturnType<typeof sql>) => (await statement.execute(db().kysely)).rows;

  it.each([1, 10])('are the same reader by id, else by e-mail, in batches of %i', async (batchSize) => {
    const mail = (name: string) => `${name}${batchSize}@acme.example`;
    const content = table(
      'document_external_id,reader_external_id,reader_email',
      `d,,${mail('Ana')}`,
      `d,ana${batchSize},${mail('ana')}`,
      `d,,${mail('ANA')}`,
      `d,bo${batchSize},`,
      `d,bo${batchSize},${mail('bo')}`,
      `d,,${mail('bo')}`,
      `d,other${batchSize},${mail('ana')}`,
    );
    await importText(db(), files, content, { batchSize });
    const rows = await query(sql`SELECT r.external_id, r.email, count(*) AS activities
      FROM reader r JOIN engagement e ON e.reader_id = r.id WHERE r.external_id LIKE ${`%${batchSize}`}
      GROUP BY r.id ORDER BY 1`);
    expect(rows).toEqual([
      { external_id: `ana${batchSize}`, email: mail('Ana'), activities: 3 },
      { external_id: `bo${batchSize}`, email: mail('bo'), activities: 3 },
      { external_id: `other${batchSize}`, email: mail('ana'), activities: 1 },
    ]);
  });

  it('keep known values, and get missing ones', async () => {
    const columns =
      'document_external_id,reader_external_id,reader_first_name,reader_city,country,document_topics,document_title';
    await importText(db(), files, table(columns, 'learn-d,learn,Ana,,,,'));
    await importText(
      db(),
      files,
      table(columns, 'learn-d,learn,Berta,Lyon,FR,Cells,Title', 'learn-d,learn,Carla,Nice,,Other,Other'),
    );
    expect(
      await query(sql`SELECT r.first_name, r.city, y.iso, d.title, t.name AS topic
        FROM reader r LEFT JOIN country y ON y.id = r.country_id, document d JOIN content_topic t ON t.id = ALL(d.topics)
        WHERE r.external_id = 'learn' AND d.external_id = 'learn-d'`),
    ).toEqual([{ first_name: 'Ana', city: 'Lyon', iso: 'FR', title: 'Title', topic: 'Cells' }]);
  });

  it.each([1, 10])(
    'are the same organisation by domain, else by name, in batches of %i',
    async (batchSize) => {
      const name = (text: string) => `${text} ${batchSize}`;
      const domain = `org${batchSize}.example`;
      const content = table(
        'document_external_id,reader_external_id,organisation_name,organisation_domain,organisation_website',
        `d,o1,${name('Acme')},,`,
        `d,o2,${name('ACME')},${domain},`,
        `d,o3,,${domain},https://${domain}/about`,
        `d,o4,${name('Acme')},other-${domain},`,
        `d,o5,,only-${domain},`,
        `d,o6,${name('Only')},only-${domain},`,
      );
      await importText(db(), files, content, { batchSize });
      const rows = await query(sql`SELECT o.name, o.domain, o.website, count(*) AS activities
      FROM organisation o JOIN engagement e ON e.organisation_id = o.id WHERE o.domain LIKE ${`%${domain}`}
      GROUP BY o.id ORDER BY o.domain`);
      expect(rows).toEqual([
        { name: name('Only'), domain: `only-${domain}`, website: null, activities: 2 },
        { name: name('Acme'), domain, website: `https://${domain}/about`, activities: 3 },
        { name: name('Acme'), domain: `other-${domain}`, website: null, activities: 1 },
      ]);
    },
  );

  it('belong to the client with exactly that name, if others differ in case only', async () => {
    const names = ['Same Ltd', 'SAME LTD', 'same ltd'];
    await db()
      .kysely.insertInto('client')
      .values(names.map((name) => ({ name })))
      .execute();
    const lines = names.map((name, index) => `case${index},2025-01-01,${name},Main,case-d,case-r`);
    const content = [
      'external_id,occurred_at,client,community,document_external_id,reader_external_id',
      ...lines,
    ].join('\n');
    await importText(db(), files, content);
    const rows = await query(sql`SELECT c.name FROM engagement e JOIN client c ON c.id = e.client_id
      WHERE e.external_id LIKE 'case%' ORDER BY e.external_id`);
    expect(rows).toEqual(names.map((name) => ({ name })));
  });

  it('are the same document by id, else by address within a client', async () => {
    const content = [
      'external_id,occurred_at,client,community,document_external_id,document_url,document_content_type,reader_external_id',
      'u1,2025-01-01,Url One,Main,,https://docs.example/a,,u',
      'u2,2025-01-01,Url One,Main,url-a,https://docs.example/a,,u',
      'u3,2025-01-01,Url Two,Main,,https://docs.example/a,,u',
      'u4,2025-01-01,Url Two,Main,,https://docs.example/news,Editorial,u',
      'u5,2025-01-01,Url One,Main,,https://docs.example/news,,u',
    ].join('\n');
    await importText(db(), files, content, { batchSize: 1 });
    expect(
      await query(sql`SELECT d.external_id, c.name AS client, d.url, array_agg(e.external_id ORDER BY e.external_id) AS activities
        FROM document d LEFT JOIN client c ON c.id = d.client_id JOIN engagement e ON e.document_id = d.id
        WHERE e.external_id LIKE 'u_' GROUP BY d.id, c.name ORDER BY d.id`),
    ).toEqual([
      { external_id: 'url-a', client: 'Url One', url: 'https://docs.example/a', activities: ['u1', 'u2'] },
      { external_id: null, client: 'Url Two', url: 'https://docs.example/a', activities: ['u3'] },
      { external_id: null, client: null, url: 'https://docs.example/news', activities: ['u4', 'u5'] },
    ]);
  });

  it('have each name once, in any case, and countries with their region', async () => {
    await query(sql`INSERT INTO country (name) VALUES ('Chile')`);
    const columns =
      'document_external_id,reader_external_id,document_type,newsletter,reader_personas,country';
    await importText(
      db(),
      files,
      table(columns, 'case-d1,c1,Article,Weekly,Chemist|Buyer,CL', 'case-d2,c2,ARTICLE,weekly,buyer,chile'),
    );
    expect(
      await query(sql`SELECT (SELECT count(*) FROM document_type) AS types, (SELECT count(*) FROM newsletter) AS newsletters,
        (SELECT count(*) FROM persona) AS personas, y.iso, g.name AS region
        FROM country y JOIN region g ON g.id = y.region_id WHERE y.name = 'Chile'`),
    ).toEqual([{ types: 1, newsletters: 1, personas: 2, iso: 'CL', region: 'Latin America' }]);
  });
});
