import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createPermalinks } from './permalinks.ts';

export const permalinkRoutes: Feature = (scope, services) => {
  const permalinks = createPermalinks(services, scope.app);

  route(scope, 'POST /api/permalinks', {
    handler: async ({ body, session }) => ({ data: { id: await permalinks.add(body, session) } }),
  });

  // The page itself checks whether the user may see it.
  route(scope, 'GET /api/permalinks/{id}', {
    handler: async ({ params, session }) => ({ data: await permalinks.get(params.id, session) }),
  });
};
