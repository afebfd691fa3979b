import { activityTypeClaim, activityTypes, isAtLeast, notificationLevels } from '@readerlens/contract';
import type { Access, ActivityType, Claim, NotificationLevel, Role } from '@readerlens/contract';
import { mayLookUpReaderOrgs, readerOrgsLookup, searchableFields } from '@readerlens/filters/model';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { UserRow } from './db/index.ts';

declare const madeByPolicy: unique symbol;

/**
 * What a user may see of the data. Every store of engagements asks for one, and only this file makes them, from
 * the user's row: what a request says cannot widen it.
 */
export interface DataScope {
  readonly [madeByPolicy]: true;
  /** 'all' for Internal and above; else the user's clients, of which there may be none. */
  readonly clientIds: 'all' | readonly number[];
  readonly communityIds: 'all' | readonly number[];
  readonly activityTypes: readonly ActivityType[];
  /** Every field that the user may search by, Basic ones included. */
  readonly searchFields: ReadonlySet<string>;
}

export interface Entitlements {
  /** Clients of the user. */
  clientIds: readonly number[];
  /** Communities of the user; where none are set, those of the user's clients. */
  communityIds: readonly number[];
}

type PolicyUser = Pick<UserRow, 'role' | 'activity_fields' | 'denied_activity_types'>;

const searchFieldsOf = (
  { role, activity_fields }: PolicyUser,
  catalogue: FieldCatalogue,
): ReadonlySet<string> => {
  const user = { role, searchFields: activity_fields };
  const fields = searchableFields(catalogue, user);
  return mayLookUpReaderOrgs(user) ? new Set([...fields, readerOrgsLookup.field]) : fields;
};

export const scopeOf = (
  user: PolicyUser,
  entitlements: Entitlements,
  catalogue: FieldCatalogue,
): DataScope => {
  const everything = isAtLeast(user.role, 'Internal');
  const scope: Omit<DataScope, typeof madeByPolicy> = {
    clientIds: everything ? 'all' : entitlements.clientIds,
    communityIds: everything ? 'all' : entitlements.communityIds,
    activityTypes: activityTypes.filter((type) => !user.denied_activity_types.includes(type)),
    searchFields: searchFieldsOf(user, catalogue),
  };
  return scope as DataScope;
};

/** What a user's token claims. */
export const claimsOf = (
  user: Pick<
    UserRow,
    | 'role'
    | 'review_activities'
    | 'view_notifications'
    | 'access_marketing_performance'
    | 'notification_claim_level'
    | 'denied_activity_types'
  >,
): Claim[] => {
  const held: Record<Claim, boolean> = {
    // Somebody who became a client keeps the setting, but not what it lets staff do.
    reviewActivities: user.review_activities && isAtLeast(user.role, 'Internal'),
    manageOnboardingForms: isAtLeast(user.role, 'Internal'),
    manageNotifications: user.notification_claim_level !== 'None',
    viewNotifications: user.view_notifications,
    accessMarketingPerformance: user.access_marketing_performance,
    'cr-engagement-read': true,
    'cr-customerrequest-read': true,
    'cr-webinar-read': true,
    'cr-event-read': true,
  };
  for (const type of user.denied_activity_types) held[activityTypeClaim[type]] = false;
  return (Object.keys(held) as Claim[]).filter((claim) => held[claim]);
};

interface Holder {
  readonly role: Role;
  readonly claims: readonly Claim[];
  readonly notificationLevel: NotificationLevel;
}

/** Whether a session may make a call. */
export const isAllowed = (access: Access, holder: Holder): boolean => {
  if (access.kind === 'public') return true;
  if (access.role && !isAtLeast(holder.role, access.role)) return false;
  if (access.claim && !holder.claims.includes(access.claim)) return false;
  const rank = (level: NotificationLevel) => notificationLevels.indexOf(level);
  return !access.level || rank(holder.notificationLevel) >= rank(access.level);
};

/**
 * Whether a user may act as another: an Admin as anybody of a lower role, a SystemAdmin as anybody, nobody as
 * themselves.
 */
export const mayImpersonate = (
  actor: { id: number; role: Role },
  target: { id: number; role: Role; is_active: boolean },
): boolean => {
  if (actor.id === target.id || !target.is_active || !isAtLeast(actor.role, 'Admin')) return false;
  return actor.role === 'SystemAdmin' || !isAtLeast(target.role, actor.role);
};
