import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createClientChannels } from './client-channels.ts';
import { createClientWebhooks } from './client-webhooks.ts';
import { createWebhookTests } from './test-webhook.ts';

const channelPath = '/api/client-channels/{clientId}';

export const webhookRoutes: Feature = (scope, services) => {
  const webhooks = createClientWebhooks(services);
  const channels = createClientChannels(services, webhooks);
  const tests = createWebhookTests(services, webhooks);

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
    handler: async ({ params, session }) => ({ data: await tests.webhook(params.clientId, session) }),
  });

  route(scope, `GET ${channelPath}`, {
    handler: async ({ params, session }) => ({ data: await channels.list(params.clientId, session) }),
  });
  route(scope, `POST ${channelPath}`, {
    handler: async ({ params, body, session }) => ({
      data: await channels.add(params.clientId, body, session),
    }),
  });
  route(scope, `PUT ${channelPath}/{channelId}`, {
    handler: async ({ params, body, session }) => ({ data: await channels.change(params, body, session) }),
  });
  route(scope, `DELETE ${channelPath}/{channelId}`, {
    handler: async ({ params, session }) => ({
      data: await channels.remove(params.clientId, params.channelId, session),
    }),
  });
  route(scope, `POST ${channelPath}/{channelId}/test`, {
    handler: async ({ params, session }) => ({
      data: await tests.channel(params.clientId, params.channelId, session),
    }),
  });
};
