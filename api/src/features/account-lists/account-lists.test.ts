import { blindedHeader } from '@readerlens/contract';
import type { AccountList, AccountListUses, CallKey } from '@readerlens/contract';
import { maxAccountLists, maxListOrganizations } from '@readerlens/contract/account-lists';
import {
  listsForbiddenMessage,
  listsOffMessage,
  tooManyListsMessage,
  tooManyOrganizationsMessage,
} from '@readerlens/contract/account-lists/messages';
import { termsFilter } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

describeOnOneEngine('account lists', (db) => {
  const world = activityWorld(db);
  let count = 0;
  let clientId = 0;
  let organisations: number[] = [];
  const people = { owner: '', colleague: '', premium: '', internal: '', foreign: '', plain: '' };
  type Person = keyof typeof people;

  beforeEach(async () => {
    const current = world();
    clientId = await current.add('client', { name: `Client ${(count += 1)}` });
    const other = await current.add('client', { name: `Other ${count}` });
    const documentId = await current.add('document', { client_id: clientId, title: 'x', community_id: 1 });
    organisations = [];
    for (const [index, activities] of [3, 2, 1, 1].entries()) {
      const id = await current.add('organisation', { name: `Org ${count}.${index}` });
      const readerId = await current.add('reader', { organisation_id: id });
      const row = { organisation_id: id };
      // The last one is of another client.
      const ofClient = index === 3 ? other : clientId;
      for (let each = 0; each < activities; each += 1)
        await current.addActivity({ clientId: ofClient, readerId, documentId, type: 'Engagement', row });
      organisations.push(id);
    }
    const own = { clients: [clientId], communities: [1], activity_fields: ['ReaderOrgsLookup'] };
    people.owner = await current.tokenOf({ role: 'Client', ...own });
    people.colleague = await current.tokenOf({ role: 'Client', ...own });
    people.premium = await current.tokenOf({ role: 'Premium', ...own });
    people.internal = await current.tokenOf({ role: 'Internal' });
    people.foreign = await current.tokenOf({ role: 'Premium', ...own, clients: [other] });
    people.plain = await current.tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
  });

  const send = (call: CallKey, by: Person, parts: object = {}) =>
    world().call(call, { token: people[by], ...parts });
  const ids = (...places: number[]) => places.map((place) => String(organisations[place]));
  const create = (by: Person, body: object = {}) =>
    send('POST /api/account-lists', by, {
      body: { clientId: String(clientId), name: 'Top', organizationIds: ids(0, 1), ...body },
    });
  const created = async (by: Person, body: object = {}) => {
    const answer = await create(by, body);
    expect(answer.status).toBe(200);
    return (answer.body.data as { list: AccountList }).list;
  };
  const change = (by: Person, id: string, body: object) =>
    send('PATCH /api/account-lists/{id}', by, { params: { id }, body });
  const changeOrganizations = (by: Person, id: string, body: object) =>
    send('PATCH /api/account-lists/{id}/organizations', by, { params: { id }, body });
  const namesSeenBy = async (by: Person) => {
    const { body } = await send('GET /api/account-lists', by, { query: { clientId: String(clientId) } });
    return (body.data as AccountList[]).map(({ name }) => name);
  };
  const clientFilter = () => termsFilter('Clients', [{ id: String(clientId) }]);
  const countFor = async (by: Person, ...filters: object[]) => {
    const dates = { field: 'RelativeDateRange', value: '-1y' };
    const answer = await send('POST /api/client-dashboard/stats', by, {
      body: { filters: [clientFilter(), dates, ...filters] },
    });
    expect(answer.status).toBe(200);
    return JSON.stringify(answer.body.data);
  };
  const listFilter = (...lists: string[]) =>
    termsFilter(
      'AccountLists',
      lists.map((id) => ({ id })),
    );
  const orgFilter = (...places: number[]) =>
    termsFilter(
      'ReaderOrgs',
      ids(...places).map((id) => ({ id })),
    );

  it('filter as their organizations do, as they are now', async () => {
    const { id } = await created('owner');
    expect(await countFor('owner', listFilter(id))).toBe(await countFor('owner', orgFilter(0, 1)));
    expect(await countFor('owner', listFilter(id))).not.toBe(await countFor('owner'));
    await changeOrganizations('owner', id, { add: ids(2), remove: ids(0) });
    expect(await countFor('owner', listFilter(id))).toBe(await countFor('owner', orgFilter(1, 2)));
    await changeOrganizations('owner', id, { remove: ids(1, 2) });
    const none = await countFor('owner', termsFilter('ReaderOrgs', [{ id: '1999999999' }]));
    expect(await countFor('owner', listFilter(id))).toBe(none);
    const others = { ...listFilter(id), op: 'NotContains' };
    expect(await countFor('owner', others)).toBe(await countFor('owner'));
  });

  it('grant nothing to who may not see them', async () => {
    const { id } = await created('owner');
    const none = await countFor('owner', termsFilter('ReaderOrgs', [{ id: '1999999999' }]));
    for (const by of ['colleague', 'internal'] as const)
      expect(await countFor(by, listFilter(id))).toBe(none);
    // Who may not search by organizations has no such filter.
    expect(await countFor('plain', listFilter(id))).toBe(await countFor('plain'));
    for (const by of ['colleague', 'internal', 'foreign'] as const)
      for (const [call, body] of [
        ['GET /api/account-lists/{id}/organizations', undefined],
        ['GET /api/account-lists/{id}/uses', undefined],
        ['PATCH /api/account-lists/{id}', { name: 'x' }],
        ['PATCH /api/account-lists/{id}/organizations', { add: ids(2) }],
        ['DELETE /api/account-lists/{id}', undefined],
      ] as const)
        expect((await send(call, by, { params: { id }, ...(body ? { body } : {}) })).status).toBe(404);
  });

  it('are shared by Premium users and staff, and changed by their owner and staff', async () => {
    expect((await create('owner', { isShared: true })).status).toBe(403);
    const { id } = await created('premium', { isShared: true });
    expect(await namesSeenBy('owner')).toEqual(['Top']);
    expect(await namesSeenBy('foreign')).toEqual([]);
    expect(await countFor('owner', listFilter(id))).toBe(await countFor('owner', orgFilter(0, 1)));
    expect((await change('owner', id, { name: 'Mine' })).status).toBe(403);
    expect((await change('internal', id, { name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed' });
    expect((await change('premium', id, { isShared: false })).status).toBe(200);
    expect(await namesSeenBy('owner')).toEqual([]);
    expect(await namesSeenBy('premium')).toEqual(['Renamed']);
    expect((await send('DELETE /api/account-lists/{id}', 'premium', { params: { id } })).status).toBe(200);
    expect(await namesSeenBy('premium')).toEqual([]);
  });

  it('need the feature, and the permission to search by organizations', async () => {
    expect((await send('GET /api/account-lists', 'plain')).body).toMatchObject({
      code: 'forbidden',
      message: listsForbiddenMessage,
    });
    expect((await create('plain')).status).toBe(403);
    const { features } = world().services.config.public;
    features.targetAccounts = false;
    const answer = await create('owner');
    features.targetAccounts = true;
    expect([answer.status, answer.body.message]).toEqual([403, listsOffMessage]);
  });

  it('have organizations of their client only, and say which were refused', async () => {
    const answer = await create('internal', { organizationIds: [...ids(0, 3), 'x'] });
    expect(answer.body.data).toMatchObject({ list: { organizations: 1 }, refused: [...ids(3), 'x'] });
    const { id } = (answer.body.data as { list: AccountList }).list;
    const { body } = await send('GET /api/account-lists/{id}/organizations', 'internal', { params: { id } });
    const name = `Org ${count}.0`;
    const companyUrl = `/analytics/reader-co-dashboard/-/${ids(0)[0]}/${encodeURIComponent(name)}`;
    expect(body.data).toEqual([{ id: ids(0)[0], name, companyUrl, engagements: null }]);
    expect((await create('internal', { name: 'Other', organizationIds: ids(3) })).body.details).toEqual([
      expect.objectContaining({ path: 'organizationIds' }),
    ]);
    expect((await changeOrganizations('internal', id, { add: ids(3) })).status).toBe(400);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: ' \u00a0 ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['clientId', { clientId: '999999' }],
  ])('refuse an invalid %s: %j', async (path, wrong) => {
    const { status, body } = await create('internal', wrong);
    expect([status, body.details]).toEqual([400, [expect.objectContaining({ path })]]);
  });

  it('have one name for each owner, and among those that are shared', async () => {
    await created('owner', { name: ' Key \u00a0 accounts ' });
    const taken = await create('owner', { name: 'KEY ACCOUNTS' });
    expect([taken.status, taken.body.details]).toEqual([409, [expect.objectContaining({ path: 'name' })]]);
    await created('premium', { name: 'Key accounts', isShared: true });
    expect((await create('internal', { name: 'key accounts', isShared: true })).status).toBe(409);
    expect(await namesSeenBy('owner')).toEqual(['Key accounts', 'Key accounts']);
  });

  it('are limited in number and size', async () => {
    const { id } = await created('owner');
    const { rows } = await sql<{ id: number }>`
      INSERT INTO organisation (name) SELECT 'Many ' || n FROM generate_series(1, ${maxListOrganizations}) AS n
      RETURNING id`.execute(db().kysely);
    await sql`INSERT INTO account_list_organisation (client_id, list_id, organisation_id)
      SELECT ${clientId}, ${id}::uuid, unnest(${rows.slice(2).map((row) => row.id)}::integer[])`.execute(
      db().kysely,
    );
    const tooMany = await changeOrganizations('owner', id, { add: ids(2) });
    expect([tooMany.status, tooMany.body.message]).toEqual([409, tooManyOrganizationsMessage(1)]);
    await sql`INSERT INTO account_list (client_id, owner_id, name)
      SELECT client_id, owner_id, 'List ' || n FROM account_list, generate_series(2, ${maxAccountLists}) AS n
      WHERE id = ${id}::uuid`.execute(db().kysely);
    const oneMore = await create('owner', { name: 'One more' });
    expect([oneMore.status, oneMore.body.message]).toEqual([409, tooManyListsMessage]);
  });

  it('tell what uses them: own things by name, and how many of others', async () => {
    const { id } = await created('premium', { isShared: true });
    const save = async (by: Person, name: string) => {
      const me = (await send('GET /api/session', by)).body.data as { id: string };
      const filters = [clientFilter(), listFilter(id)];
      const body = { userId: me.id, name, filters, indices: [] };
      expect((await send('POST /api/saved-searches', by, { body })).status).toBe(200);
    };
    await save('premium', 'Mine');
    await save('owner', 'Theirs');
    const uses = async (headers = {}) => {
      const parts = { params: { id }, headers };
      return (await send('GET /api/account-lists/{id}/uses', 'premium', parts)).body.data as AccountListUses;
    };
    expect(await uses()).toEqual({
      savedSearches: ['Mine'],
      alerts: [],
      reports: [],
      pageMails: 0,
      ofOthers: 1,
    });
    expect((await uses({ [blindedHeader]: 'true' })).savedSearches).toEqual([
      expect.stringMatching(/^Saved search \d+$/),
    ]);
  });

  it('have a number instead of their name in Blinded Mode', async () => {
    const { id } = await created('owner');
    const headers = { [blindedHeader]: 'true' };
    const { body } = await send('GET /api/account-lists', 'owner', { headers });
    const [shown] = body.data as AccountList[];
    expect(shown).toMatchObject({ id, name: expect.stringMatching(/^Account list \d+$/), owner: null });
    // Who sends back what was shown changes nothing.
    await send('PATCH /api/account-lists/{id}', 'owner', {
      params: { id },
      body: { name: shown?.name },
      headers,
    });
    expect(await namesSeenBy('owner')).toEqual(['Top']);
  });

  const lastYear = { field: 'RelativeDateRange', value: '-1y' };
  const byRule = (rule: object = {}, more: object = {}) => ({
    organizationIds: undefined,
    rule: { filters: [lastYear], leastEngagements: 2, ...rule },
    ...more,
  });
  const membersSeenBy = async (by: Person, id: string, headers = {}) => {
    const parts = { params: { id }, headers };
    const { body } = await send('GET /api/account-lists/{id}/organizations', by, parts);
    return body.data as { id: string; name: string; engagements: number | null }[];
  };
  const addActivities = async (place: number, activities: number, communityId = 1) => {
    const current = world();
    const documentId = await current.add('document', {
      client_id: clientId,
      title: 'y',
      community_id: communityId,
    });
    const organisation_id = organisations[place] ?? 0;
    const readerId = await current.add('reader', { organisation_id });
    const row = { organisation_id, community_id: communityId };
    for (let each = 0; each < activities; each += 1)
      await current.addActivity({ clientId, readerId, documentId, type: 'Engagement', row });
  };

  describe('by a rule', () => {
    it('filter as the organizations do that have enough engagements now', async () => {
      const { id, kind, organizations } = await created('owner', byRule());
      expect([kind, organizations]).toEqual(['rule', null]);
      expect(await countFor('owner', listFilter(id))).toBe(await countFor('owner', orgFilter(0, 1)));
      expect(await countFor('owner', listFilter(id))).not.toBe(await countFor('owner'));
      await addActivities(2, 1);
      expect(await countFor('owner', listFilter(id))).toBe(await countFor('owner', orgFilter(0, 1, 2)));
      const others = { ...listFilter(id), op: 'NotContains' };
      const none = await countFor('owner', termsFilter('ReaderOrgs', [{ id: '1999999999' }]));
      expect(await countFor('owner', others)).toBe(none);
      const first = { filters: [lastYear], leastEngagements: 2, mostOrganizations: 1 };
      expect((await change('owner', id, { rule: first })).body.data).toMatchObject({
        rule: { ...first, indices: [], hasHidden: false },
      });
      expect(await countFor('owner', listFilter(id))).toBe(await countFor('owner', orgFilter(0)));
      expect(await membersSeenBy('owner', id)).toEqual([
        expect.objectContaining({ id: ids(0)[0], name: `Org ${count}.0`, engagements: 3 }),
      ]);
      const picked = await created('owner', { name: 'Picked', organizationIds: ids(2) });
      const both = await countFor('owner', listFilter(id, picked.id));
      expect(both).toBe(await countFor('owner', orgFilter(0, 2)));
    });

    it('count what each viewer sees', async () => {
      await addActivities(2, 5, 2);
      const { id } = await created('premium', byRule({}, { isShared: true }));
      const idsSeenBy = async (by: Person) => (await membersSeenBy(by, id)).map((each) => each.id);
      expect(await idsSeenBy('internal')).toEqual(ids(2, 0, 1));
      expect(await countFor('internal', listFilter(id))).toBe(await countFor('internal', orgFilter(0, 1, 2)));
      for (const by of ['premium', 'owner'] as const) {
        expect(await idsSeenBy(by)).toEqual(ids(0, 1));
        expect(await countFor(by, listFilter(id))).toBe(await countFor(by, orgFilter(0, 1)));
      }
      expect(
        (await send('GET /api/account-lists/{id}/organizations', 'foreign', { params: { id } })).status,
      ).toBe(404);
    });

    it('have no organizations for who may not use one of its filters', async () => {
      const revenue = { field: 'Revenue', op: 'LessThan', value: 1e12 };
      const { id } = await created('internal', byRule({ filters: [lastYear, revenue] }, { isShared: true }));
      const { body } = await send('GET /api/account-lists', 'owner', {});
      expect(body.data).toEqual([expect.objectContaining({ id, kind: 'rule', rule: null })]);
      expect(await membersSeenBy('owner', id)).toEqual([]);
      const none = await countFor('owner', termsFilter('ReaderOrgs', [{ id: '1999999999' }]));
      expect(await countFor('owner', listFilter(id))).toBe(none);
    });

    it('refuse account lists in a rule with 422', async () => {
      const picked = await created('owner');
      const filters = [lastYear, listFilter(picked.id)];
      const rule = byRule({ filters }, { name: 'Rule' });
      const { id } = await created('owner', byRule({}, { name: 'Other rule' }));
      for (const answer of [await create('owner', rule), await change('owner', id, { rule: rule.rule })])
        expect([answer.status, answer.body.code, answer.body.details]).toEqual([
          422,
          'invalid_filter',
          [expect.objectContaining({ path: 'rule.filters.1' })],
        ]);
    });

    it.each([
      ['rule.filters.1', { filters: [lastYear, { field: 'Revenue', op: 'LessThan', value: 1 }] }],
      ['rule.filters.0.field', { filters: [{ field: 'Nothing', value: 1 }] }],
      ['rule.filters.1', { filters: [lastYear, { field: 'DateRange', value: { from: '2026-01-01' } }] }],
      ['rule.filters.0.value', { filters: [termsFilter('Clients', [{ id: '999999' }])] }],
      ['rule.indices', { indices: ['Webinar'] }],
      [
        'rule.filters.0',
        {
          filters: [
            {
              field: 'Email',
              op: 'Contains',
              value: Array.from({ length: 51 }, (_, n) => `x${n}`).join('\n'),
            },
          ],
        },
      ],
      ['rule.leastEngagements', { leastEngagements: 0 }],
      ['rule.mostOrganizations', { mostOrganizations: 2001 }],
    ])('refuse an invalid %s: %j', async (path, rule) => {
      people.owner = await world().tokenOf({
        role: 'Client',
        clients: [clientId],
        communities: [1],
        activity_fields: ['ReaderOrgsLookup'],
        denied_activity_types: ['Webinar'],
      });
      const { status, body } = await create('owner', byRule(rule));
      expect([status, body.details]).toEqual([400, [expect.objectContaining({ path })]]);
    });

    it('are about the client of the list only', async () => {
      const other = await world().add('client', { name: `Third ${count}` });
      const clients = (...of: number[]) =>
        termsFilter(
          'Clients',
          of.map((id) => ({ id: String(id) })),
        );
      const answer = await create('internal', byRule({ filters: [clients(clientId, other)] }));
      expect([answer.status, answer.body.details]).toEqual([
        400,
        [expect.objectContaining({ path: 'rule.filters.0' })],
      ]);
      // The default range is stored as one that moves.
      expect((await created('internal', byRule({ filters: [clients(clientId)] }))).rule?.filters).toEqual([
        expect.objectContaining(lastYear),
      ]);
    });

    it('keep the stored name of a term that is gone for their owner only', async () => {
      const gone = termsFilter('ContentTopics', [{ id: '2000000000', name: 'A topic that is gone' }]);
      await created('premium', byRule({ filters: [lastYear, gone] }, { isShared: true }));
      const namesFor = async (by: Person) => {
        const query = { clientId: String(clientId) };
        const { body } = await send('GET /api/account-lists', by, { query });
        const [list] = body.data as AccountList[];
        return list?.rule?.filters.find(({ field }) => field === 'ContentTopics')?.value;
      };
      expect(await namesFor('premium')).toEqual([{ id: '2000000000', name: 'A topic that is gone' }]);
      expect(await namesFor('internal')).toEqual([{ id: '2000000000' }]);
    });

    it('have either organizations or a rule', async () => {
      for (const body of [byRule({}, { organizationIds: ids(0) }), { organizationIds: undefined }])
        expect((await create('owner', body)).body.details).toEqual([
          expect.objectContaining({ path: 'rule' }),
        ]);
      const rule = await created('owner', byRule());
      expect((await changeOrganizations('owner', rule.id, { add: ids(2) })).status).toBe(409);
      const picked = await created('owner', { name: 'Picked' });
      expect((await change('owner', picked.id, { rule: byRule().rule })).status).toBe(409);
    });

    it('hide names and texts in Blinded Mode, and keep hidden filters', async () => {
      const email = { field: 'Email', op: 'NotLike', value: 'hidden@x.example' };
      const { id } = await created('owner', byRule({ filters: [lastYear, email] }));
      const headers = { [blindedHeader]: 'true' };
      const seen = async () => {
        const { body } = await send('GET /api/account-lists', 'owner', { headers });
        return (body.data as AccountList[])[0]?.rule;
      };
      expect(await seen()).toMatchObject({ filters: [lastYear], hasHidden: true });
      expect(await membersSeenBy('owner', id, headers)).toEqual(
        ids(0, 1).map((each) =>
          expect.objectContaining({ id: each, name: expect.stringMatching(/^Company \d+$/) }),
        ),
      );
      const rule = { filters: [lastYear], leastEngagements: 3 };
      await send('PATCH /api/account-lists/{id}', 'owner', { params: { id }, body: { rule }, headers });
      const { body } = await send('GET /api/account-lists', 'owner', {});
      expect((body.data as AccountList[])[0]?.rule).toMatchObject({
        filters: expect.arrayContaining([expect.objectContaining(email)]),
        leastEngagements: 3,
      });
      const masked = byRule({ filters: [email] }, { name: 'Masked' }).rule;
      const answer = await send('POST /api/account-lists', 'owner', {
        body: { clientId: String(clientId), name: 'Masked', rule: masked },
        headers,
      });
      expect([answer.status, answer.body.details]).toEqual([
        400,
        [expect.objectContaining({ path: 'rule.filters.0' })],
      ]);
    });
  });
});
