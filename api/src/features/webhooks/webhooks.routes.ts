import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createClientWebhooks } from './client-webhooks.ts';
import { createWebhookTest } from './test-webhook.ts';

export const webhookRoutes: Feature = (scope, services) => {
  const webhooks = createClientWebhooks(services);
  const test = createWebhookTest(services, webhooks);

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
};
