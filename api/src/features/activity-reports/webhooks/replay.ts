// Sends messages again: with the same id and body, so that receivers recognize them, and a new signature. Mails that failed
// are made again.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SqlBool, Transaction } from 'kysely';
import type { ReportDelivery } from '@readerlens/contract';
import type { DataScope } from '../../../core/people/policy.ts';
import { actorOf } from '../../../core/people/session.ts';
import type { Session } from '../../../core/people/session.ts';
import type { Services } from '../../../core/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { conflict, invalidInput, notFound } from '../../../platform/http/errors.ts';
import { webhookKindName } from '../../../platform/webhooks/deliver.ts';
import { configFor, noSuchConfig } from '../report-access.ts';
import type { OwnedConfig } from '../report-access.ts';
import { lockConfig } from '../report.store.ts';
import { resendMail } from '../resend-mail.ts';
import { shownDelivery } from './delivery-log.ts';
import { refusalOf } from './message-owner.ts';
import type { Addressed } from './message-owner.ts';
import { parseUuid } from '../../../platform/http/ids.ts';

export const maxReplayed = 500;

interface Replayed {
  readonly id: string;
  readonly client_id: number;
}

const findDelivery = async ({ db }: Services, id: string) => {
  const uuid = parseUuid(id);
  const found =
    uuid &&
    (await db.kysely
      .selectFrom('delivery')
      .innerJoin('activity_report_run as run', 'run.id', 'delivery.run_id')
      .leftJoin('webhook_message as message', 'message.delivery_id', 'delivery.id')
      .select([
        'delivery.id',
        'delivery.channel',
        'delivery.item',
        'delivery.run_id',
        'run.config_id',
        'message.client_id',
        'message.client_ids',
      ])
      .where('delivery.id', '=', uuid)
      .executeTakeFirst());
  if (!found) throw notFound('There is no such delivery.');
  return found;
};

type FoundDelivery = Awaited<ReturnType<typeof findDelivery>>;

/**
 * Locks a configuration whose messages may be sent again.
 * @throws AppError 404 if it was deleted, 409 otherwise
 */
const lockForReplay = async (
  trx: Transaction<Schema>,
  { config: { id }, owner }: OwnedConfig,
  message: Addressed | undefined,
): Promise<void> => {
  const config = await lockConfig(trx, id);
  if (!config) throw noSuchConfig();
  if (config.webhook_paused_at) throw conflict('Messages are paused after repeated failure.');
  const refusal = refusalOf(config, owner, message ?? { clientId: config.client_id, clientIds: [] });
  if (refusal !== undefined) throw conflict(refusal);
};

/** Messages of a period that are not under way and whose clients are within a scope. */
const messagesIn = (
  trx: Transaction<Schema>,
  configId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  { clientIds }: DataScope,
): Promise<Replayed[]> =>
  trx
    .selectFrom('webhook_message as message')
    .innerJoin('delivery', 'delivery.id', 'message.delivery_id')
    .select(['delivery.id', 'message.client_id'])
    .where('message.config_id', '=', configId)
    .where('message.created_at', '>=', from)
    .where('message.created_at', '<=', to)
    .where('delivery.state', '!=', 'queued')
    .where(sql<SqlBool>`message.client_ids <@ ARRAY[message.client_id]`)
    .$if(clientIds !== 'all', (query) =>
      query.where(sql<SqlBool>`message.client_ids <@ ${clientIds}::integer[]`),
    )
    .orderBy('message.created_at')
    .orderBy('delivery.id')
    .limit(maxReplayed + 1)
    .forUpdate('delivery')
    .execute();

interface Period {
  readonly from: string;
  readonly to: string;
}

/** What the database can store, and what formats can write with four digits of the year. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

const instantOf = (period: Period, path: keyof Period): Date => {
  const instant = new Date(period[path]);
  if (!(instant.getTime() >= earliest && instant.getTime() <= latest))
    throw invalidInput(path, `'${path}' must be a date and time.`);
  return instant;
};

/** @throws AppError 400 for the field 'from' or 'to' */
const checkedPeriod = (period: Period) => {
  const [from, to] = [instantOf(period, 'from'), instantOf(period, 'to')];
  if (from > to) throw invalidInput('to', 'The period must not end before it begins.');
  return { from, to };
};

export const createReplay = (services: Services) => {
  const { db, jobs, audit } = services;

  const queue = async (trx: Transaction<Schema>, messages: readonly Replayed[]) => {
    const now = jobs.clock();
    await trx
      .updateTable('delivery')
      .set({ state: 'queued', attempts: 0, last_error: null, next_at: now })
      .where('id', '=', sql<string>`ANY(${messages.map(({ id }) => id)}::uuid[])`)
      .execute();
    for (const { id, client_id } of messages)
      await jobs.add(trx, {
        kind: webhookKindName,
        ownerId: id,
        clientId: client_id,
        slotKey: `replay ${randomUUID()}`,
      });
  };

  const record = (
    trx: Transaction<Schema>,
    { config }: OwnedConfig,
    detail: Readonly<Record<string, unknown>>,
    session: Session,
  ) =>
    audit.record(
      {
        ...auditedIdentities(session),
        action: 'activity-report.replay',
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
    if (client_id === null || client_ids === null) throw conflict('This message is no longer stored.');
    await db.transaction(async (trx) => {
      await lockForReplay(trx, owned, { clientId: client_id, clientIds: client_ids });
      const { state } = await trx
        .selectFrom('delivery')
        .select('state')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (state === 'queued') throw conflict('The message is being sent.');
      await queue(trx, [{ id, client_id }]);
      await recordOne(trx);
    });
  };

  return {
    async one(deliveryId: string, session: Session): Promise<ReportDelivery> {
      const delivery = await findDelivery(services, deliveryId);
      const { id } = delivery;
      const owned = await configFor(services, delivery.config_id, session, 'change');
      const recordOne = async (trx: Transaction<Schema>) => {
        await record(trx, owned, { delivery: id }, session);
      };
      await (delivery.channel === 'mail'
        ? resendMail(services, delivery, owned, actorOf(session), recordOne)
        : replayMessage(owned, delivery, recordOne));
      return shownDelivery(db.kysely, id, { session, owner: owned.owner, mayChange: true });
    },

    /** Returns the number of messages. */
    async range(configId: string, body: Period, session: Session): Promise<number> {
      const owned = await configFor(services, configId, session, 'change');
      const period = checkedPeriod(body);
      return db.transaction(async (trx) => {
        await lockForReplay(trx, owned, undefined);
        const messages = await messagesIn(trx, owned.config.id, period, owned.owner.scope);
        if (messages.length > maxReplayed)
          throw invalidInput(
            'to',
            `At most ${maxReplayed} messages can be sent again at once. Choose a shorter period.`,
          );
        await queue(trx, messages);
        await record(trx, owned, { ...body, messages: messages.length }, session);
        return messages.length;
      });
    },
  };
};
