import { noteDeletedMessage, noteSavedMessage } from '@readerlens/contract/annotations/messages';
import { dashboardSelector } from '../../activities/select-engagements.ts';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createAnnotations } from './annotations.ts';

export const annotationRoutes: Feature = (scope, services) => {
  const annotations = createAnnotations(services);
  const select = dashboardSelector(services);

  route(scope, 'POST /api/annotations/search', {
    handler: async ({ body, session }) => {
      const { clientIds, range } = await select(body, session);
      return { data: await annotations.list({ clientIds, range, orgId: body.orgId }, session) };
    },
  });
  route(scope, 'POST /api/annotations', {
    handler: async ({ body, session }) => ({
      data: await annotations.add(body, session),
      message: noteSavedMessage,
    }),
  });
  route(scope, 'PATCH /api/annotations/{id}', {
    handler: async ({ body, params, session }) => ({
      data: await annotations.change(params.id, body, session),
      message: noteSavedMessage,
    }),
  });
  route(scope, 'DELETE /api/annotations/{id}', {
    handler: async ({ params, session }) => {
      await annotations.remove(params.id, session);
      return { data: null, message: noteDeletedMessage };
    },
  });
};
