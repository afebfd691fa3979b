import { activityTypeClaim, activityTypes, isStaff, mayDo } from '@readerlens/contract';
import type { AccountHolder, ActivityType, Claim, ProductClaim } from '@readerlens/contract';
import { mayLookUpReaderOrgs, readerOrgsLookup, searchableFields } from '@readerlens/filters/model';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { UserRow } from './tables.ts';

declare const madeByPolicy: unique symbol;

/**
 * What a user may see of the data. Every store of engagements requires a scope, and only this file creates scopes, from
 * the user's row: a request cannot widen it.
 */
export interface DataScope {
  readonly [madeByPolicy]: true;
  /** 'all' for Internal and above; else the user's clients, possibly none. */
  readonly clientIds: 'all' | readonly number[];
  readonly communityIds: 'all' | readonly number[];
  readonly activityTypes: readonly ActivityType[];
  /** Every field that the user may search by, including Basic ones. */
  readonly searchFields: ReadonlySet<string>;
  /** The user, who sees their private account lists; missing for an account that is not stored yet. */
  readonly userId?: number;
}

export interface Entitlements {
  /** Clients of the user. */
  clientIds: readonly number[];
  /** Communities of the user; if none are set, those of the user's clients. */
  communityIds: readonly number[];
}

type PolicyUser = Pick<UserRow, 'role' | 'activity_fields' | 'denied_activity_types'> &
  Partial<Pick<UserRow, 'id'>>;

const listSearchFields = (
  { role, activity_fields }: PolicyUser,
  catalogue: FieldCatalogue,
): ReadonlySet<string> => {
  const user = { role, searchFields: activity_fields };
  const fields = searchableFields(catalogue, user);
  for (const { field, comesWith, searchable } of catalogue.fields) {
    if (comesWith === undefined) continue;
    if (searchable && fields.has(comesWith)) fields.add(field);
    else fields.delete(field);
  }
  return mayLookUpReaderOrgs(user) ? new Set([...fields, readerOrgsLookup.field]) : fields;
};

export const createScope = (
  user: PolicyUser,
  entitlements: Entitlements,
  catalogue: FieldCatalogue,
): DataScope => {
  const seesEverything = isStaff(user.role);
  const scope: Omit<DataScope, typeof madeByPolicy> = {
    clientIds: seesEverything ? 'all' : entitlements.clientIds,
    communityIds: seesEverything ? 'all' : entitlements.communityIds,
    activityTypes: activityTypes.filter((type) => !user.denied_activity_types.includes(type)),
    searchFields: listSearchFields(user, catalogue),
    ...(user.id === undefined ? {} : { userId: user.id }),
  };
  return scope as DataScope;
};

/**
 * What a user may see, limited to one client: for messages to channels that the client's people read. Private account lists of
 * the user are not part of it.
 */
export const limitToClient = (scope: DataScope, clientId: number): DataScope => {
  const { communityIds, activityTypes: types, searchFields } = scope;
  const limited: Omit<DataScope, typeof madeByPolicy> = {
    clientIds: [clientId],
    communityIds,
    activityTypes: types,
    searchFields,
  };
  return limited as DataScope;
};

/** The claims in a user's token. Those of an area that is not deployed open nothing. */
export const listClaims = (
  user: Pick<
    UserRow,
    | 'role'
    | 'review_activities'
    | 'view_notifications'
    | 'access_marketing_performance'
    | 'notification_claim_level'
    | 'denied_activity_types'
    | 'area_claims'
  >,
): Claim[] => {
  const isGranted: Record<ProductClaim, boolean> = {
    // A user whose role changed to client keeps the setting, but not the claim.
    reviewActivities: user.review_activities && isStaff(user.role),
    manageOnboardingForms: isStaff(user.role),
    manageNotifications: user.notification_claim_level !== 'None',
    viewNotifications: user.view_notifications,
    accessMarketingPerformance: user.access_marketing_performance,
    'cr-engagement-read': true,
    'cr-customerrequest-read': true,
    'cr-webinar-read': true,
    'cr-event-read': true,
  };
  for (const type of user.denied_activity_types) isGranted[activityTypeClaim[type]] = false;
  const granted = (Object.keys(isGranted) as ProductClaim[]).filter((claim) => isGranted[claim]);
  return [...granted, ...user.area_claims];
};

/** Whether a user may impersonate another, who must be active. */
export const mayImpersonate = (
  actor: AccountHolder,
  target: AccountHolder & { readonly is_active: boolean },
): boolean => target.is_active && mayDo('impersonate', actor, target);
