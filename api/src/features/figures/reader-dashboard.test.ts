import { blindedHeader } from '@readerlens/contract';
import type { CallAnswer, CallKey, Calls } from '@readerlens/contract';
import { emailOfPath, readerPath, findReaderPath } from '@readerlens/contract/readers';
import { sql } from 'kysely';
import { activityWorld, dayBefore, noon } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

type Answer<K extends CallKey> = CallAnswer<Calls[K]>;
const blindedHeaders = { [blindedHeader]: 'true' };
const timelines = [
  ['POST /api/reader-dashboard/timeline', 'readerId'],
  ['POST /api/reader-co-dashboard/timeline', 'orgId'],
] as const;

describeOnOneEngine('the reader dashboard', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;
  let count = 0;
  beforeAll(async () => {
    token = await world().tokenOf();
  });
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${(count += 1)}` });
  });

  const send = async (call: CallKey, parts: object, by = token) =>
    world().call(call, { token: by, ...parts });
  const readAnswer = async <K extends CallKey>(call: K, parts: object, by = token) => {
    const { status, body } = await send(call, parts, by);
    expect([status, body.message]).toEqual([200, '']);
    return body as unknown as Answer<K>;
  };
  const buildBody = (more: object = {}) => ({
    body: { filters: [{ field: 'Clients', value: [{ id: String(clientId) }] }], ...more },
  });
  const profile = async (idOrEmail: string, { headers = {}, by = token } = {}) =>
    readAnswer('GET /api/user-proxy', { query: { path: `user/${idOrEmail}?level=full` }, headers }, by);

  it('shows the profile as of the latest activity that the caller may see', async () => {
    const [before, after] = [
      await world().add('organisation', { name: 'Before', website: 'https://before.example' }),
      await world().add('organisation', { name: 'After' }),
    ];
    const readerId = await world().add('reader', {
      first_name: 'Ana',
      last_name: 'Ruiz',
      email: 'Ana.Ruiz+x?y/z@readers.example',
      title: 'Chemist',
      company: 'Acme Ltd',
      phone: '+1 555 0100',
      state: 'Ohio',
      linked_in: 'social.example/ana',
      client_consent: true,
      client_consent_at: '2025-03-04T00:00:00Z',
      organisation_id: after,
    });
    await world().addActivity({ clientId, readerId, at: noon(9), row: { organisation_id: before } });
    const other = await world().add('client', { name: `Other ${count}` });
    await world().addActivity({ clientId: other, readerId, at: noon(2), row: { organisation_id: after } });
    const expected = {
      id: String(readerId),
      firstName: 'Ana',
      lastName: 'Ruiz',
      company: 'Acme Ltd',
      email: 'Ana.Ruiz+x?y/z@readers.example',
      linkedIn: 'social.example/ana',
      jobTitle: 'Chemist',
      address: { country: null, state: 'Ohio', phone: '+1 555 0100' },
      clientConsent: true,
      clientConsentUpdatedDate: '2025-03-04',
    };
    const own = await world().tokenOf({ role: 'Client', clients: [clientId], communities: [1] });
    for (const name of [String(readerId), 'ana.ruiz+x?y/z@READERS.example']) {
      const { data } = await profile(name);
      expect(data).toMatchObject({ ...expected, orgName: 'After', readerOrgId: String(after) });
      const { data: seen } = await profile(name, { by: own });
      expect(seen).toMatchObject({ ...expected, orgName: 'Before', readerOrgId: String(before) });
    }
    const { data: masked } = await profile(String(readerId), { headers: blindedHeaders });
    expect(masked).toMatchObject({
      firstName: 'Reader',
      jobTitle: 'Chemist',
      email: expect.stringMatching(/^reader\d+@example$/),
      company: expect.stringMatching(/^Company \d+$/),
      linkedIn: null,
      address: { state: 'Ohio', phone: '+* *** ****' },
    });
    expect(JSON.stringify(masked)).not.toMatch(/Ana|Ruiz|Acme|After|555/);
    const organisation = { query: { path: `reader-org/${before}` } };
    expect((await readAnswer('GET /api/user-proxy', organisation)).data).toEqual({
      id: String(before),
      name: 'Before',
      website: 'https://before.example',
      companyType: [],
    });
    const blinded = await readAnswer('GET /api/user-proxy', { ...organisation, headers: blindedHeaders });
    expect(blinded.data).toMatchObject({ name: expect.stringMatching(/^Company \d+$/), website: null });
  });

  it('resolves an e-mail of several readers to the one with most activities in the scope of the caller', async () => {
    const email = `twice${count}@readers.example`;
    const [first, second, third] = [
      await world().add('reader', { email }),
      await world().add('reader', { email: email.toUpperCase() }),
      await world().add('reader', { email }),
    ];
    const other = await world().add('client', { name: `Other ${count}` });
    for (const readerId of [first, second, second]) await world().addActivity({ clientId, readerId });
    for (let more = 0; more < 3; more += 1) await world().addActivity({ clientId: other, readerId: third });
    const tokenFor = async (client: number) =>
      world().tokenOf({ role: 'Client', clients: [client], communities: [1] });
    const [own, foreign] = [await tokenFor(clientId), await tokenFor(other)];
    const readProfileId = async (by: string) => ((await profile(email, { by })).data as { id: string }).id;
    expect([await readProfileId(token), await readProfileId(own), await readProfileId(foreign)]).toEqual(
      [third, second, third].map(String),
    );
    await world().addActivity({ clientId, readerId: first });
    expect(await readProfileId(own)).toBe(String(first));
    // Their e-mail leads to one of them only, but the caller of the other client sees just one.
    const { data: rows } = await readAnswer('POST /api/most-active-readers', buildBody(), own);
    expect(rows.map((row) => row.userIdOrEmail)).toEqual([first, second].map(String));
    const body = { filters: [{ field: 'Clients', value: [{ id: String(other) }] }] };
    const { data: theirs } = await readAnswer('POST /api/most-active-readers', { body }, foreign);
    expect(theirs.map((row) => row.userIdOrEmail)).toEqual([email]);
    const unclear = await world().add('reader', { email: 'a___b@readers.example' });
    await world().addActivity({ clientId: other, readerId: unclear });
    const { data: most } = await readAnswer('POST /api/most-active-readers', { body }, foreign);
    expect(most.at(-1)?.userIdOrEmail).toBe(String(unclear));
  });

  it('is reached from every row by an address of this reader only', async () => {
    const emails = ['_.', '._', '.', '___'].map((between) => `john${between}doe${count}@x.example`);
    const own = await Promise.all(
      emails.map((email) => world().add('reader', { email, first_name: 'John' })),
    );
    const twice = `twice.${count}@x.example`;
    const shared = [
      await world().add('reader', { email: twice, first_name: 'One' }),
      await world().add('reader', { email: twice.toUpperCase(), first_name: 'Two' }),
    ];
    for (const readerId of [...own, ...shared]) await world().addActivity({ clientId, readerId });
    const { items } = await readAnswer('POST /api/analytics/search', buildBody());
    const details = await Promise.all(
      items.map(async ({ id, activityType: type }) => {
        const params = { type, id };
        return (await readAnswer('GET /api/analytics/search-details/{type}/{id}', { params })).data;
      }),
    );
    const { data: most } = await readAnswer('POST /api/most-active-readers', buildBody());
    const links = [
      ...[...items, ...details].map((row) => [row.userId, readerPath(row)]),
      ...most.map((row) => [row.readerId, findReaderPath(row.userIdOrEmail) ?? '']),
    ];
    expect(links).toHaveLength(3 * (own.length + shared.length));
    for (const [id, path = ''] of links) {
      const part = decodeURIComponent(path.split('/').at(-1) ?? '');
      const { data } = await profile(part.includes('@') ? emailOfPath(part) : part);
      expect([path, (data as { id: string }).id]).toEqual([path, id]);
    }
  });

  it('shows as many recent activities as asked for, five by default', async () => {
    const readerId = await world().add('reader', {});
    const gated = await world().add('document', { title: 'Gated', open_access: 1 });
    const open = await world().add('document', { title: 'Open', open_access: 2 });
    for (let day = 1; day <= 8; day += 1)
      await world().addActivity({
        clientId,
        readerId,
        at: noon(day),
        documentId: day % 2 ? gated : open,
        type: day % 3 ? 'Engagement' : 'CustomerRequest',
        row: { quality: day === 8 ? null : (day % 3) + 1 },
      });
    const call = 'POST /api/reader-dashboard';
    const ofReader = (more: object = {}) => buildBody({ readerId: String(readerId), ...more });
    const days = (rows: readonly { date: string }[]) =>
      rows.map(({ date }) => Math.round((Date.now() - Date.parse(date)) / 86_400_000));
    const ago = (...expected: number[]) => expected.map((day) => noon(day).slice(0, 10));
    const dates = (rows: readonly { date: string }[]) => rows.map(({ date }) => date.slice(0, 10));
    expect(days((await readAnswer(`${call}/recent-activities`, ofReader())).data)).toHaveLength(5);
    const two = await readAnswer(`${call}/recent-activities`, ofReader({ size: 2 }));
    expect(dates(two.data)).toEqual(ago(1, 2));
    const requests = await readAnswer(`${call}/recent-customer-requests`, ofReader());
    expect(dates(requests.data)).toEqual(ago(3, 6));
    const none = ofReader({ activityTypes: ['Webinar'] });
    expect((await readAnswer(`${call}/recent-customer-requests`, none)).data).toEqual([]);

    const path = { companyIds: String(clientId), idOrEmail: String(readerId), size: '5' };
    const ofPath = async (kind: 'active' | 'gated', query = {}) =>
      dates(
        (
          await readAnswer(`GET /api/reader-dashboard/{companyIds}/recent-${kind}/{idOrEmail}/{size}`, {
            params: path,
            query,
          })
        ).data,
      );
    expect(await ofPath('gated')).toEqual(ago(1, 3, 5, 7));
    expect(await ofPath('active')).toEqual(ago(1, 2, 3, 4, 5));
    expect(await ofPath('active', { qualities: '1' })).toEqual(ago(3, 6));
    expect(await ofPath('active', { qualities: '1, 3' })).toEqual(ago(2, 3, 5, 6));
  });

  it('count activities without a quality in its paths, unless qualities are named', async () => {
    const readerId = await world().add('reader', {});
    await world().addActivity({ clientId, readerId, row: { quality: null } });
    const of = async (query = {}) => {
      const { data } = await readAnswer(
        'GET /api/reader-dashboard/{companyIds}/recent-active/{idOrEmail}/{size}',
        { params: { companyIds: String(clientId), idOrEmail: String(readerId), size: '5' }, query },
      );
      return (data as unknown[]).length;
    };
    expect([await of(), await of({ qualities: '1,2,3' })]).toEqual([1, 0]);
  });

  it('names the parts of a path that are invalid', async () => {
    const readerId = await world().add('reader', {});
    await world().addActivity({ clientId, readerId, row: { quality: 1 } });
    const path = {
      companyIds: String(clientId),
      idOrEmail: String(readerId),
      category: 'community',
      from: '-',
      to: '-',
    };
    const call = 'GET /api/reader-dashboard/{companyIds}/by-category/{idOrEmail}/{category}/{from}/{to}';
    const get = async (params: object, query = {}) => {
      const { status, body } = await send(call, { params: { ...path, ...params }, query });
      const [detail] = (body.details ?? []) as { path: string }[];
      return [status, detail?.path];
    };
    expect(await get({})).toEqual([200, undefined]);
    expect(await get({ from: dayBefore(2), to: dayBefore(1) })).toEqual([200, undefined]);
    expect(await get({ from: '2026-02-30' })).toEqual([400, 'from']);
    expect(await get({ to: 'today' })).toEqual([400, 'to']);
    expect(await get({ from: '2026-02-02', to: '2026-02-01' })).toEqual([400, 'to']);
    expect(await get({}, { qualities: '4' })).toEqual([400, 'qualities']);
    expect(await get({ category: 'constructor' })).toEqual([404, undefined]);
    expect(await get({ companyIds: ',' })).toEqual([400, 'companyIds']);
    for (const size of ['0', '201', 'x']) {
      const recent = 'GET /api/reader-dashboard/{companyIds}/recent-active/{idOrEmail}/{size}';
      expect((await send(recent, { params: { ...path, size } })).status).toBe(400);
    }
  });

  it('lists the unclassified activities of a pie last, whatever its size', async () => {
    const readerId = await world().add('reader', {});
    const stages = ['Early', 'Middle', 'Middle', 'Late', 'Late', 'Late', ...Array(9).fill('Unclassified')];
    for (const stage of stages) await world().addActivity({ clientId, readerId, stage });
    const { data } = await readAnswer('POST /api/reader-dashboard/by-field/{field}', {
      params: { field: 'BuyersJourneyStage' },
      ...buildBody({ readerId: String(readerId), size: 2 }),
    });
    expect(data.map(({ name, value }) => [name, value])).toEqual([
      ['Late', 3],
      ['Middle', 2],
      ['Unclassified', 9],
    ]);
  });

  it.each(timelines)(
    '%s continues exactly after its parts, also within one instant',
    async (call, subject) => {
      const orgId = await world().add('organisation', { name: 'Acme' });
      const readerId = await world().add('reader', {});
      const add = async (at: string) =>
        world().addActivity({ clientId, readerId, at, row: { organisation_id: orgId } });
      const added: string[] = [];
      for (const at of [noon(3), noon(3), noon(3), noon(2), noon(2), noon(1), noon(5)])
        added.push(await add(at));
      // Microseconds apart: a place in milliseconds would repeat or skip some.
      const micros = sql`UPDATE engagement SET occurred_at = occurred_at + id * interval '1 microsecond'
      WHERE client_id = ${clientId} AND occurred_at >= ${noon(3)}::timestamptz AND occurred_at < ${noon(2)}::timestamptz`;
      await micros.execute(db().kysely);
      const part = async (after?: string) =>
        readAnswer(
          call,
          buildBody({
            [subject]: String(subject === 'orgId' ? orgId : readerId),
            size: 2,
            ...(after ? { after } : {}),
          }),
        );
      const seen: string[] = [];
      let next: string | null | undefined;
      for (let parts = 0; next !== null; parts += 1) {
        expect(parts).toBeLessThan(5);
        const answer = await part(next);
        seen.push(...answer.data.map(({ id }) => id));
        next = answer.next;
        // Newer than all parts that follow.
        await add(noon(0.5));
      }
      expect(seen).toEqual([5, 4, 3, 2, 1, 0, 6].map((index) => added[index]));
      for (const after of ['x', '1_', '1_1', '_1-1', `${'9'.repeat(17)}_1-1`]) {
        const { status, body } = await send(call, buildBody({ [subject]: '1', after }));
        expect([status, body.details]).toEqual([400, [expect.objectContaining({ path: 'after' })]]);
      }
    },
  );
});
