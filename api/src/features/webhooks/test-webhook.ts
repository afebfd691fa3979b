import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@readerlens/contract';
import type { ChatTestResult, WebhookTestResult } from '@readerlens/contract';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { findChannel } from '../../sendings/webhooks/chat-channel.ts';
import { writeMessage } from '../../sendings/webhooks/messages.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { conflict, noSuchThing } from '../../platform/http/errors.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import type { WebhookAnswer } from '../../platform/webhooks/send.ts';
import { writeTestContent } from '../../sendings/chat/chat-content.ts';
import type { ClientWebhooks } from './client-webhooks.ts';
import { createSender } from './sender.ts';

const testsPerHour = 30;

/** Sends a message without activities to the webhook of a client, or to one of its channels, once. */
export const createWebhookTests = (services: Services, { clientFor }: Pick<ClientWebhooks, 'clientFor'>) => {
  const { db, jobs, audit, config } = services;
  const sender = createSender(services);
  const limit = createRateLimit(db, {
    name: 'webhook-test',
    limit: testsPerHour,
    periodMs: 3_600_000,
    reason: `You can send ${testsPerHour} test messages per hour.`,
  });

  /** Makes an attempt, once the caller may make one more. What a server responds can name people. */
  const attempt = async (session: Session, send: () => Promise<WebhookAnswer>): Promise<ChatTestResult> => {
    await limit(String(session.user.id));
    const startedAt = performance.now();
    const { status, response, error } = await send();
    const milliseconds = Math.round(performance.now() - startedAt);
    return { ok: error === null, status, milliseconds, response: session.blinded ? '' : response, error };
  };

  return {
    async webhook(clientId: string, session: Session): Promise<WebhookTestResult> {
      const client = await clientFor(clientId, session);
      const now = jobs.clock();
      const target = await sender.findTarget({ clientId: client.id, channelId: null }, now);
      if (!target) throw conflict('The webhook needs an address and a secret before it can be tested.');
      const webhookId = `msg_${randomUUID().replaceAll('-', '')}`;
      const body = writeMessage('webhook.test', webhookEvents['webhook.test'].example, now);
      const result = await attempt(session, () => sender.send(target, { id: webhookId, at: now, body }));
      const detail = { clientId: client.id, status: result.status };
      await audit.record({ ...auditedIdentities(session), action: 'webhook.test', detail });
      return { ...result, webhookId };
    },

    async channel(clientId: string, channelId: string, session: Session): Promise<ChatTestResult> {
      const client = await clientFor(clientId, session);
      const channel = await findChannel(db.kysely, client.id, channelId);
      if (!channel) throw noSuchThing('channel');
      const target = sender.openChannel(channel);
      if (!target) throw conflict('The address of the channel can no longer be read. Enter it again.');
      const content = writeTestContent(client.name, config.publicUrl);
      const result = await attempt(session, () => sender.sendContent(target, content));
      const { kind, host } = channel;
      const detail = { clientId: client.id, kind, host, status: result.status };
      await audit.record({ ...auditedIdentities(session), action: 'channel.test', detail });
      return result;
    },
  };
};
