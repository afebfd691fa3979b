import { randomUUID } from 'node:crypto';
import type { WebhookMessage, WebhookTestResult } from '@readerlens/contract';
import { payloadVersion } from '@readerlens/contract';
import type { Session } from '../../../core/people/session.ts';
import type { Services } from '../../../core/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { findTarget } from '../../../platform/webhooks/client-webhook.ts';
import { createSecretBox } from '../../../platform/webhooks/secret-box.ts';
import { createSendWebhook } from '../../../platform/webhooks/send.ts';
import type { ClientWebhooks } from './client-webhooks.ts';
import { messageHeaders } from './message-headers.ts';

const testsPerHour = 30;

const testMessage = (now: Date): WebhookMessage => ({
  type: 'webhook.test',
  version: payloadVersion,
  timestamp: now.toISOString(),
  data: {
    reportId: null,
    configId: null,
    startDate: null,
    endDate: null,
    part: 1,
    parts: 1,
    total: 0,
    activities: [],
  },
});

/** Sends a message without activities to the webhook of a client, once. */
export const createWebhookTest = (services: Services, { clientFor }: Pick<ClientWebhooks, 'clientFor'>) => {
  const { db, jobs, audit, config, secrets } = services;
  const box = createSecretBox(secrets.webhookKey);
  const send = createSendWebhook({ allowPrivate: config.webhookAllowPrivate });
  const limit = createRateLimit(db, {
    name: 'webhook-test',
    limit: testsPerHour,
    periodMs: 3_600_000,
    reason: `You can send ${testsPerHour} test messages per hour.`,
  });
  return async (clientId: string, session: Session): Promise<WebhookTestResult> => {
    const client = await clientFor(clientId, session);
    const now = jobs.clock();
    const target = await findTarget(db.kysely, { clientId: client.id, box, now });
    if (!target) throw conflict('The webhook needs an address and a secret before it can be tested.');
    await limit(String(session.user.id));
    const webhookId = `msg_${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify(testMessage(now));
    const headers = messageHeaders({ id: webhookId, at: now, body, secrets: target.secrets });
    const startedAt = performance.now();
    const { status, response, error } = await send({ url: target.url, headers, body });
    const milliseconds = Math.round(performance.now() - startedAt);
    await audit.record({
      ...auditedIdentities(session),
      action: 'webhook.test',
      detail: { clientId: client.id, status },
    });
    // What a server responds can name people.
    const shownResponse = session.blinded ? '' : response;
    return { ok: error === null, status, milliseconds, response: shownResponse, error, webhookId };
  };
};
