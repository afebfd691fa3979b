// What a person may do with a user's account. No schema library here.
import { isAtLeast, isStaff, roleRank } from '../vocabulary.ts';
import type { NotificationLevel, Role } from '../vocabulary.ts';

/** A person with an account, who acts or is acted on. */
export interface AccountHolder {
  readonly id: string | number;
  readonly role: Role;
}

/** How the role of an account compares with that of the person who acts. For a SystemAdmin, all other accounts are below. */
export const relations = ['self', 'below', 'equal', 'above'] as const;
export type Relation = (typeof relations)[number];

export const compareAccounts = (actor: AccountHolder, target: AccountHolder): Relation => {
  if (String(actor.id) === String(target.id)) return 'self';
  const difference = roleRank[target.role] - roleRank[actor.role];
  if (actor.role === 'SystemAdmin' || difference < 0) return 'below';
  return difference === 0 ? 'equal' : 'above';
};

/**
 * The lowest role that may do an action, by relation. An action without a role for a relation is not allowed. A person
 * who could change the e-mail of an account of the same role could then reset its password and take it over.
 */
export const accountPermissions = {
  view: { self: 'Client', below: 'Internal', equal: 'Internal' },
  rename: { self: 'Internal', below: 'Internal' },
  changeEmail: { self: 'Internal', below: 'Internal' },
  changeRole: { self: 'Internal', below: 'Internal' },
  changeClients: { below: 'Internal' },
  changeFilterAccess: { below: 'Internal' },
  changeNotifications: { below: 'Internal' },
  changeApiAccess: { below: 'Admin' },
  changeReviewActivities: { below: 'Admin' },
  changeMarketingPerformance: { below: 'Internal' },
  changeAreaClaims: { below: 'Internal' },
  changeSearches: { self: 'Client', below: 'Internal' },
  resetPassword: { self: 'Client', below: 'Internal' },
  viewSessions: { self: 'Client', below: 'Internal' },
  endSessions: { self: 'Client', below: 'Internal' },
  resendRegistration: { below: 'Internal' },
  delete: { below: 'Internal' },
  generateSecret: { self: 'Client', below: 'Admin' },
  impersonate: { below: 'Admin' },
} as const satisfies Record<string, Partial<Record<Relation, Role>>>;
export type AccountAction = keyof typeof accountPermissions;

export const mayDo = (action: AccountAction, actor: AccountHolder, target: AccountHolder): boolean => {
  const needed: Partial<Record<Relation, Role>> = accountPermissions[action];
  const least = needed[compareAccounts(actor, target)];
  return least !== undefined && isAtLeast(actor.role, least);
};

/** The action that a change of a field of an account is. */
export const accountFields = {
  firstName: 'rename',
  lastName: 'rename',
  email: 'changeEmail',
  role: 'changeRole',
  companies: 'changeClients',
  communities: 'changeClients',
  activityFields: 'changeFilterAccess',
  analystTags: 'changeFilterAccess',
  notificationClaimLevel: 'changeNotifications',
  viewNotifications: 'changeNotifications',
  enableApiAccess: 'changeApiAccess',
  reviewActivities: 'changeReviewActivities',
  accessMarketingPerformance: 'changeMarketingPerformance',
  areaClaims: 'changeAreaClaims',
} as const satisfies Record<string, AccountAction>;
export type AccountField = keyof typeof accountFields;

/** Names of the fields, in the order of the form. */
export const accountFieldNames: Readonly<Record<AccountField, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  role: 'Role',
  companies: 'Clients',
  communities: 'Communities',
  activityFields: 'Filter Access',
  analystTags: 'Analyst Tags',
  notificationClaimLevel: 'Notification Claim Level',
  viewNotifications: 'Enable Notification Dashboard',
  enableApiAccess: 'Enable API',
  reviewActivities: 'Enable Review Activities',
  accessMarketingPerformance: 'Enable Marketing Performance',
  areaClaims: 'Area Permissions',
};

/** The settings of a new account. */
export const newAccountSettings = {
  role: 'Client' as Role,
  companies: [] as never[],
  communities: [] as never[],
  activityFields: [] as never[],
  analystTags: [] as never[],
  notificationClaimLevel: 'None' as NotificationLevel,
  viewNotifications: false,
  enableApiAccess: false,
  reviewActivities: false,
  accessMarketingPerformance: false,
  areaClaims: [] as never[],
};

const allRoles = Object.keys(roleRank) as Role[];
/** Premium is kept by accounts that have it, but never offered. */
const offered = allRoles.filter((role) => role !== 'Premium');

/** The roles that a person may give to a new account. */
export const rolesToCreate = (actor: Pick<AccountHolder, 'role'>): Role[] => {
  if (actor.role === 'SystemAdmin') return offered;
  if (!isStaff(actor.role)) return [];
  return offered.filter((role) => roleRank[role] < roleRank[actor.role]);
};

/** The roles that a person may give to an existing account; [] if they may not change its role. */
export const rolesOffered = (actor: AccountHolder, target: AccountHolder): Role[] => {
  if (!mayDo('changeRole', actor, target)) return [];
  const isSelf = compareAccounts(actor, target) === 'self';
  return isSelf ? offered.filter((role) => isAtLeast(actor.role, role)) : rolesToCreate(actor);
};

/** The notification levels that an account of a role may have. */
export const listNotificationLevels = (role: Role): NotificationLevel[] =>
  isStaff(role) ? ['None', 'Advanced', 'Admin'] : ['None', 'Basic'];

export const clientsPerUser = 20;
/** A session's token has all claims of its user, and goes with every call. */
export const areaClaimsPerUser = 50;
export const nameLength = 50;

/** The roles whose accounts a person may see besides their own. */
export const visibleRoles = (actor: AccountHolder): Role[] =>
  allRoles.filter((role) => mayDo('view', actor, { id: '', role }));
