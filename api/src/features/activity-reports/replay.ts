// Sends messages again, and mails that failed, which are made again.
import { reportMessageGoneMessage } from '@readerlens/contract/activity-reports/messages';
import { messagesPausedMessage } from '@readerlens/contract/webhooks/messages';
import type { Transaction } from 'kysely';
import type { AuditAction, ReportDelivery } from '@readerlens/contract';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import {
  queueAgain,
  queuePeriodAgain,
  readPeriod,
  resumeMessages,
} from '../../sendings/webhooks/messages.ts';
import type { Period } from '../../sendings/webhooks/messages.ts';
import { findRefusal } from '../../sendings/webhooks/sources.ts';
import type { Addressed } from '../../sendings/webhooks/sources.ts';
import { lockSubscription } from '../../sendings/webhooks/subscriptions.ts';
import type { SubscriptionRow } from '../../sendings/webhooks/subscriptions.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { configFor, noSuchConfig } from './report-access.ts';
import type { OwnedConfig } from './report-access.ts';
import { describeSource, reportSource } from './report-webhook.ts';
import { lockConfig } from './report.store.ts';
import { resendMail } from './resend-mail.ts';
import { findDelivery, shownDelivery } from './delivery-log.ts';
import type { FoundDelivery } from './delivery-log.ts';

/**
 * Locks a configuration whose messages may be sent again, and its subscription.
 * @throws AppError 404 if it was deleted, 409 otherwise
 */
const lockForReplay = async (
  trx: Transaction<Schema>,
  { config: { id }, owner }: OwnedConfig,
  message: Addressed | undefined,
): Promise<SubscriptionRow | undefined> => {
  const config = await lockConfig(trx, id);
  if (!config) throw noSuchConfig();
  const subscription = await lockSubscription(trx, reportSource(id));
  if (subscription?.paused_at) throw conflict(messagesPausedMessage);
  const addressed = message ?? { clientId: config.client_id, clientIds: [] };
  const refusal = findRefusal(describeSource(config), owner, addressed);
  if (refusal !== undefined) throw conflict(refusal);
  return subscription;
};

export const createReplay = (services: Services) => {
  const { db, jobs, audit } = services;

  const record = (
    trx: Transaction<Schema>,
    action: AuditAction,
    { config }: OwnedConfig,
    detail: Readonly<Record<string, unknown>>,
    session: Session,
  ) =>
    audit.record(
      {
        ...auditedIdentities(session),
        action,
        accountId: config.owner_id,
        detail: { id: config.id, ...detail },
      },
      trx,
    );

  const replayMessage = async (
    owned: OwnedConfig,
    { id, client_id, client_ids }: FoundDelivery,
    recordOne: (trx: Transaction<Schema>) => Promise<void>,
  ): Promise<void> => {
    if (client_id === null || client_ids === null) throw conflict(reportMessageGoneMessage);
    await db.transaction(async (trx) => {
      await lockForReplay(trx, owned, { clientId: client_id, clientIds: client_ids });
      const { state } = await trx
        .selectFrom('delivery')
        .select('state')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (state === 'queued') throw conflict('The message is being sent.');
      await queueAgain(jobs, trx, [{ id, client_id }]);
      await recordOne(trx);
    });
  };

  return {
    async one(deliveryId: string, session: Session): Promise<ReportDelivery> {
      const delivery = await findDelivery(services, deliveryId);
      const { id } = delivery;
      const owned = await configFor(services, delivery.config_id, session, 'change');
      const recordOne = async (trx: Transaction<Schema>) => {
        await record(trx, 'activity-report.replay', owned, { delivery: id }, session);
      };
      await (delivery.channel === 'mail'
        ? resendMail(services, delivery, owned, findActorId(session), recordOne)
        : replayMessage(owned, delivery, recordOne));
      return shownDelivery(db.kysely, id, { session, owner: owned.owner, mayChange: true });
    },

    /** Returns the number of messages. */
    async range(configId: string, body: Period, session: Session): Promise<number> {
      const owned = await configFor(services, configId, session, 'change');
      const period = readPeriod(body);
      return db.transaction(async (trx) => {
        const subscription = await lockForReplay(trx, owned, undefined);
        const messages = subscription
          ? await queuePeriodAgain(jobs, trx, subscription.id, period, owned.owner.scope)
          : 0;
        await record(trx, 'activity-report.replay', owned, { ...body, messages }, session);
        return messages;
      });
    },

    /**
     * Sends the messages that waited while they were paused.
     * @throws AppError as `configFor`, and 409 if they are not paused
     */
    async resume(configId: string, session: Session): Promise<void> {
      const owned = await configFor(services, configId, session, 'change');
      await db.transaction(async (trx) => {
        if (!(await lockConfig(trx, owned.config.id))) throw noSuchConfig();
        const messages = await resumeMessages(jobs, trx, reportSource(owned.config.id));
        await record(trx, 'activity-report.resume', owned, { messages }, session);
      });
    },
  };
};
