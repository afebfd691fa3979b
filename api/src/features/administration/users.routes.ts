import { visibleRoles } from '@readerlens/contract';
import type { Feature } from '../../core/services.ts';
import type { UserRow } from '../../platform/db/index.ts';
import { route } from '../../platform/http/route.ts';
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
