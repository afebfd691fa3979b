import { share } from '@readerlens/filters/testing';
import type { NewUser } from '../../platform/testing/index.ts';

/** What must be granted to see a value and to search by it; internal fields are for staff only. */
export const premium = ['Revenue', 'OrgType', 'ProductCategory', 'DeviceKind'] as const;
const byNameOnly = ['AnalystTags', 'AnalystTagsExist'] as const;
const internal = ['JsProcessed', 'InternalScore'] as const;
/** Granted to search by, but shown to everyone. */
const onlyToSearch = ['ReaderOrgs', 'ReaderCompany'] as const;
export const restricted: readonly string[] = [...premium, ...byNameOnly, ...internal, ...onlyToSearch];

export interface User {
  readonly name: string;
  readonly isStaff: boolean;
  readonly columns: NewUser;
}
const client = (name: string, activity_fields: readonly string[], more: NewUser = {}): User => ({
  name,
  isStaff: false,
  columns: { role: 'Client', activity_fields: [...activity_fields], ...more },
});
const all = [...premium, ...byNameOnly, ...internal, ...onlyToSearch, 'ReaderOrgsLookup'];
const without = (field: string) =>
  client(
    `client without ${field}`,
    all.filter((one) => one !== field),
  );
const withoutOne = ['Revenue', 'OrgType', 'ProductCategory', 'AnalystTags', 'DeviceKind'].map(without);
export const users: readonly User[] = [
  { name: 'SystemAdmin', isStaff: true, columns: { role: 'SystemAdmin', activity_fields: [...byNameOnly] } },
  { name: 'Internal', isStaff: true, columns: { role: 'Internal', review_activities: true } },
  client('client with all', all),
  ...withoutOne,
  client('client with none', []),
  client('client without the claim', all, { denied_activity_types: ['CustomerRequest'] }),
];

/** All, but of those who lack one grant only some, others each day: who has none misses the same values. */
export const usersInTurn: readonly User[] = users.filter(
  (user) => !withoutOne.includes(user) || share(withoutOne, 3).includes(user),
);

export const isGranted = (field: string, { isStaff, columns }: User): boolean => {
  if (!restricted.includes(field)) return true;
  if (internal.some((one) => one === field)) return isStaff;
  const isByName = byNameOnly.some((one) => one === field);
  return (columns.activity_fields?.includes(field) ?? false) || (isStaff && !isByName);
};
export const seesActivities = ({ columns }: User) => !columns.denied_activity_types?.length;
export const maySee = (field: string, user: User) =>
  seesActivities(user) && (onlyToSearch.some((one) => one === field) || isGranted(field, user));
