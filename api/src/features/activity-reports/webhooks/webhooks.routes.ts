import { mayDo } from '@readerlens/contract';
import type { Feature } from '../../../core/services.ts';
import { route } from '../../../platform/http/route.ts';
import { runFor } from '../report-access.ts';
import { createReportConfigs } from '../report-configs.ts';
import { createClientWebhooks } from './client-webhooks.ts';
import { listDeliveries } from './delivery-log.ts';
import { createReplay } from './replay.ts';
import { resumeMessages } from './resume.ts';
import { createWebhookTest } from './test-webhook.ts';

export const webhookRoutes: Feature = (scope, services) => {
  const webhooks = createClientWebhooks(services);
  const test = createWebhookTest(services, webhooks);
  const replay = createReplay(services);
  const configs = createReportConfigs(services);

  route(scope, 'GET /api/client-webhook/{clientId}', {
    handler: async ({ params, session }) => ({ data: await webhooks.get(params.clientId, session) }),
  });
  route(scope, 'PUT /api/client-webhook/{clientId}', {
    handler: async ({ params, body, session }) => ({
      data: await webhooks.setAddress(params.clientId, body, session),
    }),
  });
  route(scope, 'POST /api/client-webhook/{clientId}/secret', {
    handler: async ({ params, session }) => ({
      data: await webhooks.generateSecret(params.clientId, session),
    }),
  });
  route(scope, 'POST /api/client-webhook/{clientId}/test', {
    handler: async ({ params, session }) => ({ data: await test(params.clientId, session) }),
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
      await resumeMessages(services, params.id, session);
      return { data: await configs.get(params.id, session), message: 'Messages are sent again.' };
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
