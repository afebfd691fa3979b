import { calls, isAtLeast } from '@readerlens/contract';
import type { AccessRule, CallDefinition, CallKey, Claim, Role } from '@readerlens/contract';
import { share } from '@readerlens/filters/testing';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';
import type { UserRow } from '../../people/tables.ts';
import { addUser, testApi } from '../../platform/testing/index.ts';
import type { TestApi } from '../../platform/testing/index.ts';

const api = testApi();
/** Another process on the same database. */
const second = testApi({}, {}, () => api().db);
const addEntitled = clientsWithUsers(api);

const rules = Object.entries<CallDefinition>(calls).flatMap(([call, { access }]): [CallKey, AccessRule][] =>
  access.kind === 'user' ? [[call as CallKey, access]] : [],
);

/** The change of an account that withdraws a claim. */
const withoutClaim: Partial<Record<Claim, object>> = {
  reviewActivities: { reviewActivities: false },
  viewNotifications: { viewNotifications: false },
  accessMarketingPerformance: { accessMarketingPerformance: false },
  manageNotifications: { notificationClaimLevel: 'None' },
};

const lowerRole: Record<Exclude<Role, 'Client' | 'Premium'>, object> = {
  Internal: { role: 'Client', companies: ['11'] },
  Admin: { role: 'Internal' },
  SystemAdmin: { role: 'Admin' },
};

/** The change that withdraws what a call requires; undefined if every account may make it. */
const findWithdrawal = ({ role, claim, level }: AccessRule): object | undefined => {
  const changed = claim && withoutClaim[claim];
  if (changed) return changed;
  if (level && level !== 'None') return { notificationClaimLevel: 'None' };
  if (claim === 'manageOnboardingForms') return lowerRole.Internal;
  return role === undefined || role === 'Client' || role === 'Premium' ? undefined : lowerRole[role];
};

const roleFor = ({ role = 'Client', claim }: AccessRule): Role => {
  const isForStaff = claim === 'reviewActivities' || claim === 'manageOnboardingForms';
  return isForStaff && !isAtLeast(role, 'Internal') ? 'Internal' : role;
};

const accountFor = (rule: AccessRule): Promise<UserRow> => {
  const role = roleFor(rule);
  return addEntitled(
    {
      role,
      review_activities: true,
      view_notifications: true,
      access_marketing_performance: true,
      notification_claim_level: 'Admin',
    },
    role === 'Client' || role === 'Premium' ? [11] : [],
  );
};

/** The status of a call whose body is invalid, so that it has no effect. */
const readStatus = async (process: TestApi, call: CallKey, token: string) => {
  const params = { token: 'x', field: 'x', segment: 'x', userId: '0', id: '0', apiClientId: 'x' };
  const { status } = await process.call(call, { token, params, body: { wrong: true } });
  return status;
};

const both = async (call: CallKey, token: string) => [
  await readStatus(api(), call, token),
  await readStatus(second(), call, token),
];

describe('a right that was just withdrawn', () => {
  let administrator: string;

  beforeAll(async () => {
    administrator = await api().tokenFor(await addUser(api().db, { role: 'SystemAdmin' }));
  });

  const change = ({ id }: UserRow, body: object) =>
    api().call('PATCH /api/user/{id}', { token: administrator, params: { id: String(id) }, body });
  const changed = ({ id }: UserRow): Promise<UserRow> =>
    api().db.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  const restricted = rules.filter(([, rule]) => findWithdrawal(rule));
  const open = rules.filter(([, rule]) => !findWithdrawal(rule));
  /** At least one call of each rule. */
  const triedNow = (all: typeof rules) =>
    [...new Set(all.map(([, rule]) => JSON.stringify(rule)))].flatMap((text) =>
      share(
        all.filter(([, rule]) => JSON.stringify(rule) === text),
        5,
      ),
    );

  it('is tried for every rule of the contract, and in turn for every call', () => {
    expect(restricted.length).toBeGreaterThan(10);
    expect(restricted.length + open.length).toBe(rules.length);
  });

  it.each(triedNow(restricted))('ends %s on the next call, in a second process too', async (call, rule) => {
    const user = await accountFor(rule);
    const token = await api().tokenFor(user);
    for (const status of await both(call, token)) expect([401, 403]).not.toContain(status);
    expect((await change(user, findWithdrawal(rule)!)).status).toBe(200);
    expect(await both(call, token)).toEqual([401, 401]);
    expect(await both(call, await api().tokenFor(await changed(user)))).toEqual([403, 403]);
  });

  it.each(triedNow(open))(
    '%s is refused to a deleted account, in a second process too',
    async (call, rule) => {
      const user = await accountFor(rule);
      const token = await api().tokenFor(user);
      for (const status of await both(call, token)) expect(status).not.toBe(401);
      const { status } = await api().call('DELETE /api/user/{id}', {
        token: administrator,
        params: { id: String(user.id) },
      });
      expect(status).toBe(200);
      expect(await both(call, token)).toEqual([401, 401]);
      expect(await both(call, await api().tokenFor(await changed(user)))).toEqual([401, 401]);
    },
  );
});
