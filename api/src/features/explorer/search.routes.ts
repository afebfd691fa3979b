import type { CallInput, Calls } from '@readerlens/contract';
import { orderOf } from '../../core/activities/activity-order.ts';
import { readActivities } from '../../core/activities/activity-rows.ts';
import { activityView } from '../../core/activities/activity-view.ts';
import { selectEngagements } from '../../core/activities/select-engagements.ts';
import { selectionWhere } from '../../core/activities/selection.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../core/services.ts';
import type { Session } from '../../core/people/session.ts';
import { readActivityDetail, readOtherActivities } from './activity-detail.ts';
import { engagementRow } from '../../core/activities/engagement-row.ts';
import { readPage } from './read-page.ts';

type SearchBody = CallInput<Calls['POST /api/analytics/search']>['body'];

const search = async ({ db, catalogue }: Services, body: SearchBody, session: Session) => {
  const { page = 1, size = 50, sort } = body;
  const selection = selectEngagements(body, {
    scope: session.scope,
    blinded: session.blinded,
    catalogue: await catalogue(),
    now: new Date(),
    form: 'search',
  });
  const { total, keys } = await readPage(db.kysely, {
    where: selectionWhere(selection),
    order: orderOf(sort, session),
    page,
    size,
  });
  const rows = await readActivities(db.kysely, keys);
  return { items: rows.map((row) => engagementRow(activityView(row, session))), total, page, pageSize: size };
};

export const searchRoutes = (scope: ApiScope, services: Services): void => {
  route(scope, 'POST /api/analytics/search', {
    handler: async ({ body, session }) => {
      const found = await search(services, body, session);
      return { data: found, ...found };
    },
  });
  for (const call of [
    'GET /api/analytics/search-details/{type}/{id}',
    'GET /api/analytics/search-details/individual-activity/{type}/{id}',
  ] as const)
    route(scope, call, {
      handler: async ({ params, session }) => ({
        data: await readActivityDetail(services.db.kysely, params, session, new Date()),
      }),
    });
  route(scope, 'GET /api/analytics/reader-activities/{type}/{id}', {
    handler: async ({ params, session }) => ({
      data: await readOtherActivities(services.db.kysely, params, session, new Date()),
    }),
  });
};
