import { sql } from 'kysely';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { ofClients, searchPage } from './testing/search-pages.ts';

describeOnOneEngine('accents', (db) => {
  const world = activityWorld(db);
  const people = ['Zoé Peñarrubia', 'Łukasz Øster', 'Åsa Ærlig', 'Mia Straße', 'Lars Müller'] as const;
  let token: string;
  let clientId: number;
  beforeAll(async () => {
    token = await world().tokenOf();
    clientId = await world().add('client', { name: 'Ékart' });
    for (const [index, name] of people.entries()) {
      const [first_name, last_name] = name.split(' ');
      const readerId = await world().add('reader', {
        first_name,
        last_name,
        email: `${last_name}@users.example`,
        company: `${last_name} Łabs`,
      });
      await world().addActivity({ clientId, readerId, at: noon(index + 1) });
    }
  });

  const found = async (body: Record<string, unknown>) => {
    const { filters = [], ...rest } = body as { filters?: unknown[] };
    const page = await searchPage(world(), token, { filters: [ofClients(clientId), ...filters], ...rest });
    return page.items.map(({ fullName }) => fullName);
  };

  it.each([
    ['pena', 'Zoé Peñarrubia'],
    ['PEÑA', 'Zoé Peñarrubia'],
    ['lukasz oster', 'Łukasz Øster'],
    ['strasse', 'Mia Straße'],
    ['aerlig labs', 'Åsa Ærlig'],
  ])('are ignored by the search box: %s', async (query, name) => {
    expect(await found({ query })).toEqual([name]);
  });

  it.each([
    ['LastName', 'Contains', 'pena', ['Zoé Peñarrubia']],
    ['LastName', 'Equals', 'muller\nOSTER', ['Łukasz Øster', 'Lars Müller']],
    ['FirstName', 'Like', 'a*a', ['Åsa Ærlig']],
    ['ReaderCompany', 'NotContains', 'müller lab', people.slice(0, 4)],
    ['Email', 'Equals', 'penarrubia@users.example', ['Zoé Peñarrubia']],
  ])('are ignored by the filter %s %s %j', async (field, op, value, names) => {
    const items = await found({ filters: [{ field, op, value }] });
    expect(new Set(items)).toEqual(new Set(names));
  });

  it('do not change the order of names', async () => {
    expect(await found({ sort: 'fullName' })).toEqual([
      'Åsa Ærlig',
      'Lars Müller',
      'Łukasz Øster',
      'Mia Straße',
      'Zoé Peñarrubia',
    ]);
  });

  it('are ignored by lookups', async () => {
    const { body } = await world().call('GET /api/cms/companies', { token, query: { q: 'ekart' } });
    expect(JSON.stringify(body.data)).toContain('Ékart');
  });

  it('are folded in the index for e-mail addresses', async () => {
    const plan = await db().transaction(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`
        EXPLAIN SELECT id FROM reader WHERE fold_text(email) = ANY(${['a', 'b']}::text[])`.execute(trx);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('reader_email_folded');
  });
});
