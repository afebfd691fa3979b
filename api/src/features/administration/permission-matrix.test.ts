import { accountPermissions, mayDo, roleRank } from '@readerlens/contract';
import type { AccountAction, Role } from '@readerlens/contract';
import { share, testSeed } from '@readerlens/filters/testing';
import { decodeJwt } from 'jose';
import type { UserRow } from '../../people/tables.ts';
import { addUser, testApi } from '../../platform/testing/index.ts';
import type { TestResponse } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

const notes = {
  area: 'notes',
  name: 'Notes',
  claims: [{ claim: 'area:notes:edit' as const, label: 'Edit' }],
};
const api = testApi({}, { listAreaClaims: async () => [notes] });
const addEntitled = clientsWithUsers(api);
const roles = Object.keys(roleRank) as Role[];

interface Attempt {
  readonly token: string;
  readonly target: UserRow;
}

const patch =
  (body: object) =>
  ({ token, target }: Attempt): Promise<TestResponse> =>
    api().call('PATCH /api/user/{id}', { token, params: { id: String(target.id) }, body });

/** One request for each action, and for each field of the actions with several. All have an effect if they are allowed. */
const attempts: readonly [AccountAction, string, (attempt: Attempt) => Promise<TestResponse>][] = [
  [
    'view',
    'account',
    ({ token, target }) => api().call('GET /api/user/{id}', { token, params: { id: String(target.id) } }),
  ],
  ['rename', 'firstName', patch({ firstName: 'Other' })],
  ['rename', 'lastName', patch({ lastName: 'Other' })],
  [
    'changeEmail',
    'email',
    ({ token, target }) => patch({ email: `moved-${target.email}` })({ token, target }),
  ],
  // A role that is not the target's: whether it is offered is another test.
  [
    'changeRole',
    'role',
    ({ token, target }) =>
      patch({ role: target.role === 'Client' ? 'Internal' : 'Client', companies: ['11'] })({ token, target }),
  ],
  ['changeClients', 'companies', patch({ companies: ['11', '12'] })],
  ['changeClients', 'communities', patch({ communities: ['1'] })],
  ['changeFilterAccess', 'activityFields', patch({ activityFields: ['ReaderOrgsLookup'] })],
  ['changeFilterAccess', 'analystTags', patch({ analystTags: ['111'] })],
  ['changeNotifications', 'viewNotifications', patch({ viewNotifications: true })],
  ['changeNotifications', 'notificationClaimLevel', patch({ notificationClaimLevel: 'Basic' })],
  ['changeApiAccess', 'enableApiAccess', patch({ enableApiAccess: true })],
  ['changeReviewActivities', 'reviewActivities', patch({ reviewActivities: true })],
  ['changeMarketingPerformance', 'accessMarketingPerformance', patch({ accessMarketingPerformance: true })],
  ['changeAreaClaims', 'areaClaims', patch({ areaClaims: ['area:notes:edit'] })],
  [
    'changeSearches',
    'default columns',
    ({ token, target }) =>
      api().call('PUT /api/default-columns', { token, body: { userId: String(target.id), columns: [] } }),
  ],
  [
    'changeSearches',
    'default filters',
    ({ token, target }) =>
      api().call('PUT /api/default-filters', {
        token,
        body: { userId: String(target.id), filters: [], indices: [] },
      }),
  ],
  [
    'changeSearches',
    'saved search',
    ({ token, target }) =>
      api().call('POST /api/saved-searches', {
        token,
        body: {
          userId: String(target.id),
          name: 'Of another',
          filters: [
            { field: 'RelativeDateRange', value: '-1y' },
            { field: 'Clients', value: [{ id: '11' }] },
          ],
          indices: [],
        },
      }),
  ],
  [
    'resetPassword',
    'account',
    ({ token, target }) => api().call('POST /api/forgot-password', { token, body: { email: target.email } }),
  ],
  [
    'viewSessions',
    'account',
    ({ token, target }) =>
      api().call('GET /api/user/{id}/sessions', { token, params: { id: String(target.id) } }),
  ],
  [
    'endSessions',
    'all',
    ({ token, target }) =>
      api().call('DELETE /api/user/{id}/sessions', { token, params: { id: String(target.id) } }),
  ],
  [
    'endSessions',
    'one',
    async ({ token, target }) =>
      api().call('DELETE /api/user/{id}/sessions/{sessionId}', {
        token,
        params: { id: String(target.id), sessionId: decodeJwt(await api().tokenFor(target)).sid as string },
      }),
  ],
  [
    'resendRegistration',
    'account',
    ({ token, target }) =>
      api().call('GET /api/user/{id}/resend-registration-email', {
        token,
        params: { id: String(target.id) },
      }),
  ],
  [
    'delete',
    'account',
    ({ token, target }) => api().call('DELETE /api/user/{id}', { token, params: { id: String(target.id) } }),
  ],
  [
    'impersonate',
    'account',
    ({ token, target }) =>
      api().call('POST /api/auth/impersonate', { token, body: { targetUserId: String(target.id) } }),
  ],
];

/** Acting as oneself is answered with 400 to everybody, and one's clients are not changed with one's role. */
const ownAttempts = attempts
  .filter(([action]) => action !== 'impersonate')
  .map(([action, field, attempt]) =>
    field === 'role'
      ? ([
          action,
          field,
          ({ token, target }: Attempt) =>
            patch({ role: target.role === 'Internal' ? 'Client' : 'Internal' })({ token, target }),
        ] as const)
      : ([action, field, attempt] as const),
  );

/** 403 and 404 refuse the action; 400 and 409 are answers to a person who may do it. */
const isRefused = ({ status }: TestResponse) => status === 403 || status === 404;

describe('the permission table over HTTP', () => {
  const account = (role: Role) =>
    addEntitled({ role, password_hash: null }, role === 'Client' || role === 'Premium' ? [11] : []);

  it('has an attempt for every action', () => {
    const tried = new Set(attempts.map(([action]) => action));
    // The secret has its own tests.
    const all = Object.keys(accountPermissions).filter((action) => action !== 'generateSecret');
    expect([...tried].sort((a, b) => a.localeCompare(b))).toEqual(all.sort((a, b) => a.localeCompare(b)));
  });

  describe.each(roles)('%s', (actorRole) => {
    it.each(attempts)('%s (%s) of accounts of each role in turn', async (action, field, attempt) => {
      // Those of one day are others for the next action, so that each role has its turn on each day.
      const place = attempts.findIndex((each) => each[0] === action && each[1] === field);
      for (const role of share(roles, 2, testSeed + place + roles.indexOf(actorRole))) {
        const actor = await addUser(api().db, { role: actorRole });
        const target = await account(role);
        const before = await api()
          .db.kysely.selectFrom('app_user')
          .selectAll()
          .where('id', '=', target.id)
          .execute();
        const answer = await attempt({ token: await api().tokenFor(actor), target });
        // An address without an account and one with it get the same answer from clients.
        const isSilent = action === 'resetPassword' && !mayDo('view', actor, { ...target, id: 0 });
        const isHidden = isSilent && (actorRole === 'Client' || actorRole === 'Premium');
        expect([role, isRefused(answer)]).toEqual([role, !isHidden && !mayDo(action, actor, target)]);
        const after = await api()
          .db.kysely.selectFrom('app_user')
          .selectAll()
          .where('id', '=', target.id)
          .execute();
        expect(isRefused(answer) ? after : before).toEqual(before);
      }
    });

    it.each(ownAttempts)('%s (%s) of the own account', async (action, field, attempt) => {
      const self = await account(actorRole);
      const answer = await attempt({ token: await api().tokenFor(self), target: self });
      expect([field, isRefused(answer)]).toEqual([field, !mayDo(action, self, self)]);
    });
  });

  it('is that of the impersonated user while impersonating', async () => {
    const admin = await addUser(api().db, { role: 'Admin' });
    const internal = await addUser(api().db, { role: 'Internal' });
    const started = await api().call('POST /api/auth/impersonate', {
      token: await api().tokenFor(admin),
      body: { targetUserId: String(internal.id) },
    });
    const { token } = started.body as { token: string };
    for (const [action, , attempt] of attempts.filter(([each]) => each !== 'impersonate')) {
      for (const role of roles) {
        const target = await account(role);
        const answer = await attempt({ token, target });
        expect([action, role, isRefused(answer)]).toEqual([action, role, !mayDo(action, internal, target)]);
      }
    }
  });
});
