import { reportDeletedMessage } from '@readerlens/contract/activity-reports/messages';
import { messagesSentAgainMessage } from '@readerlens/contract/webhooks/messages';
import type { Feature } from '../../people/services.ts';
import { mayDo } from '@readerlens/contract';
import { route } from '../../platform/http/route.ts';
import { listDeliveries } from './delivery-log.ts';
import { createReplay } from './replay.ts';
import { runFor } from './report-access.ts';
import { createReportConfigs } from './report-configs.ts';
import { createReportRuns } from './report-runs.ts';

const firstPage = { page: 1, pageSize: 50, sortBy: 'createdOn', sortDir: 'desc' } as const;

export const activityReportRoutes: Feature = (scope, services) => {
  const configs = createReportConfigs(services);
  const runs = createReportRuns(services);
  const replay = createReplay(services);

  route(scope, 'GET /api/activity-report-configs/user/{userId}', {
    handler: async ({ params, query, session }) => {
      const data = await configs.list(params.userId, { ...firstPage, ...query }, session);
      return { data, ...data };
    },
  });
  route(scope, 'GET /api/activity-report-config/{id}', {
    handler: async ({ params, session }) => ({ data: await configs.get(params.id, session) }),
  });
  route(scope, 'POST /api/activity-report-config', {
    handler: async ({ body, session }) => ({
      data: await configs.create(body, session),
      message: 'Activity Report Configuration was successfully created',
    }),
  });
  route(scope, 'PATCH /api/activity-report-config/{id}', {
    handler: async ({ params, body, session }) => ({
      data: await configs.change(params.id, body, session),
      message: 'Activity Report Configuration was successfully updated',
    }),
  });
  route(scope, 'DELETE /api/activity-report-config/{id}', {
    handler: async ({ params, session }) => {
      const { firstName, lastName, email } = await configs.get(params.id, session);
      await configs.remove(params.id, session);
      return { data: null, message: reportDeletedMessage(`${firstName} ${lastName}`.trim() || email) };
    },
  });
  route(scope, 'GET /api/activity-reports', {
    handler: async ({ query, session }) => {
      const data = await runs.list(query, session);
      return { data, ...data };
    },
  });
  route(scope, 'GET /api/activity-report/{configId}/{reportId}', {
    handler: async ({ params, query, session }) => ({
      data: await runs.details(params, query.activityId, session),
    }),
  });
  route(scope, 'GET /api/activity-report/{configId}/{reportId}/activities', {
    handler: async ({ params, query, session }) => {
      const data = await runs.activities(params, query, session);
      return { data, ...data };
    },
  });
  route(scope, 'GET /api/activity-report/{configId}/{reportId}/deliveries', {
    handler: async ({ params, session }) => {
      const { run, owner } = await runFor(services, params.configId, params.reportId, session);
      const mayChange = mayDo('changeSearches', session.user, owner.user);
      return {
        data: { items: await listDeliveries(services.db.kysely, run.id, { session, owner, mayChange }) },
      };
    },
  });
  route(scope, 'POST /api/activity-report-config/{id}/resume', {
    handler: async ({ params, session }) => {
      await replay.resume(params.id, session);
      return { data: await configs.get(params.id, session), message: messagesSentAgainMessage };
    },
  });
  route(scope, 'POST /api/activity-report-config/{id}/replay', {
    handler: async ({ params, body, session }) => ({
      data: { replayed: await replay.range(params.id, body, session) },
    }),
  });
  route(scope, 'POST /api/activity-report-delivery/{id}/replay', {
    handler: async ({ params, session }) => ({ data: await replay.one(params.id, session) }),
  });
};
