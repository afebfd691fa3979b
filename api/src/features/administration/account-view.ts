import { mayDo, newAccountSettings } from '@readerlens/contract';
import type { AccountInput, AccountView, AreaClaim } from '@readerlens/contract';
import { relativeRangeFilter } from '@readerlens/filters/model';
import { noLists } from '../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../activities/select-engagements.ts';
import { countActivities } from '../../activities/figures/counts.ts';
import { named, parseIds } from '../../people/named.ts';
import { listClaims, createScope } from '../../people/policy.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Session } from '../../people/session.ts';
import { visibleClients } from '../../people/visible-clients.ts';
import type { Services } from '../../people/services.ts';
import type { UserRow } from '../../people/tables.ts';
import { noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { readAccount, readReferences } from '../../people/accounts/account.store.ts';
import { changedValues, withoutForeign } from '../../people/accounts/account-values.ts';
import type { AccountValues } from '../../people/accounts/account-values.ts';

type Denied = Pick<UserRow, 'denied_activity_types'>;

const policyUser = (values: AccountValues, { denied_activity_types }: Denied) => ({
  role: values.role,
  activity_fields: [...values.activityFields],
  denied_activity_types,
  review_activities: values.reviewActivities,
  view_notifications: values.viewNotifications,
  access_marketing_performance: values.accessMarketingPerformance,
  notification_claim_level: values.notificationClaimLevel,
  area_claims: values.areaClaims as AreaClaim[],
});

const nothing = { engagements: 0, readers: 0, documents: 0 };

/** Says what an account can see with values that need not be saved. The values are not checked as when they are saved. */
export const createAccountViews = ({ db, users, catalogue }: Services) => {
  const countAccounts = async (scope: DataScope) => {
    if (scope.clientIds !== 'all' && scope.clientIds.length === 0) return nothing;
    const clients =
      scope.clientIds === 'all'
        ? []
        : [{ field: 'Clients', value: scope.clientIds.map((id) => ({ id: String(id) })) }];
    const selection = selectEngagements(
      { filters: [relativeRangeFilter('-1y'), ...clients] },
      {
        scope,
        blinded: false,
        catalogue: await catalogue(),
        now: new Date(),
        form: 'search',
        lists: noLists,
      },
    );
    return countActivities({ kysely: db.kysely, selection });
  };

  const buildView = async (values: AccountValues, denied: Denied, session: Session): Promise<AccountView> => {
    const fields = await catalogue();
    const references = await readReferences(db.kysely, values);
    const { companies, communities } = withoutForeign(values, references);
    const user = policyUser(values, denied);
    const set = communities.length > 0 ? communities : [...references.communities];
    const scope = createScope(user, { clientIds: parseIds(companies), communityIds: parseIds(set) }, fields);
    const { engagements, readers, documents } = await countAccounts(scope);
    const { clientIds, communityIds } = scope;
    return {
      role: values.role,
      clients: clientIds === 'all' ? null : named(visibleClients(session, await users.clients(clientIds))),
      communities: communityIds === 'all' ? null : named(await users.communities(communityIds)),
      activityTypes: [...scope.activityTypes],
      fields: [...scope.searchFields].map((field) => fields.find(field)?.label ?? field),
      claims: listClaims(user),
      activities: engagements,
      readers,
      documents,
    };
  };

  const find = async (id: string, session: Session) => {
    const account = await readAccount(db.kysely, parseId(id) ?? 0);
    if (!account || !mayDo('view', session.user, account.user)) throw noSuchThing('user');
    return account;
  };

  return async (
    session: Session,
    id: string | undefined,
    change: Partial<AccountInput>,
  ): Promise<{ before: AccountView | null; after: AccountView }> => {
    const account = id === undefined ? undefined : await find(id, session);
    const current = account?.values ?? { ...newAccountSettings, firstName: '', lastName: '', email: '' };
    const denied = account?.user ?? { denied_activity_types: [] };
    const after = await buildView(changedValues(current, change, await catalogue()), denied, session);
    return { before: account ? await buildView(current, denied, session) : null, after };
  };
};
