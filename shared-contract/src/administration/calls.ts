import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, NamedId, RoleSchema, object } from '../schemas.ts';

const tag = 'Users';

const account = {
  email: Type.String(),
  role: RoleSchema,
  isRegistered: Type.Boolean({ description: 'Whether the user has set a password' }),
};

export const UserListRow = object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  ...account,
  companies: Type.Array(NamedId, { description: 'Clients, by name' }),
});
export type UserListRow = Static<typeof UserListRow>;

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
  'GET /api/users/lookups': {
    tag,
    summary: 'Users by the beginning of their name or e-mail',
    access: atLeast('Internal'),
    query: object({ query: Type.Optional(Type.String({ maxLength: 100 })) }),
    data: Type.Array(object({ userId: Id, displayText: Type.String(), ...account })),
  },
} as const satisfies Record<string, CallDefinition>;
