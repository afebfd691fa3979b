import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../people/session.ts';
import { findOwner, ownerToChange } from '../../people/owner.ts';
import { createSavedSearches, parseIds } from './saved-searches.ts';
import type { SettingsRequest } from './audit-settings.ts';

const firstPage = { page: 1, pageSize: 100, sortBy: 'name', sortDir: 'asc' } as const;

export const savedSearchRoutes: Feature = (scope, services) => {
  const searches = createSavedSearches(services);
  const buildRequest = async (userId: string, session: Session): Promise<SettingsRequest> => ({
    owner: await findOwner(userId, session, services),
    session,
  });
  const buildChangeRequest = async (userId: string, session: Session): Promise<SettingsRequest> => ({
    owner: await ownerToChange(userId, session, services),
    session,
  });

  route(scope, 'GET /api/saved-searches/{userId}', {
    handler: async ({ params, query, session }) => {
      const data = await searches.list(
        { ...firstPage, ...query },
        await buildRequest(params.userId, session),
      );
      return { data, ...data };
    },
  });
  route(scope, 'GET /api/saved-searches/{userId}/{id}', {
    handler: async ({ params: { userId, id }, session }) => ({
      data: await searches.get(id, await buildRequest(userId, session)),
    }),
  });
  route(scope, 'POST /api/saved-searches', {
    handler: async ({ body, session }) => ({
      data: await searches.add(body, await buildChangeRequest(body.userId, session)),
      message: 'Search Saved',
    }),
  });
  route(scope, 'PATCH /api/saved-searches/{id}', {
    handler: async ({ body, params: { id }, session }) => {
      const userId = body.userId ?? (await searches.findOwnerId(id));
      return {
        data: await searches.change(id, body, await buildChangeRequest(userId, session)),
        message: 'Search Saved',
      };
    },
  });
  route(scope, 'DELETE /api/saved-searches/{userId}/{id}', {
    handler: async ({ params: { userId, id }, session }) => {
      await searches.remove(id, await buildChangeRequest(userId, session));
      return { data: null, message: 'The search has been deleted.' };
    },
  });
  route(scope, 'POST /api/saved-searches/set-default/{userId}/{id}', {
    handler: async ({ params, session }) => {
      const { userId, id } = parseIds(params);
      await searches.setDefault(id, true, await buildChangeRequest(userId, session));
      return { data: null, message: 'This search has been set as the default search.' };
    },
  });
  route(scope, 'POST /api/saved-searches/remove-default/{userId}/{id}', {
    handler: async ({ params, session }) => {
      const { userId, id } = parseIds(params);
      await searches.setDefault(id, false, await buildChangeRequest(userId, session));
      return { data: null, message: 'The default search has been removed.' };
    },
  });
};
