import { isAtLeast } from '@readerlens/contract';
import { activityFields } from '@readerlens/filters/model';
import { forbidden, notFound } from '../platform/errors.ts';
import { idOf } from '../platform/ids.ts';
import { scopeOf } from '../platform/policy.ts';
import { route } from '../platform/route.ts';
import type { ApiScope } from '../platform/route.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import { createClientLookup } from './client-lookup.ts';
import type { NamedRow } from './client-lookup.ts';
import { communitiesOf } from './community-lookup.ts';

const named = (rows: readonly NamedRow[]) => rows.map(({ id, name }) => ({ id: String(id), name }));

const idsOf = (list: string): number[] => list.split(',').flatMap((id) => idOf(id.trim()) ?? []);

/** The fields that a user may search by, as one sees oneself, or as staff sees anybody. */
const searchFieldsOf = async (userId: string, session: Session, { users, catalogue }: Services) => {
  const id = idOf(userId);
  if (id === session.user.id) return session.scope.searchFields;
  if (!isAtLeast(session.role, 'Internal')) throw forbidden();
  const record = id === undefined ? undefined : await users.find(id);
  if (!record) throw notFound('There is no such user.');
  return scopeOf(record.user, record.entitlements, await catalogue()).searchFields;
};

export const lookupRoutes = (scope: ApiScope, services: Services): void => {
  const { db, catalogue } = services;
  const clients = createClientLookup(db);

  route(scope, 'GET /api/cms/companies', {
    handler: async ({ query, session }) => ({
      data: named(await clients.containing(query.q ?? '', session)),
    }),
  });
  route(scope, 'GET /api/cms/companies/by-name-or-id-starting-with', {
    handler: async ({ query, session }) => ({
      data: named(await clients.startingWith(query.q ?? '', session)),
    }),
  });
  route(scope, 'GET /api/cms/companies/by-ids', {
    handler: async ({ query, session }) => ({ data: named(await clients.byIds(idsOf(query.ids), session)) }),
  });
  route(scope, 'GET /api/common-lookup/onlines', {
    handler: async ({ session }) => ({ data: await communitiesOf(db, session.scope) }),
  });
  route(scope, 'GET /api/activity-fields', {
    handler: async () => ({ data: activityFields(await catalogue()) }),
  });
  route(scope, 'GET /api/activity-fields/{userId}', {
    handler: async ({ params, session }) => {
      const fields = await searchFieldsOf(params.userId, session, services);
      return { data: activityFields(await catalogue()).filter(({ field }) => fields.has(field)) };
    },
  });
};
