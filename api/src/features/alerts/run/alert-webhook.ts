// The webhook messages about the runs of alerts.
import { alertDeletedMessage } from '@readerlens/contract/alerts/messages';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { WebhookData } from '@readerlens/contract';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { maxWebhookActivities } from '@readerlens/contract/webhooks';
import { readActivities } from '../../../activities/activity-rows.ts';
import { activityView } from '../../../activities/activity-view.ts';
import type { Services } from '../../../people/services.ts';
import { queueEvent, writeMessage, webhookActivity } from '../../../sendings/webhooks/messages.ts';
import type { WebhookSources } from '../../../sendings/webhooks/sources.ts';
import type { Source } from '../../../sendings/webhooks/subscriptions.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { limitToClient } from '../../../people/policy.ts';
import { describeRule, listWatched, readWatched } from '../definition/alert-selection.ts';
import { alertNotices } from './alert-notices.ts';
import { entityViews } from './run-entities.ts';
import type { StoredRun } from './run-store.ts';
import { matchesByClient, reportedEntities, totalMatched } from './run-evaluation.ts';

/** Names what the messages of an alert are about. */
export const alertSource = (alertId: string): Source => ({ kind: 'alert', id: alertId });

export const alertSources: WebhookSources = {
  async find(db, id) {
    const alert = await db
      .selectFrom('alert')
      .select(['owner_id', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    return (
      alert && {
        noun: 'alert',
        ownerId: alert.owner_id,
        problem: alert.deleted_at ? alertDeletedMessage : undefined,
      }
    );
  },
  notices: alertNotices,
};

type Parts = Pick<Services, 'db' | 'jobs' | 'config'>;

/** Read before the transaction, in which the embedded engine would wait for another read. */
export interface KnownFields {
  readonly catalogue: FieldCatalogue;
}

/** Returns the part of a run that belongs to a client, as the owner sees it. */
const withinClient = ({ result: { own } }: StoredRun, clientId: number) => {
  const isOwn = (each: { readonly clientId: number }) => each.clientId === clientId;
  return { ...own, entities: own.entities.filter(isOwn), activities: own.activities.filter(isOwn) };
};

/** Says what was watched. The readers of the message see one client: others in the filters are only counted. */
const describeRun = async (
  { db }: Pick<Parts, 'db'>,
  { alert, result, catalogue }: StoredRun & KnownFields,
  clientId: number,
) => {
  const viewer = { scope: limitToClient(result.own.scope, clientId), blinded: false };
  const [watched] = await readWatched({ db, catalogue: async () => catalogue }, [alert], viewer);
  return watched
    ? { rule: describeRule(result.plan.definition.rule, watched), filters: listWatched(watched) }
    : {};
};

const readMatches = async (
  { db, config: { publicUrl } }: Pick<Parts, 'db' | 'config'>,
  { result: { plan } }: StoredRun,
  view: ReturnType<typeof withinClient>,
) => {
  const viewer = { scope: view.scope, blinded: false };
  const { rule } = plan.definition;
  if (rule.type === 'SpecificActivityNotification') {
    const newest = view.activities.slice(-maxWebhookActivities).toReversed();
    const rows = await readActivities(db.kysely, newest);
    const activities = rows.map((row) => webhookActivity(activityView(row, viewer), true));
    return { activities, entityType: null, entities: [] };
  }
  const options = { viewer, size: maxWebhookActivities };
  const rows = await entityViews({ db }, reportedEntities(view), rule, options);
  const entities = rows.map((row) => ({
    id: row.entityId,
    name: row.name,
    link: row.url === null ? null : `${publicUrl}${row.url}`,
    activities: row.current.activities,
    readers: row.current.readers,
    baselineActivities: row.baseline?.activities ?? null,
    changePercent: row.changePercent,
    direction: row.direction,
    reason: row.why,
  }));
  const entityType = rule.aggField === 'ReaderOrg' ? ('organization' as const) : ('reader' as const);
  return { activities: [], entityType, entities };
};

const readData = async (
  parts: Pick<Parts, 'db' | 'config'>,
  stored: StoredRun & KnownFields,
  view: ReturnType<typeof withinClient>,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<WebhookData<'alert.fired'>> => {
  const { run, alert, result } = stored;
  const { from, to } = result.plan.windows.current;
  return {
    alertId: alert.id,
    name: alert.name,
    alertType: alert.type,
    runId: run.id,
    slot: run.slotKey,
    startDate: from.toISOString(),
    endDate: to.toISOString(),
    client: name,
    ...(await describeRun(parts, stored, id)),
    total: totalMatched(view),
    ...(await readMatches(parts, stored, view)),
    link: `${parts.config.publicUrl}/notifications/dashboard/${alert.id}/${run.id}`,
  };
};

const findSubscribed = (trx: Transaction<Schema>, alertIds: readonly string[]) =>
  trx
    .selectFrom('webhook_subscription as subscription')
    .innerJoin('client', 'client.id', 'subscription.client_id')
    .selectAll('subscription')
    .select('client.name as client')
    .where('source_kind', '=', 'alert')
    .where('source_id', '=', sql<string>`ANY(${alertIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();

/**
 * Queues a message for each run with matches of a client that is subscribed to its alert, with what the owner may see. In the
 * transaction of the runs, so that none is lost or sent twice.
 */
export const queueAlertMessages = async (
  { db, jobs, config }: Parts,
  trx: Transaction<Schema>,
  runs: readonly (StoredRun & KnownFields)[],
): Promise<void> => {
  const matched = runs.filter(({ result }) => totalMatched(result.own) > 0);
  if (matched.length === 0) return;
  const subscribed = await findSubscribed(
    trx,
    matched.map(({ alert }) => alert.id),
  );
  const subscriptions = new Map(subscribed.map((each) => [each.source_id, each]));
  for (const stored of matched) {
    const subscription = subscriptions.get(stored.alert.id);
    if (!subscription || !matchesByClient(stored.result.own).has(subscription.client_id)) continue;
    const view = withinClient(stored, subscription.client_id);
    // The embedded engine has one session: a read outside of the transaction would wait for its end.
    const parts = { db: { ...db, kysely: trx }, config };
    const client = { id: subscription.client_id, name: subscription.client };
    const data = await readData(parts, stored, view, client);
    const body = writeMessage('alert.fired', data, jobs.clock());
    await queueEvent(jobs, trx, stored.run, subscription, { item: '', items: data.total, body });
  }
};
