import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@readerlens/contract';
import type { WebhookTestResult } from '@readerlens/contract';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { writeMessage } from '../../sendings/webhooks/messages.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { conflict } from '../../platform/http/errors.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import type { ClientWebhooks } from './client-webhooks.ts';
import { createSender } from './sender.ts';

const testsPerHour = 30;

/** Sends a message without activities to the webhook of a client, once. */
export const createWebhookTest = (services: Services, { clientFor }: Pick<ClientWebhooks, 'clientFor'>) => {
  const { db, jobs, audit } = services;
  const sender = createSender(services);
  const limit = createRateLimit(db, {
    name: 'webhook-test',
    limit: testsPerHour,
    periodMs: 3_600_000,
    reason: `You can send ${testsPerHour} test messages per hour.`,
  });
  return async (clientId: string, session: Session): Promise<WebhookTestResult> => {
    const client = await clientFor(clientId, session);
    const now = jobs.clock();
    const target = await sender.findTarget(client.id, now);
    if (!target) throw conflict('The webhook needs an address and a secret before it can be tested.');
    await limit(String(session.user.id));
    const webhookId = `msg_${randomUUID().replaceAll('-', '')}`;
    const body = writeMessage('webhook.test', webhookEvents['webhook.test'].example, now);
    const startedAt = performance.now();
    const { status, response, error } = await sender.send(target, { id: webhookId, at: now, body });
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
