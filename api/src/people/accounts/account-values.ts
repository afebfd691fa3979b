import {
  clientsPerUser,
  isEmail,
  isStaff,
  lineProblem,
  nameLength,
  listNotificationLevels,
} from '@readerlens/contract';
import { analystTagsMessage } from '@readerlens/contract/administration/messages';
import {
  emailMessage,
  rangeMessage,
  requiredMessage,
  unknownClientMessage,
} from '@readerlens/contract/messages';
import { canonicalLine } from '@readerlens/contract/text';
import type { AccountField, AccountInput } from '@readerlens/contract';
import type { FieldCatalogue } from '@readerlens/filters/model';
import type { ErrorDetail } from '../../platform/http/errors.ts';

/** The fields of an account as the contract has them, with ids as text. */
export type AccountValues = Readonly<AccountInput>;

/** What the values of an account are checked against. */
export interface AccountReferences {
  /** The clients of the account that exist. */
  readonly clients: ReadonlySet<string>;
  /** Communities of the account's clients. */
  readonly communities: ReadonlySet<string>;
  /** Analyst tags of the account's clients. */
  readonly tags: ReadonlySet<string>;
  readonly catalogue: FieldCatalogue;
  /** Claims that deployed areas declare, and those that the account has already. */
  readonly areaClaims: ReadonlySet<string>;
}

const listKey = (value: unknown) =>
  JSON.stringify(
    Array.isArray(value) ? [...new Set(value.map(String))].sort((a, b) => a.localeCompare(b)) : value,
  );

/** The fields in which two accounts differ; the order of lists does not count. */
export const differingFields = (a: AccountValues, b: AccountValues): AccountField[] =>
  (Object.keys(a) as AccountField[]).filter((field) => listKey(a[field]) !== listKey(b[field]));

/** What a change of the role resets: a setting that the new role cannot have does not come back with the old one. */
const afterRoleChange = (values: AccountValues, change: Partial<AccountValues>): AccountValues => {
  if (isStaff(values.role)) {
    const level = values.notificationClaimLevel === 'Basic' ? 'None' : values.notificationClaimLevel;
    return { ...values, notificationClaimLevel: change.notificationClaimLevel ?? level };
  }
  return {
    ...values,
    reviewActivities: change.reviewActivities ?? false,
    notificationClaimLevel: change.notificationClaimLevel ?? 'None',
  };
};

/** The values after a change. Staff have no clients; a client has no fields that are only for staff. */
export const changedValues = (
  current: AccountValues,
  change: Partial<AccountValues>,
  catalogue: FieldCatalogue,
): AccountValues => {
  const given = { ...current, ...change };
  const merged = {
    ...given,
    firstName: canonicalLine(given.firstName),
    lastName: canonicalLine(given.lastName),
    email: given.email.trim(),
  };
  const values = isStaff(current.role) === isStaff(merged.role) ? merged : afterRoleChange(merged, change);
  if (isStaff(values.role)) return { ...values, companies: [], communities: [], analystTags: [] };
  return {
    ...values,
    activityFields: values.activityFields.filter((field) => !catalogue.find(field)?.internalOnly),
  };
};

/** Without the tags and communities that none of the account's clients has. */
export const withoutForeign = (
  values: AccountValues,
  { tags, communities }: Pick<AccountReferences, 'tags' | 'communities'>,
): AccountValues => ({
  ...values,
  analystTags: values.analystTags.filter((tag) => tags.has(tag)),
  communities: values.communities.filter((community) => communities.has(community)),
});

const nameProblem = (label: string, name: string): string | undefined =>
  lineProblem(name, { label, required: requiredMessage(label), max: nameLength });

const emailProblem = (email: string): string | undefined => {
  if (email === '') return requiredMessage('Email');
  return isEmail(email) ? undefined : emailMessage;
};

const clientsProblem = ({ role, companies }: AccountValues, { clients }: AccountReferences) => {
  if (isStaff(role)) return undefined;
  if (companies.length === 0 || companies.length > clientsPerUser)
    return rangeMessage('Companies', 1, clientsPerUser);
  return companies.every((id) => clients.has(id)) ? undefined : unknownClientMessage;
};

const fieldsProblem = ({ activityFields }: AccountValues, { catalogue }: AccountReferences) => {
  const known = new Set(['ReaderOrgsLookup', ...catalogue.fields.map(({ field }) => field)]);
  const unknown = activityFields.find((field) => !known.has(field));
  return unknown === undefined ? undefined : `There is no filter field '${unknown}'.`;
};

const tagsProblem = ({ role, activityFields, analystTags }: AccountValues) =>
  !isStaff(role) && activityFields.includes('AnalystTags') && analystTags.length === 0
    ? analystTagsMessage
    : undefined;

const areaClaimsProblem = (values: AccountValues, { areaClaims }: AccountReferences) => {
  const unknown = values.areaClaims.filter((claim) => !areaClaims.has(claim));
  return unknown.length === 0
    ? undefined
    : `No deployed area declares ${unknown.map((claim) => `'${claim}'`).join(', ')}.`;
};

/** The problem of a field, and the fields whose change can cause it: an old account may break a newer rule. */
const rules: readonly [
  AccountField,
  readonly AccountField[],
  (values: AccountValues, references: AccountReferences) => string | undefined,
][] = [
  ['firstName', ['firstName'], ({ firstName }) => nameProblem('First Name', firstName)],
  ['lastName', ['lastName'], ({ lastName }) => nameProblem('Last Name', lastName)],
  ['email', ['email'], ({ email }) => emailProblem(email)],
  ['companies', ['companies', 'role'], clientsProblem],
  ['activityFields', ['activityFields'], fieldsProblem],
  ['analystTags', ['analystTags', 'activityFields', 'companies', 'role'], tagsProblem],
  [
    'notificationClaimLevel',
    ['notificationClaimLevel', 'role'],
    ({ role, notificationClaimLevel }) =>
      listNotificationLevels(role).includes(notificationClaimLevel)
        ? undefined
        : `This role cannot have the level ${notificationClaimLevel}.`,
  ],
  [
    'reviewActivities',
    ['reviewActivities', 'role'],
    ({ role, reviewActivities }) =>
      reviewActivities && !isStaff(role) ? 'Only staff can review activities.' : undefined,
  ],
  ['areaClaims', ['areaClaims'], areaClaimsProblem],
];

/** The problems of the changed values, each with its field. */
export const accountProblems = (
  values: AccountValues,
  references: AccountReferences,
  changed: readonly AccountField[],
): ErrorDetail[] =>
  rules.flatMap(([path, causes, findProblem]) => {
    if (!causes.some((field) => changed.includes(field))) return [];
    const message = findProblem(values, references);
    return message === undefined ? [] : [{ path, message }];
  });
