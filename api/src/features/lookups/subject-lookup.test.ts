import { sql } from 'kysely';
import { blindedHeader } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { readerWordsSql } from '../../activities/subject-names.ts';
import type { Entitled } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

const readers = 'GET /api/lookups/readers';
const organizations = 'GET /api/lookups/organizations';
const blinded = { [blindedHeader]: 'true' };

const secrets = ['Zoé', 'Peñarrubia', 'zoe.p', 'Ønskeværk', 'Łabs', 'Jean-Luc', 'Norvane'];

describeOnOneEngine('readers and organizations by typed text', (db) => {
  const world = activityWorld(db);
  const client = { own: 0, foreign: 0 };
  const reader: Record<string, number> = {};
  const org: Record<string, number> = {};

  const people = {
    zoe: ['Zoé', 'Peñarrubia', 'Ønskeværk Łabs', 'zoe.p@lab.example'],
    jean: ['Jean-Luc', "O'Neill", 'Ønskeværk & Sons', 'jean@lab.example'],
    foreign: ['Zoé', 'Foreign', 'Ønskeværk Abroad', 'foreign@lab.example'],
    pending: ['Zoé', 'Pending', 'Ønskeværk Pending', 'pending@lab.example'],
    silent: ['Zoé', 'Silent', 'Ønskeværk Silent', 'silent@lab.example'],
    events: ['Zoé', 'Events', 'Ønskeværk Events', 'events@lab.example'],
    elsewhere: ['Zoé', 'Elsewhere', 'Ønskeværk Elsewhere', 'elsewhere@lab.example'],
  } as const;
  type Person = keyof typeof people;

  const users: Record<string, { entitled: () => Entitled; isStaff?: true; seen: readonly Person[] }> = {
    client: {
      entitled: () => ({ role: 'Client', clients: [client.own], communities: [1, 2] }),
      seen: ['zoe', 'jean', 'events', 'elsewhere'],
    },
    'client of one community': {
      entitled: () => ({ role: 'Client', clients: [client.own], communities: [1] }),
      seen: ['zoe', 'jean', 'events'],
    },
    'client without events': {
      entitled: () => ({
        role: 'Client',
        clients: [client.own],
        communities: [1, 2],
        denied_activity_types: ['Event'],
      }),
      seen: ['zoe', 'jean', 'elsewhere'],
    },
    'client without clients': { entitled: () => ({ role: 'Client' }), seen: [] },
    premium: {
      entitled: () => ({ role: 'Premium', clients: [client.foreign], communities: [1] }),
      seen: ['foreign'],
    },
    internal: {
      entitled: () => ({ role: 'Internal' }),
      isStaff: true,
      seen: ['zoe', 'jean', 'foreign', 'events', 'elsewhere'],
    },
    sysadmin: {
      entitled: () => ({ role: 'SystemAdmin' }),
      isStaff: true,
      seen: ['zoe', 'jean', 'foreign', 'events', 'elsewhere'],
    },
  };
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    client.own = await world().add('client', { name: 'Norvane' });
    client.foreign = await world().add('client', { name: 'Foreign' });
    const documentId = await world().add('document', { title: 'A guide' });
    for (const [name, [first_name, last_name, company, email]] of Object.entries(people)) {
      org[name] = await world().add('organisation', { name: company });
      reader[name] = await world().add('reader', { first_name, last_name, email, company, title: 'Chemist' });
    }
    const active = (name: Person, clientId: number, more: object = {}, row: object = {}) =>
      world().addActivity({
        clientId,
        readerId: reader[name] ?? 0,
        documentId,
        row: { organisation_id: org[name] ?? null, ...row },
        ...more,
      });
    for (const days of [1, 2]) await active('zoe', client.own, { at: noon(days) });
    await active('jean', client.own);
    await active('foreign', client.foreign);
    await active('pending', client.own, { status: 'Pending' });
    await active('events', client.own, { type: 'Event' });
    await active('elsewhere', client.own, {}, { community_id: 2 });
    for (const [name, { entitled }] of Object.entries(users))
      tokens[name] = await world().tokenOf(entitled());
  });

  const send = async (call: CallKey, user: string, q: string, headers = {}) =>
    world().call(call, { token: tokens[user] ?? '', query: { q }, headers });
  const find = async (call: CallKey, user: string, q: string, headers = {}) => {
    const { status, body } = await send(call, user, q, headers);
    expect([call, q, status]).toEqual([call, q, 200]);
    return body.data as { readerId?: string; id?: string; name: string; userIdOrEmail?: string }[];
  };
  const listIds = (rows: Awaited<ReturnType<typeof find>>) =>
    rows.map(({ readerId, id }) => Number(readerId ?? id)).toSorted((a, b) => a - b);
  const expectedIds = (ids: Readonly<Record<string, number>>, names: readonly string[]) =>
    names.map((name) => ids[name] ?? 0).toSorted((a, b) => a - b);

  it.each(Object.entries(users))('%s finds those of visible activities only', async (user, { seen }) => {
    const zoes = seen.filter((name) => name !== 'jean');
    expect(listIds(await find(readers, user, 'zoe'))).toEqual(expectedIds(reader, zoes));
    expect(listIds(await find(organizations, user, 'onskevaerk'))).toEqual(expectedIds(org, seen));
    for (const [name, [, , , email]] of Object.entries(people)) {
      const found = await find(readers, user, email);
      expect([name, listIds(found)]).toEqual([name, seen.includes(name as Person) ? [reader[name]] : []]);
    }
  });

  it.each([
    ['zoe', 'zoe pen'],
    ['zoe', 'PEÑA zo'],
    ['zoe', '  penarrubia '],
    ['zoe', 'ZOE.P@LAB.example'],
    ['jean', "o'nei"],
    ['jean', 'jean-luc o’neill'],
    ['jean', 'luc'],
  ])('%s is found by %j', async (name, q) => {
    expect(listIds(await find(readers, 'client', q))).toEqual([reader[name]]);
  });

  it.each(['enarrubia', 'zoe x', '%%', "' | '", "':*", '\\\\', '!!', '& !', 'zoe.p@', "x' OR 1=1 --", '  a'])(
    'finds no reader and no organization by %j',
    async (q) => {
      expect(await find(readers, 'internal', q)).toEqual([]);
      expect(await find(organizations, 'internal', q)).toEqual([]);
    },
  );

  it('are the most active first, with what their pages need', async () => {
    const [first] = await find(readers, 'client', 'zoe');
    expect(first).toEqual({
      readerId: String(reader['zoe']),
      userIdOrEmail: 'zoe.p@lab.example',
      name: 'Zoé Peñarrubia',
      company: 'Ønskeværk Łabs',
      jobTitle: 'Chemist',
      clientIds: ['1'],
    });
    const [company] = await find(organizations, 'client', 'labs ons');
    expect(company).toEqual({
      id: String(org['zoe']),
      name: 'Ønskeværk Łabs',
      companyUrl: `/analytics/reader-co-dashboard/-/${org['zoe']}/${encodeURIComponent('Ønskeværk Łabs')}`,
      clientIds: ['1'],
    });
  });

  it('are at most eight', async () => {
    const clientId = await world().add('client', { name: 'Crowded' });
    for (let index = 0; index < 10; index += 1) {
      const organisation_id = await world().add('organisation', { name: `Crowd ${index}` });
      const readerId = await world().add('reader', { first_name: 'Crowd', last_name: `N${index}` });
      await world().addActivity({ clientId, readerId, row: { organisation_id } });
    }
    expect(await find(readers, 'internal', 'crowd')).toHaveLength(8);
    expect(await find(organizations, 'internal', 'crowd')).toHaveLength(8);
  });

  it('are not looked for by fewer than two or more than a hundred letters', async () => {
    for (const q of ['', 'z', 'z'.repeat(101)])
      for (const call of [readers, organizations] as const) {
        const { status, body } = await send(call, 'internal', q);
        expect([status, body.code]).toEqual([400, 'invalid_input']);
      }
  });

  it('need a session', async () => {
    for (const call of [readers, organizations] as const)
      expect((await world().call(call, { query: { q: 'zoe' } })).status).toBe(401);
  });

  describe('in Blinded Mode', () => {
    it.each([
      [readers, 'reader', reader],
      [organizations, 'company', org],
    ] as const)('%s has pseudonyms and no other texts', async (call, word, ids) => {
      const rows = await find(call, 'client', word, blinded);
      expect(rows).toHaveLength(4);
      for (const secret of secrets.flatMap((text) => [text, encodeURIComponent(text)]))
        expect(JSON.stringify(rows)).not.toContain(secret);
      const row = rows.find(({ readerId, id }) => Number(readerId ?? id) === ids['zoe']);
      expect(row?.name).toMatch(/^(Reader|Company) \d{1,4}$/);
      expect(row?.userIdOrEmail ?? String(ids['zoe'])).toBe(String(ids['zoe']));
      const name = row?.name ?? '';
      for (const q of [name, name.toUpperCase(), name.split(' ').toReversed().join(' ')])
        expect(listIds(await find(call, 'client', q, blinded))).toContain(ids['zoe']);
    });

    it('are not found by anything that is hidden', async () => {
      const hidden = Object.values(people).flatMap((texts) => [...texts, texts.slice(0, 2).join(' ')]);
      for (const user of Object.keys(users))
        for (const q of hidden)
          for (const call of [readers, organizations] as const)
            expect([user, q, await find(call, user, q, blinded)]).toEqual([user, q, []]);
    });

    it('are those of visible activities only', async () => {
      const limited = Object.entries(users).filter(([, { isStaff }]) => !isStaff);
      for (const [user, { seen }] of limited)
        expect([user, listIds(await find(readers, user, 'reader', blinded))]).toEqual([
          user,
          expectedIds(reader, seen),
        ]);
    });
  });

  it('are found with an index', async () => {
    const plan = await db().transaction(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`
        EXPLAIN SELECT id FROM reader AS q
        WHERE ${readerWordsSql('q')} @@ to_tsquery('simple'::regconfig, ${`'zoe':*`})
          OR q.external_id = 'zoe'`.execute(trx);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('reader_name_words');
    expect(plan).not.toContain('Seq Scan');
  });
});
