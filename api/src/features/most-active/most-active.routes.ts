import { canonicalQuery } from '@readerlens/contract/text';
import { dashboardSelector } from '../../activities/select-engagements.ts';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createMostActiveExports } from './most-active-export.ts';

/** The files of the rankings. The rankings themselves are figures. */
export const mostActiveRoutes: Feature = (scope, services) => {
  const select = dashboardSelector(services);
  const exports = createMostActiveExports(services);

  route(scope, 'POST /api/most-active-cos/export', {
    handler: async ({ body, session, reply }) => {
      const { sort, trend, text = '', shownColumns: shown, ...request } = body;
      const selection = await select(request, session);
      const order = { ...(sort ? { sort } : {}), ...(trend ? { trend } : {}) };
      const plan = { request, selection, ...order, text: canonicalQuery(text), shown };
      return exports.companies(plan, session, reply);
    },
  });
  route(scope, 'POST /api/most-active-readers/export', {
    handler: async ({ body, session, reply }) => {
      const { sort, trend, text = '', shownColumns: shown, ...request } = body;
      const selection = await select(request, session);
      const order = { ...(sort ? { sort } : {}), ...(trend ? { trend } : {}) };
      const plan = { request, selection, ...order, text: canonicalQuery(text), shown };
      return exports.readers(plan, session, reply);
    },
  });
};
