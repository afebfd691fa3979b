import { countActivities } from '@readerlens/contract/numbers';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ReportDelivery } from '@readerlens/contract';
import { formatActivityId, parseActivityId } from '../../activities/activity-key.ts';
import { newestFirst, readKeys } from '../../activities/key-list.ts';
import type { Owner } from '../../people/owner.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { describeDelivery } from '../../sendings/delivery-view.ts';
import { findRefusal, seesAll } from '../../sendings/webhooks/sources.ts';
import type { Addressed } from '../../sendings/webhooks/sources.ts';
import type { Schema } from '../../platform/db/index.ts';
import { noSuchThing } from '../../platform/http/errors.ts';
import { parseUuid } from '../../platform/http/ids.ts';
import { mailKindName } from '../../platform/mail/mail-kind.ts';
import { givenWhere } from '../../sendings/run-file.ts';
import { describeSource } from './report-webhook.ts';

const deliveries = (db: Kysely<Schema>) =>
  db
    .selectFrom('delivery as d')
    .innerJoin('activity_report_run as run', 'run.id', 'd.run_id')
    .innerJoin('activity_report_config as config', 'config.id', 'run.config_id')
    .leftJoin('webhook_message as message', 'message.delivery_id', 'd.id')
    .leftJoin('webhook_subscription as subscription', 'subscription.id', 'message.subscription_id')
    .leftJoin('outbox_mail as mail', 'mail.id', 'd.outbox_mail_id')
    .leftJoin('job_run as sending', (join) =>
      join
        .on('sending.kind', '=', mailKindName)
        .on('sending.owner_id', '=', sql<string>`d.outbox_mail_id::text`)
        .on('sending.state', 'in', ['queued', 'running']),
    )
    .select([
      'd.id',
      'd.channel',
      'd.recipient',
      'd.item',
      'd.state',
      'd.attempts',
      'd.response_status',
      'd.response',
      'd.last_error',
      'd.message_id',
      'd.created_at',
      'd.sent_at',
      'd.next_at',
      'run.client_ids',
      'message.client_id as message_client_id',
      'message.client_ids as message_client_ids',
      'message.items',
      'mail.subject',
      'sending.attempts as mail_attempts',
      'sending.error as mail_error',
      'sending.next_at as mail_next_at',
      'config.client_id as config_client_id',
      'config.owner_id',
      'config.is_disabled',
      'config.deleted_at',
      'subscription.paused_at',
    ]);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['execute']>>[number];

/** @throws AppError 404 */
export const findDelivery = async ({ db }: Services, id: string) => {
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
  if (!found) throw noSuchThing('delivery');
  return found;
};

export type FoundDelivery = Awaited<ReturnType<typeof findDelivery>>;

interface LogViewer {
  readonly session: Session;
  /** Whose scope the configuration uses. */
  readonly owner: Owner;
  /** Whether the caller may change the configuration. */
  readonly mayChange: boolean;
}

/** The mails about one activity whose activity a scope has; their item is its id. */
const visibleItems = async (
  db: Kysely<Schema>,
  rows: readonly DeliveryRow[],
  scope: DataScope,
): Promise<ReadonlySet<string>> => {
  const keys = rows.flatMap(({ channel, item }) => (channel === 'mail' && parseActivityId(item)) || []);
  if (keys.length === 0) return new Set();
  const order = { by: newestFirst, join: sql`` };
  const visible = await readKeys(db, givenWhere(keys, scope), order, { size: keys.length, offset: 0 });
  return new Set(visible.map(formatActivityId));
};

/** Subjects and responses can name people: they are only shown to people who see all activities, and not in Blinded Mode. */
const seesContent = (row: DeliveryRow, items: ReadonlySet<string>, { scope, blinded }: Session): boolean => {
  if (blinded) return false;
  if (row.message_client_ids) return seesAll(scope, row.message_client_ids);
  return row.item === '' ? seesAll(scope, row.client_ids) : items.has(row.item);
};

const describeSubject = ({ items, subject }: DeliveryRow): string =>
  items === null ? (subject ?? '') : countActivities(items);

/** A mail that is under way has the state of the run that sends it. */
const withProgress = (row: DeliveryRow): DeliveryRow =>
  row.mail_attempts === null
    ? row
    : { ...row, attempts: row.mail_attempts, last_error: row.mail_error, next_at: row.mail_next_at };

/** Whom it is addressed to, if it can be sent again in its state: messages always, mails after they failed. */
const addressedAgain = (row: DeliveryRow): Addressed | undefined => {
  if (row.channel === 'mail')
    return row.state === 'failed' ? { clientId: row.config_client_id, clientIds: row.client_ids } : undefined;
  const { message_client_id: clientId, message_client_ids: clientIds } = row;
  const isOpen = row.state !== 'queued' && row.paused_at === null;
  return isOpen && clientId !== null && clientIds !== null ? { clientId, clientIds } : undefined;
};

const canReplay = (row: DeliveryRow, { owner, mayChange }: LogViewer): boolean => {
  const addressed = mayChange && addressedAgain(row);
  return addressed ? findRefusal(describeSource(row), owner, addressed) === undefined : false;
};

const shown = (row: DeliveryRow, items: ReadonlySet<string>, viewer: LogViewer): ReportDelivery => {
  const { session } = viewer;
  const isOpen = seesContent(row, items, session);
  return {
    ...describeDelivery(withProgress(row), session, isOpen),
    channel: row.channel,
    subject: isOpen ? describeSubject(row) : '',
    canReplay: canReplay(row, viewer),
  };
};

export const listDeliveries = async (
  db: Kysely<Schema>,
  runId: string,
  viewer: LogViewer,
): Promise<ReportDelivery[]> => {
  const rows = await deliveries(db)
    .where('d.run_id', '=', runId)
    .orderBy('d.created_at')
    .orderBy(sql`length(d.item)`)
    .orderBy('d.item')
    .orderBy('d.id')
    .execute();
  const items = await visibleItems(db, rows, viewer.session.scope);
  return rows.map((row) => shown(row, items, viewer));
};

export const shownDelivery = async (
  db: Kysely<Schema>,
  deliveryId: string,
  viewer: LogViewer,
): Promise<ReportDelivery> => {
  const row = await deliveries(db).where('d.id', '=', deliveryId).executeTakeFirstOrThrow();
  return shown(row, await visibleItems(db, [row], viewer.session.scope), viewer);
};
