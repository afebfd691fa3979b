import { Type } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Id, RoleSchema, object } from '../schemas.ts';

const tag = 'Session';

export const administrationCalls = {
  'GET /api/users/lookups': {
    tag,
    summary: 'Users by the beginning of their name or e-mail',
    access: atLeast('Internal'),
    query: object({ query: Type.Optional(Type.String({ maxLength: 100 })) }),
    data: Type.Array(
      object({
        userId: Id,
        displayText: Type.String(),
        email: Type.String(),
        role: RoleSchema,
        isRegistered: Type.Boolean(),
      }),
    ),
  },
} as const satisfies Record<string, CallDefinition>;
