import { Type } from 'typebox';
import type { Static } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import {
  ActivityTypeSchema,
  ActivityTypesInput,
  FilterItem,
  Id,
  Moment,
  PersonName,
  enumSchema,
  object,
  orNull,
} from '../schemas.ts';
import { listKinds, maxLeastEngagements, maxListName, maxListOrganizations } from './vocabulary.ts';

const tag = 'Account lists';
const Name = Type.String({ maxLength: maxListName, description: 'One line, not blank' });
const OrganizationIds = Type.Array(Id, {
  maxItems: maxListOrganizations,
  description: 'Ids of organizations',
});
const Shared = Type.Boolean({
  description: 'Everyone of the client sees it; only Premium users and staff may share',
});

const Filters = Type.Array(FilterItem, { maxItems: 200 });
const LeastEngagements = Type.Integer({
  minimum: 1,
  maximum: maxLeastEngagements,
  description: 'The organizations with at least as many engagements that match the filters',
});
const MostOrganizations = orNull(
  Type.Integer({
    minimum: 1,
    maximum: maxListOrganizations,
    description: `Only the first ones by engagements; without it up to ${maxListOrganizations}`,
  }),
);

/** Which organizations of the client of its list a rule finds. Each viewer gets those by what they see, as of now. */
const ListRule = object({
  filters: Filters,
  indices: Type.Array(ActivityTypeSchema, { description: 'Activity types; none means all' }),
  leastEngagements: LeastEngagements,
  mostOrganizations: MostOrganizations,
  hasHidden: Type.Boolean({ description: 'It has filters that Blinded Mode hides' }),
});
export type ListRule = Static<typeof ListRule>;

const ListRuleInput = object({
  filters: Filters,
  indices: Type.Optional(ActivityTypesInput),
  leastEngagements: LeastEngagements,
  mostOrganizations: Type.Optional(MostOrganizations),
});
export type ListRuleInput = Static<typeof ListRuleInput>;

/** A named list of organizations of one client. */
export const AccountList = object({
  id: Id,
  clientId: Id,
  client: Type.String({ description: 'What the client is called' }),
  name: Type.String({ description: "'Account list 123' in Blinded Mode" }),
  isShared: Type.Boolean(),
  owner: orNull(PersonName),
  isOwn: Type.Boolean({ description: 'The caller is the owner' }),
  mayChange: Type.Boolean({ description: 'The caller is the owner, or staff and the list is shared' }),
  kind: enumSchema(listKinds, 'Its organizations were picked, or a rule finds them'),
  rule: orNull(ListRule),
  organizations: orNull(
    Type.Integer({
      description: 'The number of its organizations; none for a rule, which finds others for each viewer',
    }),
  ),
  updatedAt: Moment,
});
export type AccountList = Static<typeof AccountList>;

const ListedOrganization = object({
  id: Id,
  name: Type.String(),
  companyUrl: Type.String({ description: 'Path of the company dashboard' }),
  engagements: orNull(Type.Integer({ description: 'Those that a rule counts; none if it was picked' })),
});
export type ListedOrganization = Static<typeof ListedOrganization>;

/** A list after organizations were added. */
const ChangedList = object({
  list: AccountList,
  refused: Type.Array(Id, {
    description:
      'Ids that were not added: no such organization took part in activities of the client that the caller sees',
  }),
});

/** Where the caller uses a list, by name, and how many things of others use it. */
export const AccountListUses = object({
  savedSearches: Type.Array(Type.String()),
  alerts: Type.Array(Type.String()),
  reports: Type.Array(Type.String()),
  pageMails: Type.Integer(),
  ofOthers: Type.Integer({
    description: 'Saved searches, alerts, reports and scheduled pages of other people',
  }),
});
export type AccountListUses = Static<typeof AccountListUses>;

const one = { params: object({ id: Id }) };
const common = { tag, access: signedIn };

/** All need the feature `targetAccounts` and the permission to search by reader organizations. */
export const accountListsCalls = {
  'GET /api/account-lists': {
    ...common,
    summary: "The caller's lists and those that are shared, by name",
    query: object({ clientId: Type.Optional(Id) }),
    data: Type.Array(AccountList),
  },
  'GET /api/account-lists/{id}/organizations': {
    ...common,
    summary: 'The organizations of a list that the caller sees, by name; those of a rule by engagements',
    ...one,
    data: Type.Array(ListedOrganization),
  },
  'GET /api/account-lists/{id}/uses': {
    ...common,
    summary: 'What would lose its filter if the list were deleted',
    ...one,
    data: AccountListUses,
  },
  'POST /api/account-lists': {
    ...common,
    summary: 'Creates a list of organizations, or one by a rule',
    body: object({
      clientId: Id,
      name: Name,
      isShared: Type.Optional(Shared),
      organizationIds: Type.Optional(OrganizationIds),
      rule: Type.Optional(ListRuleInput),
    }),
    data: ChangedList,
  },
  'PATCH /api/account-lists/{id}': {
    ...common,
    summary: 'Renames a list, shares it, ends that it is shared, or changes its rule',
    ...one,
    body: object({
      name: Type.Optional(Name),
      isShared: Type.Optional(Shared),
      rule: Type.Optional(ListRuleInput),
    }),
    data: AccountList,
  },
  'PATCH /api/account-lists/{id}/organizations': {
    ...common,
    summary: 'Adds organizations to a list, and removes others',
    ...one,
    body: object({ add: Type.Optional(OrganizationIds), remove: Type.Optional(OrganizationIds) }),
    data: ChangedList,
  },
  'DELETE /api/account-lists/{id}': {
    ...common,
    summary: 'Deletes a list; alerts, reports and scheduled pages that use it stop',
    ...one,
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
