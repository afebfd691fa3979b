import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, NamedId, RoleSchema, enumOf, object, orNull } from '../schemas.ts';
import { notificationLevels } from '../vocabulary.ts';

const tag = 'Users';

const account = {
  email: Type.String(),
  role: RoleSchema,
  isRegistered: Type.Boolean({ description: 'Whether the user has set a password' }),
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
  notificationClaimLevel: enumOf(notificationLevels),
  viewNotifications: Type.Boolean(),
});
export type UserAccount = Static<typeof UserAccount>;

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
  'GET /api/users/lookups': {
    tag,
    summary: 'Users by the beginning of their name or e-mail',
    access: atLeast('Internal'),
    query: object({ query: Type.Optional(Type.String({ maxLength: 100 })) }),
    data: Type.Array(object({ userId: Id, displayText: Type.String(), ...account })),
  },
} as const satisfies Record<string, CallDefinition>;
