import type { Role } from '@readerlens/contract';
import type { GroupRole } from '../../../platform/config.ts';

/**
 * The role that a user gets from groups of the provider: the highest one. It never touches administrators. Premium is
 * a kind of Client that a group cannot give, so the groups of clients keep it. Without a listed group, the role stays.
 */
export const groupRole = (role: Role, groups: readonly string[], mapping: readonly GroupRole[]): Role => {
  if (role === 'Admin' || role === 'SystemAdmin') return role;
  const given = mapping.filter(({ group }) => groups.includes(group)).map((each) => each.role);
  if (given.includes('Internal')) return 'Internal';
  return given.length > 0 && role === 'Internal' ? 'Client' : role;
};
