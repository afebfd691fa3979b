import { accountFields, newAccountSettings } from '@readerlens/contract/administration';
import type { AccountField } from '@readerlens/contract/administration';
import type { CallInput, Calls } from '@readerlens/contract/client';
import { isStaff } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import type { Account } from '../person/account.queries.ts';

type ChangeBody = CallInput<Calls['PATCH /api/user/{id}']>['body'];
/** The fields of an account as the API takes them. */
export type AccountInput = Required<Omit<ChangeBody, 'version'>>;

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The fields of an account in a form: clients and communities with their names. */
export type AccountValues = Readonly<
  Omit<AccountInput, 'companies' | 'communities'> & {
    companies: readonly Named[];
    communities: readonly Named[];
  }
>;

export const newAccountValues: AccountValues = {
  ...newAccountSettings,
  firstName: '',
  lastName: '',
  email: '',
};

const named = ({ id, name }: Named): Named => ({ id, name });

export const readAccountValues = (account: Account): AccountValues => ({
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  role: account.role,
  companies: account.companies.map(named),
  communities: account.communities.map(named),
  activityFields: [...account.activityFields],
  analystTags: [...account.analystTags],
  notificationClaimLevel: account.notificationClaimLevel,
  viewNotifications: account.viewNotifications,
  enableApiAccess: account.enableApiAccess,
  reviewActivities: account.reviewActivities,
  accessMarketingPerformance: account.accessMarketingPerformance,
  areaClaims: [...account.areaClaims],
});

const listIds = (list: readonly Named[]) => list.map(({ id }) => id);

/** What is saved. Staff have no clients: the form keeps them until then, so that a wrong role can be corrected. */
export const buildAccountInput = (values: AccountValues): AccountInput => {
  const staff = isStaff(values.role);
  return {
    ...values,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    companies: staff ? [] : listIds(values.companies),
    communities: staff ? [] : listIds(values.communities),
    activityFields: [...values.activityFields],
    analystTags: staff ? [] : [...values.analystTags],
    areaClaims: [...values.areaClaims],
  };
};

/** Lists are sets: their order does not count. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((one) => b.includes(one));
};

export const allFields = Object.keys(accountFields) as AccountField[];

/** The fields in which two accounts differ once they are saved. */
export const differingFields = (a: AccountValues, b: AccountValues): AccountField[] => {
  const [before, after] = [buildAccountInput(a), buildAccountInput(b)];
  return allFields.filter((field) => !isSame(before[field], after[field]));
};

/** The fields that are saved: the changed ones that the person may change. */
export const findChanges = (
  initial: AccountValues,
  values: AccountValues,
  mayChange: (field: AccountField) => boolean,
): Partial<AccountInput> => {
  const input = buildAccountInput(values);
  return Object.fromEntries(
    differingFields(initial, values)
      .filter(mayChange)
      .map((field) => [field, input[field]]),
  );
};

/** The values after a change of the role: a client reviews no activities, and Basic is for clients only. */
export const withRole = (values: AccountValues, role: Role): AccountValues => {
  const next = { ...values, role };
  if (isStaff(role) === isStaff(values.role)) return next;
  if (!isStaff(role)) return { ...next, reviewActivities: false, notificationClaimLevel: 'None' };
  return values.notificationClaimLevel === 'Basic' ? { ...next, notificationClaimLevel: 'None' } : next;
};
