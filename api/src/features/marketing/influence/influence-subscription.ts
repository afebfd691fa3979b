import { messagesSentAgainMessage } from '@readerlens/contract/webhooks/messages';
import type { AuditAction, InfluenceWebhook } from '@readerlens/contract';
import type { Transaction } from 'kysely';
import { scopeOfUser } from '../../../people/owner.ts';
import { nameOfPersonSql } from '../../../people/person-name.ts';
import type { Session } from '../../../people/session.ts';
import type { Feature, Services } from '../../../people/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { endSubscription, replayMessages, resumeMessages } from '../../../sendings/webhooks/messages.ts';
import { findRefusal } from '../../../sendings/webhooks/sources.ts';
import { viewSubscription } from '../../../sendings/webhooks/subscription-view.ts';
import { saveSubscription } from '../../../sendings/webhooks/subscriptions.ts';
import { findClient, refuseBlinded } from '../data-access.ts';
import { lockMarketingData } from '../uploads/upload-store.ts';
import { endWatch, findWatchOfClient, startWatch } from './influence-watch.ts';
import type { WatchRow } from './influence-watch.ts';
import { findInfluenceSource, influenceSource } from './influence-webhook.ts';

const base = '/api/marketing-data/{clientId}/influence-webhook';

/** Turns the messages about the influence of a client's deals on and off. Callers have checked the client. */
const createInfluenceWebhook = (services: Services) => {
  const { audit, config, db, jobs } = services;

  /** Why nothing is compared or sent, whatever the address of the client. */
  const findOwnerProblem = async ({ id, client_id }: WatchRow): Promise<string | undefined> => {
    const source = await findInfluenceSource(db.kysely, id, config);
    if (!source) return undefined;
    const owner = await scopeOfUser(source.ownerId, services);
    return findRefusal(source, owner, { clientId: client_id, clientIds: [client_id] });
  };

  const readName = async ({ id }: WatchRow): Promise<string | null> => {
    const { by } = await db.kysely
      .selectFrom('influence_watch')
      .select(nameOfPersonSql('owner_id').as('by'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return by;
  };

  const view = async (clientId: number, session: Session): Promise<InfluenceWebhook> => {
    const watch = await findWatchOfClient(db.kysely, clientId);
    if (!watch || watch.deleted_at !== null)
      return { isOn: false, by: null, comparedOn: null, pausedOn: null, problem: null, messages: [] };
    const [by, ownerProblem, subscription] = await Promise.all([
      readName(watch),
      findOwnerProblem(watch),
      viewSubscription(db, influenceSource(watch.id), session),
    ]);
    return {
      isOn: true,
      by,
      comparedOn: watch.compared_on,
      pausedOn: subscription?.pausedOn ?? null,
      problem: ownerProblem ?? subscription?.problem ?? null,
      messages: subscription?.messages ?? [],
    };
  };

  /** Makes a change, which returns what the audit log says of it. */
  const change = <Detail extends object>(
    clientId: number,
    session: Session,
    action: AuditAction,
    work: (trx: Transaction<Schema>, watch: WatchRow | undefined) => Promise<Detail>,
  ): Promise<Detail> =>
    db.transaction(async (trx) => {
      await lockMarketingData(trx, clientId);
      const watch = await findWatchOfClient(trx, clientId);
      const detail = await work(trx, watch?.deleted_at === null ? watch : undefined);
      const event = { action, detail: { clientId, ...detail } };
      await audit.record({ ...auditedIdentities(session), ...event }, trx);
      return detail;
    });

  const needWatch = (watch: WatchRow | undefined): WatchRow => {
    if (!watch) throw conflict('Changes of influence are not sent for this client.');
    return watch;
  };

  return {
    view,

    async turnOn(clientId: number, session: Session): Promise<InfluenceWebhook> {
      await change(clientId, session, 'opportunities.webhook', async (trx) => {
        const now = jobs.clock();
        const { id } = await startWatch(trx, { clientId, ownerId: session.user.id, now });
        const source = influenceSource(id);
        const event = 'opportunity.influence-changed';
        await saveSubscription(trx, { clientId, channelId: null, source, event, now });
        return { isOn: true };
      });
      return view(clientId, session);
    },

    async turnOff(clientId: number, session: Session): Promise<InfluenceWebhook> {
      await change(clientId, session, 'opportunities.webhook', async (trx, watch) => {
        if (watch) {
          await endWatch(trx, watch, jobs.clock());
          await endSubscription(jobs, trx, influenceSource(watch.id));
        }
        return { isOn: false };
      });
      return view(clientId, session);
    },

    /** Sends the messages that waited while they were paused. */
    async resume(clientId: number, session: Session): Promise<InfluenceWebhook> {
      await change(clientId, session, 'opportunities.resume', async (trx, watch) => ({
        messages: await resumeMessages(jobs, trx, influenceSource(needWatch(watch).id)),
      }));
      return view(clientId, session);
    },

    /** Returns the number of messages that are sent again. */
    async replay(
      clientId: number,
      body: { readonly from: string; readonly to: string },
      session: Session,
    ): Promise<number> {
      const { messages } = await change(clientId, session, 'opportunities.replay', async (trx, watch) => {
        const source = influenceSource(needWatch(watch).id);
        return { ...body, messages: await replayMessages(jobs, trx, source, body, session.scope) };
      });
      return messages;
    },
  };
};

/** Whether the webhook of a client is told when the influence of its deals changes. */
export const influenceWebhookRoutes: Feature = (scope, services) => {
  const webhook = createInfluenceWebhook(services);
  const find = (clientId: string, session: Session) => findClient(services, clientId, session);
  const findToChange = (clientId: string, session: Session) => {
    refuseBlinded(session);
    return find(clientId, session);
  };

  route(scope, `GET ${base}`, {
    handler: async ({ params, session }) => ({
      data: await webhook.view(await find(params.clientId, session), session),
    }),
  });
  route(scope, `PUT ${base}`, {
    handler: async ({ params, session }) => ({
      data: await webhook.turnOn(await findToChange(params.clientId, session), session),
      message: 'Changes of influence are sent once a day.',
    }),
  });
  route(scope, `DELETE ${base}`, {
    handler: async ({ params, session }) => ({
      data: await webhook.turnOff(await findToChange(params.clientId, session), session),
      message: 'Changes of influence are no longer sent.',
    }),
  });
  route(scope, `POST ${base}/resume`, {
    handler: async ({ params, session }) => ({
      data: await webhook.resume(await findToChange(params.clientId, session), session),
      message: messagesSentAgainMessage,
    }),
  });
  route(scope, `POST ${base}/replay`, {
    handler: async ({ params, body, session }) => ({
      data: {
        replayed: await webhook.replay(await findToChange(params.clientId, session), body, session),
      },
    }),
  });
};
