// What a person may do with a user's account. No schema library here.
import { isAtLeast, roleRank } from '../vocabulary.ts';
import type { Role } from '../vocabulary.ts';

/** A person with an account, who acts or is acted on. */
export interface AccountHolder {
  readonly id: string | number;
  readonly role: Role;
}

/** How the role of an account compares with that of the person who acts. For a SystemAdmin, all other accounts are below. */
export const relations = ['self', 'below', 'equal', 'above'] as const;
export type Relation = (typeof relations)[number];

export const relationOf = (actor: AccountHolder, target: AccountHolder): Relation => {
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
  resetPassword: { self: 'Client', below: 'Internal' },
  resendRegistration: { below: 'Internal' },
  delete: { below: 'Internal' },
  generateSecret: { self: 'Client', below: 'Admin' },
  impersonate: { below: 'Admin' },
} as const satisfies Record<string, Partial<Record<Relation, Role>>>;
export type AccountAction = keyof typeof accountPermissions;

export const mayDo = (action: AccountAction, actor: AccountHolder, target: AccountHolder): boolean => {
  const needed: Partial<Record<Relation, Role>> = accountPermissions[action];
  const least = needed[relationOf(actor, target)];
  return least !== undefined && isAtLeast(actor.role, least);
};

const allRoles = Object.keys(roleRank) as Role[];

/** The roles whose accounts a person may see besides their own. */
export const visibleRoles = (actor: AccountHolder): Role[] =>
  allRoles.filter((role) => mayDo('view', actor, { id: '', role }));
