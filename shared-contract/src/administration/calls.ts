import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { atLeast, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import {
  ActivityTypeSchema,
  ClaimSchema,
  Count,
  Id,
  Moment,
  NamedId,
  RoleSchema,
  enumSchema,
  object,
  orNull,
  viewsNotifications,
} from '../schemas.ts';
import { signInMethods } from '../session/vocabulary.ts';
import { notificationLevels } from '../vocabulary.ts';
import { areaClaimsPerUser } from './permissions.ts';
import type { AccountField } from './permissions.ts';

const tag = 'Users';

const account = {
  email: Type.String(),
  role: RoleSchema,
  isRegistered: Type.Boolean({
    description: 'Whether the user has set a password, or signed in by the identity provider',
  }),
};

const person = { id: Id, firstName: Type.String(), lastName: Type.String(), ...account };

export const UserListRow = object({
  ...person,
  companies: Type.Array(NamedId, { description: 'Clients, by name' }),
});
export type UserListRow = Static<typeof UserListRow>;

/** An account as its page shows it. */
export const UserAccount = object({
  ...person,
  companies: Type.Array(object({ id: Id, name: Type.String(), onlines: Type.Array(NamedId) }), {
    description: 'Clients, by name, each with its communities',
  }),
  communities: Type.Array(NamedId, { description: 'Set for the user; if empty, those of the clients apply' }),
  activityFields: Type.Array(Type.String(), { description: 'Fields that the user is granted to search by' }),
  analystTags: Type.Array(Id),
  reviewActivities: Type.Boolean(),
  accessMarketingPerformance: Type.Boolean(),
  enableApiAccess: Type.Boolean(),
  apiClientId: orNull(Type.String({ description: 'Null before API access is first enabled' })),
  notificationClaimLevel: enumSchema(notificationLevels),
  viewNotifications: Type.Boolean(),
  areaClaims: Type.Array(Type.String(), {
    description: 'Claims of areas that the user has, also of areas that are not deployed any more',
  }),
  claims: Type.Array(ClaimSchema, { description: 'What the user may open and read, as in their session' }),
  searchFields: Type.Array(Type.String(), { description: 'Filter fields that the user may search by' }),
  version: Type.Integer({ description: 'Rises with every change' }),
});
export type UserAccount = Static<typeof UserAccount>;

const Name = Type.String({ maxLength: 200 });
const Ids = Type.Array(Id, { maxItems: 500 });

/** The fields of an account that people change. Clients, communities and tags are ids. */
const accountInput = {
  firstName: Name,
  lastName: Name,
  email: Type.String({ maxLength: 254 }),
  role: RoleSchema,
  companies: Ids,
  communities: Ids,
  activityFields: Type.Array(Type.String({ maxLength: 80 }), { maxItems: 200 }),
  analystTags: Ids,
  notificationClaimLevel: enumSchema(notificationLevels),
  viewNotifications: Type.Boolean(),
  enableApiAccess: Type.Boolean(),
  reviewActivities: Type.Boolean(),
  accessMarketingPerformance: Type.Boolean(),
  areaClaims: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: areaClaimsPerUser,
    description: 'All of them: what is left out is taken from the user',
  }),
} satisfies Record<AccountField, TSchema>;
const AccountInput = object(accountInput);
export type AccountInput = Static<typeof AccountInput>;

const { firstName, lastName, email } = accountInput;
export const NewAccount = object({ ...Type.Partial(AccountInput).properties, firstName, lastName, email });
export type NewAccount = Static<typeof NewAccount>;

export const AccountChange = object({
  ...Type.Partial(AccountInput).properties,
  version: Type.Optional(
    Type.Integer({ description: 'The version that was edited: 409 if the account has changed since' }),
  ),
});
export type AccountChange = Static<typeof AccountChange>;

const {
  firstName: _first,
  lastName: _last,
  email: _email,
  ...settings
} = Type.Partial(AccountInput).properties;

/** Settings of new accounts that all people of an invitation get, unless their line has others. */
export const InvitationDefaults = object(settings);
export type InvitationDefaults = Static<typeof InvitationDefaults>;

/** A person of an invitation. */
export const InvitedPerson = object({
  line: Type.Integer({ minimum: 1 }),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  role: Type.String(),
  companies: Type.Array(Type.String(), { description: 'Names of the clients' }),
  userId: orNull(Id),
  problems: Type.Array(object({ path: Type.String(), message: Type.String() })),
});
export type InvitedPerson = Static<typeof InvitedPerson>;

/** What an account can see. */
export const AccountView = object({
  role: RoleSchema,
  clients: orNull(Type.Array(NamedId, { description: 'Null for all' })),
  communities: orNull(Type.Array(NamedId, { description: 'Null for all' })),
  activityTypes: Type.Array(ActivityTypeSchema),
  fields: Type.Array(Type.String(), { description: 'Labels of the fields to search by' }),
  claims: Type.Array(ClaimSchema),
  activities: Type.Integer({ minimum: 0, description: 'In the last year' }),
  readers: Count,
  documents: Count,
});
export type AccountView = Static<typeof AccountView>;

/** A session of an account that has neither ended nor expired. */
export const UserSession = object({
  id: Id,
  method: enumSchema(signInMethods),
  userAgent: orNull(Type.String({ description: 'As the browser sent it at the sign-in' })),
  network: Type.String({ description: 'IPv4 address or IPv6 network of the sign-in' }),
  signedInAt: Moment,
  lastActiveAt: Type.String({ description: 'ISO 8601, UTC; to within some minutes' }),
  current: Type.Boolean({ description: "Whether it is the caller's session" }),
});
export type UserSession = Static<typeof UserSession>;

const page = { items: Type.Array(UserListRow), total: Count, totalPages: Count };

export const administrationCalls = {
  'GET /api/users': {
    tag,
    summary: 'A page of the users whose accounts the caller may see, by name',
    access: atLeast('Internal'),
    query: object({
      query: Type.Optional(Type.String({ maxLength: 100, description: 'Part of an e-mail or a name' })),
      companyIds: Type.Optional(
        Type.String({ maxLength: 4000, description: 'Comma-separated ids of clients: users of any of them' }),
      ),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 10' })),
    }),
    data: object(page),
    top: object(page),
  },
  'GET /api/user/{id}': {
    tag,
    summary: 'An account: the own one, or for staff one of at most their role',
    access: signedIn,
    params: object({ id: Id }),
    data: UserAccount,
  },
  'POST /api/user': {
    tag,
    summary: 'Create an account and mail the link to register',
    access: atLeast('Internal'),
    body: object({
      user: NewAccount,
      sendEmailToAdmin: Type.Optional(
        Type.Boolean({ description: 'Mail the link to the caller instead of the new user' }),
      ),
      sendOnboardingForm: Type.Optional(Type.Boolean()),
    }),
    data: UserAccount,
  },
  'POST /api/users/invite': {
    tag,
    summary: 'Create accounts from lines or CSV, or with `dryRun` say for each line whether it is possible',
    access: atLeast('Internal'),
    body: object({
      text: Type.String({
        maxLength: 100_000,
        description:
          'Lines such as `jane@company.com, Jane, Doe` or `Jane Doe <jane@company.com>`, or CSV with a header: email, first name, last name, role, clients',
      }),
      defaults: Type.Optional(InvitationDefaults),
      sendEmailToAdmin: Type.Optional(Type.Boolean()),
      dryRun: Type.Optional(Type.Boolean()),
    }),
    data: object({
      people: Type.Array(InvitedPerson),
      invited: Count,
      unusedColumns: Type.Array(Type.String(), { description: 'Headers of columns that were not used' }),
    }),
  },
  'POST /api/users/view': {
    tag,
    summary: 'What an account can see, before and after a change that is not saved',
    access: atLeast('Internal'),
    reads: true,
    body: object({
      id: Type.Optional(Type.String({ description: 'None for a new account' })),
      user: object(Type.Partial(AccountInput).properties),
    }),
    data: object({ before: orNull(AccountView), after: AccountView }),
  },
  'PATCH /api/user/{id}': {
    tag,
    summary: 'Change an account. A change of rights ends its sessions',
    access: signedIn,
    params: object({ id: Id }),
    body: AccountChange,
    data: UserAccount,
    top: object({ token: Type.Optional(Type.String({ description: 'A new token, for the own account' })) }),
  },
  'DELETE /api/user/{id}': {
    tag,
    summary: 'Delete an account. Its e-mail address can be invited again',
    access: atLeast('Internal'),
    params: object({ id: Id }),
    data: Type.Null(),
  },
  'GET /api/user/{id}/sessions': {
    tag,
    summary: 'The active sessions of an account, newest first, at most 100',
    access: signedIn,
    params: object({ id: Id }),
    data: Type.Array(UserSession),
  },
  'DELETE /api/user/{id}/sessions': {
    tag,
    summary: 'End the active sessions of an account. Their tokens are refused from the next call on',
    access: signedIn,
    params: object({ id: Id }),
    query: object({
      keepCurrent: Type.Optional(
        Type.Boolean({ description: "Whether to keep the caller's session; default: false" }),
      ),
    }),
    data: object({ ended: Count }),
  },
  'DELETE /api/user/{id}/sessions/{sessionId}': {
    tag,
    summary: 'End an active session of an account',
    access: signedIn,
    params: object({ id: Id, sessionId: Id }),
    data: Type.Null(),
  },
  'GET /api/user/{id}/resend-registration-email': {
    tag,
    summary: 'Mail a new link to register. The former link ends',
    access: atLeast('Internal'),
    reads: false,
    params: object({ id: Id }),
    data: Type.Null(),
  },
  'GET /api/users/lookups': {
    tag,
    summary:
      'Users by the beginning of their name or e-mail; clients find those with whom they share a client',
    access: signedIn,
    query: object({
      query: Type.Optional(Type.String({ maxLength: 100 })),
      companyIds: Type.Optional(
        Type.String({ maxLength: 1000, description: 'Ids of clients, separated by commas' }),
      ),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Of 20 users' })),
    }),
    data: Type.Array(object({ userId: Id, displayText: Type.String(), ...account, viewsNotifications })),
  },
} as const satisfies Record<string, CallDefinition>;
