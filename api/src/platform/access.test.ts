import { calls, isAtLeast, roleRank } from '@readerlens/contract';
import type { Access, CallDefinition, CallKey, Role } from '@readerlens/contract';
import { buildApi } from '../app.ts';
import type { Feature } from './feature.ts';
import { isAllowed, mayImpersonate } from './policy.ts';
import { addUser, testApi } from './testing/index.ts';

const api = testApi();
const keys = Object.keys(calls) as CallKey[];
const accessOf = (call: CallKey): Access => (calls[call] as CallDefinition).access;
const roles = Object.keys(roleRank) as Role[];
const anyParams = { token: 'x', field: 'x', segment: 'x', userId: '1', id: '1' };

/** The lowest role that may make a call; a claim that only some roles can hold counts as theirs. */
const minimumOf = (access: Access): Role => {
  if (access.kind === 'public') return 'Client';
  return access.role ?? (access.claim === 'reviewActivities' ? 'Internal' : 'Client');
};

describe('the routes', () => {
  it('answer every call of the contract, and no other', () => {
    const bound = api()
      .app.apiRoutes()
      .flatMap(({ call }) => call ?? []);
    expect([...new Set(bound)].sort()).toEqual([...keys].sort());
    expect(bound.filter((call) => !keys.includes(call as CallKey))).toEqual([]);
  });

  it('all say who may use them, calls in the words of the contract', () => {
    for (const { method, url, access, call } of api().app.apiRoutes()) {
      expect({ method, url, access }).toEqual({
        method,
        url,
        access: call ? accessOf(call as CallKey) : { kind: 'public' },
      });
    }
  });

  it('are open to strangers in these cases only', () => {
    const open = api()
      .app.apiRoutes()
      .filter(({ access, method }) => access?.kind === 'public' && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(open)].sort()).toEqual([
      'GET /api/docs/',
      'GET /api/docs/json',
      'GET /api/docs/static/*',
      'GET /api/docs/static/index.html',
      'GET /api/docs/static/swagger-initializer.js',
      'GET /api/docs/yaml',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/openapi.json',
      'GET /api/verify-registration-token/:token',
      'POST /api/auth',
      'POST /api/forgot-password',
      'POST /api/log/error',
      'POST /api/set-password/from-token',
    ]);
  });

  it.each([
    ['without access', {}],
    ['with other configuration', { config: { withSession: true } }],
  ])('%s keep the server from starting', async (_, options) => {
    const careless: Feature = ({ app }) => {
      app.get('/careless', options, () => 'secrets');
    };
    const { services } = api();
    await expect(buildApi({ services, features: [careless] })).rejects.toThrow(
      'These routes do not say who may use them: GET /api/careless',
    );
  });

  describe.each(keys.filter((call) => accessOf(call).kind === 'user'))('%s', (call) => {
    it('is refused to strangers, before the body is read', async () => {
      for (const body of [undefined, 'x'.repeat(2_000_000)]) {
        const { status, body: answer } = await api().call(call, { params: anyParams, body });
        expect([status, answer.code]).toEqual([401, 'unauthenticated']);
      }
    });

    it('is refused to every lower role, and to no other', async () => {
      const minimum = minimumOf(accessOf(call));
      for (const role of roles) {
        const user = await addUser(api().db, { role, review_activities: true });
        const params = { ...anyParams, userId: String(user.id) };
        const token = await api().tokenFor(user);
        const { status } = await api().call(call, { token, params, body: { wrong: true } });
        expect([role, status === 403]).toEqual([role, !isAtLeast(role, minimum)]);
      }
    });
  });

  it.each(
    keys.filter((call) => {
      const access = accessOf(call);
      return access.kind === 'user' && access.claim === 'reviewActivities';
    }),
  )('%s is refused to everybody without the claim', async (call) => {
    for (const role of roles) {
      const token = await api().tokenFor(await addUser(api().db, { role }));
      const { status } = await api().call(call, { token, params: anyParams, body: { wrong: true } });
      expect([role, status]).toEqual([role, 403]);
    }
  });
});

describe('isAllowed', () => {
  const holder = { role: 'Internal', claims: ['reviewActivities'], notificationLevel: 'Basic' } as const;

  it.each<[Access, boolean]>([
    [{ kind: 'public' }, true],
    [{ kind: 'user' }, true],
    [{ kind: 'user', role: 'Internal' }, true],
    [{ kind: 'user', role: 'Admin' }, false],
    [{ kind: 'user', claim: 'reviewActivities' }, true],
    [{ kind: 'user', claim: 'viewNotifications' }, false],
    [{ kind: 'user', level: 'Basic' }, true],
    [{ kind: 'user', level: 'Advanced' }, false],
    [{ kind: 'user', role: 'Client', claim: 'reviewActivities', level: 'None' }, true],
    [{ kind: 'user', role: 'Admin', claim: 'reviewActivities' }, false],
  ])('%j is %s', (access, expected) => {
    expect(isAllowed(access, holder)).toBe(expected);
  });
});

describe('mayImpersonate', () => {
  it('follows the rank of the roles', () => {
    const pairs = roles.flatMap((actor) =>
      roles
        .filter((target) => mayImpersonate({ id: 1, role: actor }, { id: 2, role: target, is_active: true }))
        .map((target) => `${actor} as ${target}`),
    );
    expect(pairs).toEqual([
      'Admin as Client',
      'Admin as Premium',
      'Admin as Internal',
      'SystemAdmin as Client',
      'SystemAdmin as Premium',
      'SystemAdmin as Internal',
      'SystemAdmin as Admin',
      'SystemAdmin as SystemAdmin',
    ]);
  });
});
