import { messagesSentAgainMessage, noSuchChannelMessage } from '@readerlens/contract/webhooks/messages';
import type { Transaction } from 'kysely';
import type { AlertWebhook, AuditAction } from '@readerlens/contract';
import { createClientLookup } from '../../../activities/lookups/client-lookup.ts';
import { scopeOfUser } from '../../../people/owner.ts';
import type { Owner } from '../../../people/owner.ts';
import type { Session } from '../../../people/session.ts';
import type { Feature, Services } from '../../../people/services.ts';
import { findChannel } from '../../../sendings/webhooks/chat-channel.ts';
import { endSubscription, replayMessages, resumeMessages } from '../../../sendings/webhooks/messages.ts';
import type { Period } from '../../../sendings/webhooks/messages.ts';
import { seesAll } from '../../../sendings/webhooks/sources.ts';
import { viewSubscription } from '../../../sendings/webhooks/subscription-view.ts';
import { saveSubscription } from '../../../sendings/webhooks/subscriptions.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { invalidInput } from '../../../platform/http/errors.ts';
import { parseId } from '../../../platform/http/ids.ts';
import { route } from '../../../platform/http/route.ts';
import { editableAlert, managedAlert, noSuchAlert } from '../definition/alert-access.ts';
import { alertSource } from './alert-webhook.ts';
import { lockAlert } from '../definition/alert.store.ts';
import type { AlertRow } from '../definition/alert.store.ts';

interface Receiver {
  readonly clientId: string;
  readonly channelId?: string | null;
}

/** Manages who receives webhook messages about an alert. Throws AppErrors as `managedAlert` or, to change it, `editableAlert`. */
const createAlertWebhooks = (services: Services) => {
  const { db, jobs, audit } = services;

  const view = async ({ id }: AlertRow, session: Session): Promise<AlertWebhook> => {
    const subscription = await viewSubscription(db, alertSource(id), session);
    if (!subscription)
      return { clientId: null, client: '', channelId: null, pausedOn: null, problem: null, messages: [] };
    const { clientId, ...shown } = subscription;
    const [client] = await createClientLookup(db).byIds([clientId], session);
    return { clientId: String(clientId), client: client?.name ?? '', ...shown };
  };

  /** An alert that the caller may edit, with the person whose scope it uses. */
  const open = async (id: string, session: Session) => {
    const { alert } = await editableAlert(services, id, session);
    const owner = await scopeOfUser(alert.owner_id, services);
    if (!owner) throw noSuchAlert();
    return { alert, owner, source: alertSource(alert.id) };
  };

  /** Locks the alert for a change, which returns what the audit log says of it. */
  const change = async <Detail extends object>(
    { alert }: { readonly alert: AlertRow },
    session: Session,
    action: AuditAction,
    work: (trx: Transaction<Schema>) => Promise<Detail>,
  ): Promise<Detail> =>
    db.transaction(async (trx) => {
      if (!(await lockAlert(trx, alert.id))) throw noSuchAlert();
      const detail = await work(trx);
      const event = {
        action,
        accountId: alert.owner_id,
        detail: { id: alert.id, ...detail },
      };
      await audit.record({ ...auditedIdentities(session), ...event }, trx);
      return detail;
    });

  /** Returns the id of a client that both the caller and the owner of the alert may see. */
  const checkClient = async (clientId: string, { scope }: Owner, session: Session): Promise<number> => {
    const id = parseId(clientId);
    const [client] = id === undefined ? [] : await createClientLookup(db).byIds([id], session);
    if (!client || !seesAll(scope, [client.id]))
      throw invalidInput('clientId', 'Choose a client that the owner of the alert may see.');
    return client.id;
  };

  /** Returns the id of a channel of the client; null for its webhook. */
  const checkChannel = async (clientId: number, channelId: string | null): Promise<string | null> => {
    if (channelId === null) return null;
    const channel = await findChannel(db.kysely, clientId, channelId);
    if (!channel) throw invalidInput('channelId', noSuchChannelMessage);
    return channel.id;
  };

  return {
    async get(id: string, session: Session): Promise<AlertWebhook> {
      return view((await managedAlert(services, id, session)).alert, session);
    },

    async subscribe(id: string, receiver: Receiver, session: Session): Promise<AlertWebhook> {
      const opened = await open(id, session);
      const clientId = await checkClient(receiver.clientId, opened.owner, session);
      const channelId = await checkChannel(clientId, receiver.channelId ?? null);
      await change(opened, session, 'alert.webhook', async (trx) => {
        const { source } = opened;
        const now = jobs.clock();
        await saveSubscription(trx, { clientId, channelId, source, event: 'alert.fired', now });
        return { clientId, channelId };
      });
      return view(opened.alert, session);
    },

    async unsubscribe(id: string, session: Session): Promise<AlertWebhook> {
      const opened = await open(id, session);
      await change(opened, session, 'alert.webhook', async (trx) => {
        await endSubscription(jobs, trx, opened.source);
        return { clientId: null };
      });
      return view(opened.alert, session);
    },

    /** Sends the messages that waited while they were paused. */
    async resume(id: string, session: Session): Promise<AlertWebhook> {
      const opened = await open(id, session);
      await change(opened, session, 'alert.resume', async (trx) => ({
        messages: await resumeMessages(jobs, trx, opened.source),
      }));
      return view(opened.alert, session);
    },

    /** Returns the number of messages that are sent again. */
    async replay(id: string, body: Period, session: Session): Promise<number> {
      const opened = await open(id, session);
      const { messages } = await change(opened, session, 'alert.replay', async (trx) => ({
        ...body,
        messages: await replayMessages(jobs, trx, opened.source, body, opened.owner.scope),
      }));
      return messages;
    },
  };
};

export const alertWebhookRoutes: Feature = (scope, services) => {
  const webhooks = createAlertWebhooks(services);

  route(scope, 'GET /api/notification/{id}/webhook', {
    handler: async ({ params, session }) => ({ data: await webhooks.get(params.id, session) }),
  });
  route(scope, 'PUT /api/notification/{id}/webhook', {
    handler: async ({ params, body, session }) => ({
      data: await webhooks.subscribe(params.id, body, session),
    }),
  });
  route(scope, 'DELETE /api/notification/{id}/webhook', {
    handler: async ({ params, session }) => ({ data: await webhooks.unsubscribe(params.id, session) }),
  });
  route(scope, 'POST /api/notification/{id}/webhook/resume', {
    handler: async ({ params, session }) => ({
      data: await webhooks.resume(params.id, session),
      message: messagesSentAgainMessage,
    }),
  });
  route(scope, 'POST /api/notification/{id}/webhook/replay', {
    handler: async ({ params, body, session }) => ({
      data: { replayed: await webhooks.replay(params.id, body, session) },
    }),
  });
};
