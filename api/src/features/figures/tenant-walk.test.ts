import {
  annotationsCalls,
  blindedHeader,
  calls,
  companiesCalls,
  marketingCalls,
  mostActiveCalls,
  readersCalls,
} from '@readerlens/contract';
import type { CallDefinition, CallKey } from '@readerlens/contract';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import type { Entitled } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

/** Every call of the dashboards, read from the contract: new calls are covered automatically. */
const dashboards = Object.keys({
  ...readersCalls,
  ...companiesCalls,
  ...mostActiveCalls,
  ...marketingCalls,
}) as CallKey[];
const bodyFields = (call: CallKey): string[] =>
  Object.keys((calls[call] as CallDefinition & { body?: { properties?: object } }).body?.properties ?? {});
const requires = (call: CallKey, field: string): boolean =>
  ((calls[call] as { body?: { required?: readonly string[] } }).body?.required ?? []).includes(field);

const ofReaders = dashboards.filter((call) => requires(call, 'readerId'));
const ofOrganisations = dashboards.filter((call) => requires(call, 'orgId'));
const byPath = dashboards.filter((call) => call.startsWith('GET '));
const filtered = dashboards.filter((call) => bodyFields(call).includes('filters'));

const organic = { kind: 'tactic', ids: ['organic'] };
const sides = { baseline: organic, comparison: organic };
const unknown = 999_999;
const clientFilter = (...ids: (number | string)[]) => [
  { field: 'Clients', value: ids.map((id) => ({ id: String(id) })) },
];

describeOnOneEngine('what a caller may not see', (db) => {
  const world = activityWorld(db);
  const ids = { own: 0, foreign: 0 };
  const reader = { own: 0, shared: 0, foreign: 0, silent: 0, pending: 0, events: 0, elsewhere: 0 };
  const org = { own: 0, shared: 0, foreign: 0, silent: 0, pending: 0, events: 0, elsewhere: 0 };
  const buildEmail = (name: string) => `${name}@readers.example`;

  const users: Record<string, { entitled: () => Entitled; seesAll?: true; hidden: (keyof typeof reader)[] }> =
    {
      client: {
        entitled: () => ({ role: 'Client', clients: [ids.own], communities: [1, 2] }),
        hidden: ['foreign', 'silent', 'pending'],
      },
      premium: {
        entitled: () => ({ role: 'Premium', clients: [ids.own], activity_fields: ['ReaderOrgs', 'OrgType'] }),
        hidden: ['foreign', 'silent', 'pending'],
      },
      'client of one community': {
        entitled: () => ({ role: 'Client', clients: [ids.own], communities: [1] }),
        hidden: ['foreign', 'silent', 'pending', 'elsewhere'],
      },
      'client without events': {
        entitled: () => ({
          role: 'Client',
          clients: [ids.own],
          communities: [1, 2],
          denied_activity_types: ['Event'],
        }),
        hidden: ['foreign', 'silent', 'pending', 'events'],
      },
      'client without clients': {
        entitled: () => ({ role: 'Client' }),
        hidden: ['own', 'shared', 'foreign', 'silent', 'pending', 'events', 'elsewhere'],
      },
      internal: { entitled: () => ({ role: 'Internal' }), seesAll: true, hidden: ['silent', 'pending'] },
      admin: { entitled: () => ({ role: 'Admin' }), seesAll: true, hidden: ['silent', 'pending'] },
      sysadmin: { entitled: () => ({ role: 'SystemAdmin' }), seesAll: true, hidden: ['silent', 'pending'] },
    };
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    const current = world();
    ids.own = await current.add('client', { name: 'Own' });
    ids.foreign = await current.add('client', { name: 'Foreign' });
    for (const community_id of [1, 2])
      await db().kysely.insertInto('client_community').values({ client_id: ids.own, community_id }).execute();
    const documentId = await current.add('document', { title: 'A guide', open_access: 1 });
    for (const name of Object.keys(reader) as (keyof typeof reader)[]) {
      org[name] = await current.add('organisation', { name: `Org ${name}`, org_type: ['CDMO'] });
      reader[name] = await current.add('reader', { first_name: name, email: buildEmail(name) });
    }
    const active = async (name: keyof typeof reader, clientId: number, more: object = {}, row: object = {}) =>
      current.addActivity({
        clientId,
        readerId: reader[name],
        documentId,
        row: { organisation_id: org[name], quality: 2, ...row },
        ...more,
      });
    await active('own', ids.own);
    await active('shared', ids.own, { at: noon(3) });
    // Newer than that of the own client: lists of the shared reader must not show it.
    await active('shared', ids.foreign, { at: noon(1) });
    await active('foreign', ids.foreign);
    await active('pending', ids.own, { status: 'Pending' });
    await active('events', ids.own, { type: 'Event' });
    await active('elsewhere', ids.own, {}, { community_id: 2 });
    for (const [name, { entitled }] of Object.entries(users))
      tokens[name] = await current.tokenOf({ ...entitled(), access_marketing_performance: true });
  });

  type Parts = Omit<Parameters<ReturnType<typeof world>['call']>[1] & object, 'token'>;
  const send = async (user: string, call: CallKey, parts: Parts) => {
    const { status, body } = await world().call(call, { token: tokens[user] ?? '', ...parts });
    const { requestId: _, ...answer } = body;
    return { status, answer };
  };
  const pathParams = (idOrEmail: string, companyIds: number | string) => ({
    companyIds: String(companyIds),
    idOrEmail,
    size: '5',
    category: 'community',
    from: '-',
    to: '-',
  });

  /** What a call requires besides its filters. */
  const fillRequired = (call: CallKey): object => ({
    ...(requires(call, 'readerId') ? { readerId: String(reader.own) } : {}),
    ...(requires(call, 'orgId') ? { orgId: String(org.own) } : {}),
    ...(requires(call, 'readerIds') ? { readerIds: [String(reader.own)] } : {}),
    ...(requires(call, 'orgIds') ? { orgIds: [String(org.own)] } : {}),
    ...(requires(call, 'subject') ? { subject: 'readers' } : {}),
    ...(requires(call, 'measure') ? { measure: 'engagementsByDocument' } : {}),
    ...(requires(call, 'baseline') ? sides : {}),
    ...(requires(call, 'part') ? { part: 'both' } : {}),
  });

  describe.each(Object.entries(users))('%s', (user, { seesAll, hidden }) => {
    const own = () => (user === 'client without clients' ? [] : [ids.own]);
    const visible = () => (seesAll ? [ids.own, ids.foreign] : own());
    const field = { field: 'Region' };

    it.each([...ofReaders, ...ofOrganisations])('has one answer for all unseen in %s', async (call) => {
      if (visible().length === 0) return;
      const subject = ofReaders.includes(call) ? ('readerId' as const) : ('orgId' as const);
      const of = subject === 'readerId' ? reader : org;
      const named = async (id: number | string) =>
        send(user, call, {
          params: field,
          body: { filters: clientFilter(...visible()), [subject]: String(id) },
        });
      const expected = await named(unknown);
      expect([expected.status, expected.answer.code]).toEqual([404, 'not_found']);
      expect(expected.answer.message).toMatch(/^There is no such (reader|organization)\.$/);
      for (const name of hidden) expect([name, await named(of[name])]).toEqual([name, expected]);
      for (const text of ['x', '0', '-1', '99999999999', '1e1', "1' OR true"])
        expect([text, await named(text)]).toEqual([text, expected]);
      for (const name of ['own', 'shared'] as const) {
        const { status, answer } = await named(of[name]);
        expect([name, status]).toEqual([name, 200]);
        expectOnlyVisible(answer.data, visible());
      }
    });

    it.each(byPath)('has one answer for all unseen in %s', async (call) => {
      const clientsOf = visible().length > 0 ? visible().join() : String(ids.own);
      const named = async (idOrEmail: string, headers = {}) =>
        send(user, call, { params: pathParams(idOrEmail, clientsOf), headers });
      const expected = await named(String(unknown));
      const isRefused = visible().length === 0;
      expect(expected.status).toBe(isRefused ? 403 : 404);
      const names = [
        ...hidden.flatMap((name) => [String(reader[name]), buildEmail(name)]),
        buildEmail('unknown'),
        'x',
      ];
      for (const name of names) expect([name, await named(name)]).toEqual([name, expected]);
      if (isRefused) return;
      for (const name of [String(reader.shared), buildEmail('shared'), buildEmail('SHARED')]) {
        const { status, answer } = await named(name);
        expect([name, status]).toEqual([name, 200]);
        expectOnlyVisible(answer.data, visible());
      }
      const blinded = { [blindedHeader]: 'true' };
      const refused = await named(buildEmail('own'), blinded);
      expect([refused.status, refused.answer.code]).toEqual([400, 'invalid_input']);
      for (const name of ['unknown', ...hidden])
        expect(await named(buildEmail(name), blinded)).toEqual(refused);
    });

    it('has one answer for all unseen in GET /api/user-proxy', async () => {
      const at = async (path: string, headers = {}) =>
        send(user, 'GET /api/user-proxy', { query: { path }, headers });
      const noReader = await at(`user/${unknown}`);
      const noOrg = await at(`reader-org/${unknown}`);
      expect([noReader.status, noOrg.status]).toEqual([404, 404]);
      for (const name of hidden) {
        for (const given of [String(reader[name]), buildEmail(name)])
          expect([name, await at(`user/${given}?level=full`)]).toEqual([name, noReader]);
        expect([name, await at(`reader-org/${org[name]}`)]).toEqual([name, noOrg]);
      }
      const blinded = { [blindedHeader]: 'true' };
      const refused = await at(`user/${buildEmail('own')}`, blinded);
      expect(refused.status).toBe(400);
      for (const name of ['unknown', ...hidden])
        expect(await at(`user/${buildEmail(name)}`, blinded)).toEqual(refused);
      if (visible().length === 0) return;
      const { status, answer } = await at(`user/${buildEmail('shared')}?level=full`);
      expect([status, answer.data]).toMatchObject([200, { id: String(reader.shared) }]);
      expect((await at(`reader-org/${org.shared}`)).answer.data).toMatchObject({ name: 'Org shared' });
    });

    it.each([...filtered, 'POST /api/annotations/search' as const])(
      'has one answer for foreign and unknown clients in %s',
      async (call) => {
        const withClient = async (id: number) => {
          const subject = fillRequired(call);
          return send(user, call, { params: field, body: { filters: clientFilter(id), ...subject } });
        };
        if (call.endsWith('/export') && seesAll) return;
        const foreign = await withClient(ids.foreign);
        const none = await withClient(unknown);
        const status = seesAll ? 200 : 403;
        expect([foreign.status, none.status]).toEqual([status, status]);
        // Staff see the foreign client, so its answer has content.
        const expected = seesAll ? formatAnswer(foreign, ids.foreign) : formatAnswer(none, unknown);
        expect(formatAnswer(foreign, ids.foreign)).toBe(expected);
      },
    );

    it.each(byPath)('has one answer for foreign and unknown clients in %s', async (call) => {
      if (seesAll) return;
      const withClient = async (id: number) =>
        send(user, call, { params: pathParams(String(reader.own), id) });
      const foreign = await withClient(ids.foreign);
      expect(foreign.status).toBe(403);
      expect(formatAnswer(foreign, ids.foreign)).toBe(formatAnswer(await withClient(unknown), unknown));
    });

    it('ranks only what happened with visible clients', async () => {
      if (visible().length === 0) return;
      const body = { filters: clientFilter(...visible()) };
      const seen = (Object.keys(reader) as (keyof typeof reader)[]).filter((name) => !hidden.includes(name));
      const { answer: readers } = await send(user, 'POST /api/most-active-readers', { body });
      const { answer: orgs } = await send(user, 'POST /api/most-active-cos', { body });
      const rows = readers.data as { readerId: string; totalEngagements: number }[];
      expect(new Set(rows.map(({ readerId }) => Number(readerId)))).toEqual(
        new Set(seen.map((name) => reader[name])),
      );
      const orgIds = (orgs.data as { orgId: string }[]).map(({ orgId }) => Number(orgId));
      expect(new Set(orgIds)).toEqual(new Set(seen.map((name) => org[name])));
      const noIds = ['x', '0', '-1', '99999999999', `0${org.own}`, `${org.own}.0`, "1' OR true"];
      const all = [...Object.values(org).map(String), ...noIds];
      const { answer: series } = await send(user, 'POST /api/most-active-cos/over-time', {
        body: { ...body, orgIds: all },
      });
      expect((series.data as { orgId: string }[]).map(({ orgId }) => orgId)).toEqual(all);
      const counted = (series.data as { orgId: string; now: number[] }[]).filter(({ now }) =>
        now.some((count) => count > 0),
      );
      expect(new Set(counted.map(({ orgId }) => Number(orgId)))).toEqual(new Set(orgIds));
      const allReaders = [...Object.values(reader).map(String), ...noIds];
      const { answer: byReader } = await send(user, 'POST /api/most-active-readers/over-time', {
        body: { ...body, readerIds: allReaders },
      });
      const readerSeries = byReader.data as { readerId: string; now: number[] }[];
      expect(readerSeries.map(({ readerId }) => readerId)).toEqual(allReaders);
      expect(
        new Set(
          readerSeries.flatMap(({ readerId, now }) => (now.some((count) => count > 0) ? [readerId] : [])),
        ),
      ).toEqual(new Set(rows.map(({ readerId }) => readerId)));
      const shared = rows.find(({ readerId }) => readerId === String(reader.shared));
      expect(shared?.totalEngagements).toBe(seesAll ? 2 : 1);
    });
  });

  it.each([...filtered, 'POST /api/annotations/search' as const])(
    'checks the filters of %s',
    async (call) => {
      const subject = fillRequired(call);
      const refusal = async (user: string, filters: object[], more: object = {}) => {
        const body = { filters, ...subject, ...more };
        const { status, answer } = await send(user, call, { params: { field: 'Region' }, body });
        return [status, answer.code, answer.details];
      };
      const required = { path: 'filters', message: 'Companies Is Required' };
      for (const user of ['client', 'internal'])
        expect(await refusal(user, [])).toEqual([400, 'invalid_filter', [required]]);
      const lines = Array.from({ length: 300 }, (_, line) => `name ${line}`);
      const texts = { field: 'LastName', op: 'Contains', value: lines.join('\n') };
      const masked = await send('client', call, {
        params: { field: 'Region' },
        headers: { [blindedHeader]: 'true' },
        body: { filters: [...clientFilter(ids.own), { ...texts, value: 'a' }], ...subject },
      });
      expect([masked.status, masked.answer.code]).toEqual([400, 'invalid_filter']);
      expect((await refusal('client', [...clientFilter(ids.own), texts]))[0]).toBe(400);
      expect((await refusal('client', clientFilter(ids.own), { size: 201 })).slice(0, 2)).toEqual([
        400,
        'invalid_input',
      ]);
    },
  );

  describe('notes', () => {
    const body = { date: '2026-01-01', text: 'A note' };
    const add = async (user: string, clientId: number) =>
      send(user, 'POST /api/annotations', { body: { clientId: String(clientId), ...body } });

    it.each(Object.entries(users))('of foreign clients do not exist for %s', async (user, { seesAll }) => {
      const { answer } = await add('internal', ids.foreign);
      const { id } = answer.data as { id: string };
      for (const call of Object.keys(annotationsCalls).filter((key) => key.includes('{id}')) as CallKey[]) {
        const at = async (noteId: string) =>
          send(user, call, {
            params: { id: noteId },
            ...(call.startsWith('PATCH') ? { body: { text: 'Mine' } } : {}),
          });
        const missing = await at(String(unknown));
        expect([missing.status, missing.answer.message]).toEqual([404, 'There is no such note.']);
        if (seesAll) continue;
        expect(await at(id)).toEqual(missing);
        expect(await at('x')).toEqual(missing);
      }
      const foreign = await add(user, ids.foreign);
      const none = await add(user, unknown);
      expect([foreign.status, none.status]).toEqual(seesAll ? [200, 400] : [403, 403]);
      const expected = seesAll ? formatAnswer(foreign, ids.foreign) : formatAnswer(none, unknown);
      expect(formatAnswer(foreign, ids.foreign)).toBe(expected);
    });
  });
});

const formatAnswer = (answer: { status: number; answer: object }, id: number): string =>
  JSON.stringify(answer).replaceAll(String(id), 'ID');

/** Activities in lists and timelines belong to these clients. */
const expectOnlyVisible = (data: unknown, visible: readonly number[]): void => {
  if (!Array.isArray(data)) return;
  for (const { qualifiedId } of data as { qualifiedId?: string }[]) {
    if (qualifiedId === undefined) continue;
    expect(visible).toContain(Number(qualifiedId.split('-')[1]));
  }
};
