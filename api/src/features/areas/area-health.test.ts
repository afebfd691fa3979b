import type { AreaSample } from '@readerlens/contract';
import { addUser, describeOnOneEngine, setDate, testApi } from '../../platform/testing/index.ts';
import type { NewUser } from '../../platform/testing/index.ts';

describeOnOneEngine('area samples and health', (db) => {
  const api = testApi({}, {}, db);
  afterEach(() => jest.useRealTimers());
  const createToken = async (user: NewUser = {}) => api().tokenFor(await addUser(api().db, user));
  const send = async (samples: unknown[], token?: string) =>
    api().call('POST /api/areas/samples', { token: token ?? (await createToken()), body: { samples } });
  const health = async (query: Record<string, string> = {}) =>
    api().call('GET /api/areas/health', { token: await createToken({ role: 'Internal' }), query });
  const clear = () => api().db.kysely.deleteFrom('area_sample').execute();

  const of = (kind: AreaSample['kind'], more: Partial<AreaSample> = {}): AreaSample => ({
    area: 'analytics',
    version: 'v1',
    kind,
    ...more,
  });
  const loads = (...values: number[]) => values.map((value) => of('load', { value }));

  beforeEach(clear);

  it('is aggregated to durations, failures and vitals per version, newest version first', async () => {
    await send([
      ...loads(100, 200, 300, 400, 500),
      of('mount', { value: 20 }),
      of('failure', { phase: 'load', failure: 'timeout' }),
      of('failure', { phase: 'run', failure: 'error' }),
      of('failure', { phase: 'mount', failure: 'error' }),
      of('fallback'),
      of('vital', { vital: 'LCP', value: 1200 }),
      of('vital', { vital: 'CLS', value: 0.125 }),
      ...[20, 20, 20].map((value) => of('mount', { value })),
      of('leftover', { resource: 'nodes', value: 12 }),
      of('leftover', { resource: 'listeners', value: 1 }),
      of('leftover', { resource: 'listeners', value: 1 }),
      of('leftover', { resource: 'patched', value: 2 }),
      of('leftover', { resource: 'late', value: 1 }),
    ]);
    await send([
      of('failure', { version: 'v2', phase: 'load', failure: 'missing' }),
      of('leftover', { version: 'v2', resource: 'patched', value: 2 }),
      { ...of('load', { value: 7 }), area: 'review' },
    ]);
    const { status, body } = await health();
    expect(status).toBe(200);
    const empty = { LCP: null, INP: null, CLS: null };
    const nothing = { nodes: 0, listeners: 0, timers: 0, patched: 0, late: 0 };
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(body.data).toEqual([
      {
        area: 'analytics',
        version: 'v2',
        firstSeen: day,
        lastSeen: day,
        loads: 0,
        loadMs: null,
        mountMs: null,
        failures: { timeout: 0, missing: 1, error: 0 },
        fallbacks: 0,
        vitals: empty,
        // It never showed content, so there is no visit to divide by.
        leftovers: { ...nothing, patched: 2 },
      },
      expect.objectContaining({ area: 'review', loads: 1, loadMs: { p50: 7, p75: 7, p95: 7 } }),
      {
        area: 'analytics',
        version: 'v1',
        firstSeen: day,
        lastSeen: day,
        loads: 5,
        loadMs: { p50: 300, p75: 400, p95: 480 },
        mountMs: { p50: 20, p75: 20, p95: 20 },
        failures: { timeout: 1, missing: 0, error: 2 },
        fallbacks: 1,
        vitals: {
          ...empty,
          LCP: { p50: 1200, p75: 1200, p95: 1200 },
          CLS: { p50: 0.125, p75: 0.125, p95: 0.125 },
        },
        leftovers: { nodes: 3, listeners: 0.5, timers: 0, patched: 0.5, late: 0.25 },
      },
    ]);
  });

  it('tells the widgets of a version apart from the area itself', async () => {
    const widget = { widget: 'card' };
    await send([
      of('mount', { value: 20 }),
      of('mount', { ...widget, value: 50 }),
      of('failure', { ...widget, phase: 'load', failure: 'missing' }),
      of('leftover', { ...widget, resource: 'nodes', value: 3 }),
    ]);
    const { data } = (await health()).body;
    expect(data).toMatchObject([
      { version: 'v1', mountMs: { p50: 20 }, failures: { missing: 0 }, leftovers: { nodes: 0 } },
      { version: 'v1', ...widget, mountMs: { p50: 50 }, failures: { missing: 1 }, leftovers: { nodes: 3 } },
    ]);
    expect(data).not.toHaveProperty('0.widget');
  });

  it('can be requested by days', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const rows = [0.5, 3, 12].map((days) => ({ ...of('fallback', { version: `d${days}` }), at: at(days) }));
    await api().db.kysely.insertInto('area_sample').values(rows).execute();
    const versions = async (query: Record<string, string> = {}) =>
      ((await health(query)).body.data as { version: string }[]).map(({ version }) => version);
    expect(await versions({ days: '1' })).toEqual(['d0.5']);
    expect(await versions()).toEqual(['d0.5', 'd3']);
    expect(await versions({ days: '30' })).toEqual(['d0.5', 'd3', 'd12']);
  });

  it('is empty without reports', async () => {
    expect((await health()).body.data).toEqual([]);
  });

  it.each(['0', '31', '1.5', 'many', ''])('refuses %j days', async (days) => {
    const { status, body } = await health({ days });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', details: [{ path: 'days' }] });
  });

  it('is limited to staff', async () => {
    for (const role of ['Client', 'Premium'] as const) {
      const answer = await api().call('GET /api/areas/health', { token: await createToken({ role }) });
      expect(answer.status).toBe(403);
    }
    expect((await api().call('GET /api/areas/health')).status).toBe(401);
  });

  it.each<[string, object, string]>([
    ['a load without its time', of('load'), 'value'],
    ['a mount with a vital', of('mount', { value: 1, vital: 'LCP' }), 'vital'],
    ['a failure without its phase', of('failure', { failure: 'error' }), 'phase'],
    ['a failure without its kind', of('failure', { phase: 'run' }), 'failure'],
    ['a failure with a time', of('failure', { phase: 'run', failure: 'error', value: 3 }), 'value'],
    ['a fall-back with a time', of('fallback', { value: 3 }), 'value'],
    ['a vital without its name', of('vital', { value: 3 }), 'vital'],
    ['a leftover without its resource', of('leftover', { value: 3 }), 'resource'],
    ['a load with a resource', of('load', { value: 1, resource: 'nodes' }), 'resource'],
    ['a vital without its value', of('vital', { vital: 'INP' }), 'value'],
    ['a negative time', of('load', { value: -1 }), 'value'],
    ['a time as text', { ...of('load'), value: '12' }, 'value'],
    ['an unknown kind', { ...of('load', { value: 1 }), kind: 'guess' }, 'kind'],
    ['an invalid area', { ...of('load', { value: 1 }), area: '../etc' }, 'area'],
    ['an invalid widget', { ...of('load', { value: 1 }), widget: '../etc' }, 'widget'],
    ['an invalid version', { ...of('load', { value: 1 }), version: 'a b' }, 'version'],
    ['an unknown field', { ...of('load', { value: 1 }), email: 'a@b.example' }, 'email'],
  ])('is refused with %s, reports the path, and stores nothing', async (_, bad, part) => {
    const { status, body } = await send([of('fallback'), bad]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', details: [{ path: `samples.1.${part}` }] });
    expect((await health()).body.data).toEqual([]);
  });

  it('tells which versions are proven: shown to users, with at most one failure per ten visits', async () => {
    const mounts = (version: string, times: number) =>
      Array.from({ length: times }, () => of('mount', { version, value: 20 }));
    const failure = (version: string) => of('failure', { version, phase: 'mount', failure: 'error' });
    await send([
      ...mounts('good', 1),
      ...mounts('mostly-good', 10),
      failure('mostly-good'),
      ...mounts('bad', 9),
      failure('bad'),
      of('load', { version: 'only-loaded', value: 5 }),
      { ...of('mount', { version: 'v1', value: 5 }), area: 'review' },
    ]);
    const proven = async (area: string, versions: string) =>
      (await api().call('GET /api/areas/proven', { query: { area, versions } })).body.data;
    expect(await proven('analytics', 'good,mostly-good,bad,only-loaded,v1')).toEqual(['good', 'mostly-good']);
    expect(await proven('analytics', 'bad')).toEqual([]);
    expect(await proven('review', 'v1')).toEqual(['v1']);
    const { status } = await api().call('GET /api/areas/proven', { query: { area: 'review', versions: '' } });
    expect(status).toBe(400);
  });

  it('does not count a version as proven if one of its widgets fails, or by its widgets alone', async () => {
    const failure = { phase: 'mount', failure: 'error' } as const;
    const card = (kind: AreaSample['kind'], version: string, more: Partial<AreaSample> = {}) =>
      of(kind, { version, widget: 'card', ...more });
    await send([
      ...['good', 'bad-card'].map((version) => of('mount', { version, value: 20 })),
      ...['good', 'only-card', 'bad-area'].map((version) => card('mount', version, { value: 5 })),
      card('failure', 'bad-card', failure),
      of('failure', { version: 'bad-area', ...failure }),
    ]);
    const query = { area: 'analytics', versions: 'good,bad-card,only-card,bad-area' };
    expect((await api().call('GET /api/areas/proven', { query })).body.data).toEqual(['good']);
  });

  it('lets no single person take the proof of a version away', async () => {
    const people = await Promise.all([createToken(), createToken(), createToken()]);
    const proven = async () =>
      (await api().call('GET /api/areas/proven', { query: { area: 'analytics', versions: 'v1' } })).body.data;
    const failures = Array.from({ length: 100 }, () => of('failure', { phase: 'run', failure: 'error' }));
    await send([of('mount', { value: 20 })], people[0]);
    for (let batch = 0; batch < 8; batch += 1) await send(failures, people[1]);
    expect(await proven()).toEqual(['v1']);
    await send([of('failure', { phase: 'mount', failure: 'error' })], people[2]);
    expect(await proven()).toEqual([]);
    const stored = await api()
      .db.kysely.selectFrom('area_sample')
      .groupBy('person')
      .select(({ fn }) => fn.countAll<number>().as('samples'))
      .orderBy('samples')
      .execute();
    expect(stored.map(({ samples }) => samples)).toEqual([1, 1, 800]);
  });

  it('is accepted from any logged-in user, up to a hundred per request', async () => {
    const body = { samples: loads(1) };
    expect((await api().call('POST /api/areas/samples', { body })).status).toBe(401);
    expect((await send([])).status).toBe(400);
    expect((await send(Array.from({ length: 101 }, () => of('fallback')))).status).toBe(400);
    expect((await send(Array.from({ length: 100 }, () => of('fallback')))).status).toBe(200);
  });

  it('is limited per user by the number of samples, so that many short visits are no attack', async () => {
    const [visitor, script] = await Promise.all([createToken(), createToken()]);
    const full = Array.from({ length: 100 }, () => of('fallback'));
    const sendTimes = async (count: number, samples: AreaSample[], token: string) => {
      const answers: number[] = [];
      while (answers.length < count) answers.push((await send(samples, token)).status);
      return answers;
    };
    setDate(Date.now());
    expect(new Set(await sendTimes(200, [of('fallback')], visitor))).toEqual(new Set([200]));
    const answers = await sendTimes(61, full, script);
    expect(answers.filter((status) => status === 200)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
    expect((await send([of('fallback')])).status).toBe(200);
  });
});
