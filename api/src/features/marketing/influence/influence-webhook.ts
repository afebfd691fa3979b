// The webhook messages about deals whose influence has changed.
import { failuresBeforePause, maxWebhookDeals } from '@readerlens/contract/webhooks';
import { messagesPausedHeading } from '@readerlens/contract/webhooks/messages';
import type { WebhookData } from '@readerlens/contract';
import { termsFilter, toQuery } from '@readerlens/filters/model';
import type { Kysely, Transaction } from 'kysely';
import type { FailureNotice } from '../../../people/failure-notice.ts';
import type { Services } from '../../../people/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import type { OwnerNotices } from '../../../sendings/owner-notices.ts';
import { queueEvent, writeMessage } from '../../../sendings/webhooks/messages.ts';
import type { WebhookSource, WebhookSources } from '../../../sendings/webhooks/sources.ts';
import { findSubscription } from '../../../sendings/webhooks/subscriptions.ts';
import type { Source } from '../../../sendings/webhooks/subscriptions.ts';
import { noFeatureMessage } from '../data-access.ts';
import type { InfluenceChange, WatchRow } from './influence-watch.ts';

type Data = WebhookData<'opportunity.influence-changed'>;

/** Names what the messages of a watch are about. */
export const influenceSource = (watchId: string): Source => ({ kind: 'opportunities', id: watchId });

/** Why nothing is sent about deals at present, whose rights are another matter. */
const findProblem = (
  owner: { readonly access_marketing_performance: boolean },
  { public: { features } }: Services['config'],
): string | undefined => {
  if (!features.marketingPerformance) return noFeatureMessage;
  return owner.access_marketing_performance
    ? undefined
    : 'The user of the subscription may no longer use Marketing Performance.';
};

/** A watch as messages see it. */
export const findInfluenceSource = async (
  db: Kysely<Schema>,
  id: string,
  config: Services['config'],
): Promise<WebhookSource | undefined> => {
  const owner = await db
    .selectFrom('influence_watch as watch')
    .innerJoin('app_user', 'app_user.id', 'watch.owner_id')
    .select(['watch.owner_id', 'app_user.access_marketing_performance'])
    .where('watch.id', '=', id)
    .executeTakeFirst();
  return owner && { noun: 'subscription', ownerId: owner.owner_id, problem: findProblem(owner, config) };
};

interface About {
  readonly id: number;
  readonly name: string;
}

export const influenceMessagesPaused = ({ id, name }: About, error: string): FailureNotice => ({
  subject: `Webhook messages paused: deals of ${name}`,
  heading: messagesPausedHeading,
  paragraphs: [
    `${failuresBeforePause} webhook messages in a row about the influence of the deals of ${name} could not be delivered. The last error: ${error}`,
    'Further messages wait until you resume them on the page Marketing Data, where those that failed can be sent again.',
  ],
  button: 'Open the marketing data',
  path: `/performance/data?client=${id}`,
});

const influenceNotices: Pick<OwnerNotices, 'pausedMessages'> = {
  async pausedMessages(trx, { sourceId, error }) {
    const watch = await trx
      .selectFrom('influence_watch as watch')
      .innerJoin('client', 'client.id', 'watch.client_id')
      .select(['watch.owner_id', 'client.id', 'client.name'])
      .where('watch.id', '=', sourceId)
      .executeTakeFirst();
    return (
      watch && { ownerId: watch.owner_id, clientId: watch.id, notice: influenceMessagesPaused(watch, error) }
    );
  },
};

export const influenceSources: WebhookSources = { find: findInfluenceSource, notices: influenceNotices };

/** The page with all deals of the client that were created as early as the first and as late as the last of these. */
const linkToDeals = (publicUrl: string, clientId: number, changes: readonly InfluenceChange[]): string => {
  const days = changes.map(({ deal }) => deal.createdOn).toSorted((a, b) => a.localeCompare(b));
  const value = { from: days[0] ?? null, to: days.at(-1) ?? null };
  const filters = [
    termsFilter('Clients', [{ id: String(clientId) }]),
    { $type: 'DateRange', field: 'DateRange', value } as const,
  ];
  const search = new URLSearchParams({ f: toQuery({ filters, indices: [] }) });
  return `${publicUrl}/performance/pipeline-impact?${search.toString()}#deals`;
};

const describeChanges = async (
  db: Kysely<Schema>,
  changes: readonly InfluenceChange[],
): Promise<Data['deals']> => {
  const ids = changes.map(({ deal }) => deal.id);
  const rows = await db
    .selectFrom('opportunity')
    .select(['id', 'external_id', 'name', 'account'])
    .where('id', 'in', ids)
    .execute();
  const named = new Map(rows.map((row) => [row.id, row]));
  return changes.flatMap(({ deal, previous, influence }) => {
    const names = named.get(deal.id);
    if (!names) return [];
    const { stage, createdOn, cents, currency } = deal;
    return [
      {
        id: String(deal.id),
        externalId: names.external_id,
        name: names.name,
        account: names.account,
        stage,
        createdOn,
        cents,
        currency,
        previous: previous ?? null,
        influence,
      },
    ];
  });
};

/** The content of a message about changes, of which there is at least one. */
export const describeInfluence = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  clientId: number,
  changes: readonly InfluenceChange[],
  day: string,
): Promise<Data> => {
  const [{ name: client }, deals] = await Promise.all([
    db.kysely.selectFrom('client').select('name').where('id', '=', clientId).executeTakeFirstOrThrow(),
    describeChanges(db.kysely, changes.slice(0, maxWebhookDeals)),
  ]);
  const link = linkToDeals(config.publicUrl, clientId, changes);
  return { day, client, total: changes.length, deals, link };
};

/** Queues a message in the transaction that stores the comparison, so that no change is lost or sent twice. */
export const queueInfluenceMessage = async (
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Schema>,
  run: Pick<LeasedRun, 'id'>,
  { id }: Pick<WatchRow, 'id'>,
  data: Data,
): Promise<void> => {
  const subscription = await findSubscription(trx, influenceSource(id));
  if (!subscription) return;
  const body = writeMessage('opportunity.influence-changed', data, jobs.clock());
  await queueEvent(jobs, trx, run, subscription, { item: '', items: data.total, body });
};
