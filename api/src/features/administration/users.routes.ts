import { visibleRoles } from '@readerlens/contract';
import type { Feature } from '../../core/services.ts';
import { listUsers } from './list-users.ts';
import { userAccount } from './user-account.ts';
import type { UserRow } from '../../platform/db/index.ts';
import { route } from '../../platform/http/route.ts';
import { idsOf } from '../../core/lookups/named.ts';
import { nameOf } from '../../core/people/session.ts';

const lookupSize = 20;

const lookupOf = (user: UserRow) => ({
  userId: String(user.id),
  displayText: `${nameOf(user)} (${user.email})`,
  email: user.email,
  role: user.role,
  isRegistered: user.password_hash !== null,
});

export const userRoutes: Feature = (scope, services) => {
  route(scope, 'GET /api/users', {
    handler: async ({ session, query }) => {
      const { query: text = '', companyIds, page = 1, pageSize = 10 } = query;
      const { items, total } = await listUsers(
        services.db,
        {
          text: text.trim(),
          clientIds: companyIds === undefined ? undefined : idsOf(companyIds),
          roles: visibleRoles(session.user),
          page,
          size: pageSize,
        },
        session,
      );
      const found = { items, total, totalPages: Math.ceil(total / pageSize) };
      return { data: found, ...found };
    },
  });
  route(scope, 'GET /api/user/{id}', {
    handler: async ({ session, params }) => ({ data: await userAccount(params.id, session, services) }),
  });
  route(scope, 'GET /api/users/lookups', {
    handler: async ({ session, query }) => {
      const found = await services.users.startingWith(
        query.query ?? '',
        visibleRoles(session.user),
        lookupSize,
      );
      return { data: found.map(lookupOf) };
    },
  });
};
