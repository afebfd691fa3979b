import { Registry } from 'prom-client';
import { calls, claims, isAllowed, isAtLeast, notificationLevels, roleRank } from '@readerlens/contract';
import type {
  Access,
  AccessRule,
  CallDefinition,
  CallKey,
  Claim,
  NotificationLevel,
  ProductClaim,
  Role,
} from '@readerlens/contract';
import { buildApi } from './app.ts';
import type { Feature } from './people/services.ts';
import { listClaims, mayImpersonate } from './people/policy.ts';
import { addApiClient } from './people/testing/api-client.ts';
import type { UserRow } from './people/tables.ts';
import { addUser, testApi } from './platform/testing/index.ts';
import type { NewUser } from './platform/testing/index.ts';

const api = testApi();
const keys = Object.keys(calls) as CallKey[];
const readAccess = (call: CallKey): Access => (calls[call] as CallDefinition).access;
const roles = Object.keys(roleRank) as Role[];
// No user has the id 0: a DELETE has no body that could be invalid.
const anyParams = {
  token: 'x',
  field: 'x',
  segment: 'x',
  userId: '1',
  id: '0',
  sessionId: 'x',
  apiClientId: 'x',
};

const readRule = (call: CallKey): AccessRule => {
  const access = readAccess(call);
  return access.kind === 'user' ? access : {};
};

/** All grants of a user other than the role. */
const granted = {
  review_activities: true,
  view_notifications: true,
  access_marketing_performance: true,
  notification_claim_level: 'Admin',
} as const satisfies NewUser;

/** Columns that remove a claim; undefined if it depends on the role only. */
const withoutClaim: Record<ProductClaim, NewUser | undefined> = {
  reviewActivities: { review_activities: false },
  viewNotifications: { view_notifications: false },
  accessMarketingPerformance: { access_marketing_performance: false },
  manageNotifications: { notification_claim_level: 'None' },
  manageOnboardingForms: undefined,
  'cr-engagement-read': { denied_activity_types: ['Engagement'] },
  'cr-customerrequest-read': { denied_activity_types: ['CustomerRequest'] },
  'cr-webinar-read': { denied_activity_types: ['Webinar'] },
  'cr-event-read': { denied_activity_types: ['Event'] },
};

/** Claims that only staff can hold. */
const staffClaims: readonly Claim[] = ['reviewActivities', 'manageOnboardingForms'];
const mayHold = (role: Role, claim: Claim) => !staffClaims.includes(claim) || isAtLeast(role, 'Internal');

const users = new Map<string, Promise<{ user: UserRow; token: string }>>();

/** A user with a role and columns, shared by all calls. */
const userWith = (role: Role, columns: NewUser = {}) => {
  const key = JSON.stringify([role, columns]);
  const create = async () => {
    const user = await addUser(api().db, { ...granted, activity_fields: ['ReaderOrgs'], ...columns, role });
    return { user, token: await api().tokenFor(user) };
  };
  const created = users.get(key) ?? create();
  users.set(key, created);
  return created;
};

const answers = new Map<string, Promise<boolean>>();

/** Whether a call returns 403; its body is invalid, so that it has no effect. Several tests ask the same, which is called once. */
const isForbidden = (call: CallKey, role: Role, columns?: NewUser): Promise<boolean> => {
  const key = JSON.stringify([call, role, columns]);
  const ask = async () => {
    const { user, token } = await userWith(role, columns);
    const params = { ...anyParams, userId: String(user.id) };
    return (await api().call(call, { token, params, body: { wrong: true } })).status === 403;
  };
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return answer;
};

const apiClients = new Map<Role, ReturnType<typeof addApiClient>>();

/** An API client of a user with a role, shared by all calls. */
const apiClientWith = (role: Role) => {
  const client = apiClients.get(role) ?? addApiClient(api(), { ...granted, role });
  apiClients.set(role, client);
  return client;
};

/** The contract does not know the calls of the backends of areas. */
const backendUrl = '/api/x/:area/*';

describe('the routes', () => {
  it('match the calls of the contract', () => {
    const bound = api()
      .app.apiRoutes()
      .flatMap(({ call }) => call ?? []);
    expect([...new Set(bound)].sort()).toEqual([...keys].sort());
    expect(bound.filter((call) => !keys.includes(call as CallKey))).toEqual([]);
  });

  it('all declare their access, for calls that of the contract', () => {
    for (const { method, url, access, call } of api().app.apiRoutes()) {
      expect({ method, url, access }).toEqual({
        method,
        url,
        access: call ? readAccess(call as CallKey) : { kind: url === backendUrl ? 'user' : 'public' },
      });
    }
  });

  it('are public in these cases only', () => {
    const open = api()
      .app.apiRoutes()
      .filter(({ access, method }) => access?.kind === 'public' && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(open)].sort()).toEqual([
      'GET /api/activity-report-file/:token',
      'GET /api/area-backends/keys',
      'GET /api/areas/proven',
      'GET /api/auth/oidc/callback',
      'GET /api/auth/oidc/start',
      'GET /api/docs/',
      'GET /api/docs/json',
      'GET /api/docs/static/*',
      'GET /api/docs/static/index.html',
      'GET /api/docs/static/swagger-initializer.js',
      'GET /api/docs/yaml',
      'GET /api/files/:token',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/notification-unsubscribe/:token',
      'GET /api/onboarding-download/:token',
      'GET /api/openapi.json',
      'GET /api/verify-registration-token/:token',
      'PATCH /api/deploys/:area/canary',
      'POST /api/areas/preview/check',
      'POST /api/auth',
      'POST /api/auth/oidc/token',
      'POST /api/deploys/:area/canary',
      'POST /api/deploys/:area/canary/promote',
      'POST /api/deploys/:area/deploy',
      'POST /api/deploys/:area/preview',
      'POST /api/deploys/:area/rollback',
      'POST /api/deploys/:area/uploads',
      'POST /api/deploys/:area/uploads/:version/finish',
      'POST /api/deploys/:area/withdraw',
      'POST /api/forgot-password',
      'POST /api/log/error',
      'POST /api/notification-unsubscribe/:token',
      'POST /api/set-password/from-token',
      'POST /api/token',
      'PUT /api/deploys/:area/uploads/:version/file',
    ]);
  });

  it.each([
    ['without access', {}],
    ['with other configuration', { config: { withSession: true } }],
  ])('%s prevent the server from starting', async (_, options) => {
    const careless: Feature = ({ app }) => {
      app.get('/careless', options, () => 'secrets');
    };
    // A new registry, because the API under test has registered the metrics in its own.
    const services = { ...api().services, metrics: new Registry() };
    await expect(buildApi({ services, features: [careless] })).rejects.toThrow(
      'Routes without declared access: GET /api/careless',
    );
  });

  describe.each(keys.filter((call) => readAccess(call).kind === 'user'))('%s', (call) => {
    it('returns 401 without a session, before the body is read', async () => {
      for (const body of [undefined, 'x'.repeat(2_000_000)]) {
        const { status, body: answer } = await api().call(call, { params: anyParams, body });
        expect([status, answer.code]).toEqual([401, 'unauthenticated']);
      }
    });

    const { role: minimum = 'Client', claim, level } = readRule(call);
    const definition: CallDefinition = calls[call];
    const isOpenToPrograms = definition.api === true;

    it(`is ${isOpenToPrograms ? 'open' : 'forbidden'} to API clients`, async () => {
      for (const role of roles) {
        const { user, token } = await apiClientWith(role);
        const params = { ...anyParams, userId: String(user.id) };
        const { status, body } = await api().call(call, { token, params, body: { wrong: true } });
        const isRefused = body.message === 'An API client cannot make this call.';
        const isForbiddenToUser = await isForbidden(call, role);
        expect([role, isRefused, status === 403]).toEqual([
          role,
          !isOpenToPrograms,
          !isOpenToPrograms || isForbiddenToUser,
        ]);
      }
    });

    // A program sends what only its own system knows: decision 43.
    if (isOpenToPrograms && call !== 'POST /api/marketing-data/{clientId}/uploads/{kind}')
      it('only reads', () => {
        expect(definition.reads ?? call.startsWith('GET ')).toBe(true);
      });

    it('is forbidden for lower roles only', async () => {
      for (const role of roles) {
        const isOpen = isAtLeast(role, minimum) && (!claim || mayHold(role, claim));
        expect([role, await isForbidden(call, role)]).toEqual([role, !isOpen]);
      }
    });

    const without = claim && withoutClaim[claim as ProductClaim];
    if (without)
      it(`is forbidden without ${claim}`, async () => {
        for (const role of roles)
          expect([role, await isForbidden(call, role, without)]).toEqual([role, true]);
      });

    if (level)
      it(`is forbidden below the notification level ${level}`, async () => {
        const rank = (each: NotificationLevel) => notificationLevels.indexOf(each);
        for (const role of roles.filter((each) => isAtLeast(each, minimum)))
          for (const each of notificationLevels)
            expect([role, each, await isForbidden(call, role, { notification_claim_level: each })]).toEqual([
              role,
              each,
              rank(each) < rank(level),
            ]);
      });
  });
});

describe('claims', () => {
  it.each(claims)('%s is held only by users with the grant', async (claim) => {
    for (const role of roles) {
      const holds = async (columns?: NewUser) =>
        listClaims((await userWith(role, columns)).user).includes(claim);
      expect([role, await holds()]).toEqual([role, mayHold(role, claim)]);
      const without = withoutClaim[claim];
      expect([role, without !== undefined && (await holds(without))]).toEqual([role, false]);
    }
  });
});

describe('isAllowed', () => {
  const holder = { role: 'Internal', claims: ['reviewActivities'], notificationLevel: 'Basic' } as const;

  it.each<[AccessRule, boolean]>([
    [{}, true],
    [{ role: 'Internal' }, true],
    [{ role: 'Admin' }, false],
    [{ claim: 'reviewActivities' }, true],
    [{ claim: 'viewNotifications' }, false],
    [{ level: 'Basic' }, true],
    [{ level: 'Advanced' }, false],
    [{ role: 'Client', claim: 'reviewActivities', level: 'None' }, true],
    [{ role: 'Admin', claim: 'reviewActivities' }, false],
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
