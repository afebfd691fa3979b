import { formatDay, termsFilter } from '@readerlens/filters/model';
import type { MarketingSelection } from '../../../activities/marketing-selection.ts';
import { readDeals } from '../../../activities/pipeline/deals.ts';
import { noLists } from '../../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../../activities/select-engagements.ts';
import { cleanupPauseSeconds, sendingLeaseSeconds } from '../../../deadlines.ts';
import { scopeOfUser } from '../../../people/owner.ts';
import type { Owner } from '../../../people/owner.ts';
import type { Services } from '../../../people/services.ts';
import { skipRun } from '../../../platform/jobs/index.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import { findRefusal } from '../../../sendings/webhooks/sources.ts';
import {
  compareInfluence,
  findWatch,
  influenceKindName,
  isWorthTelling,
  storeComparison,
} from './influence-watch.ts';
import type { WatchRow } from './influence-watch.ts';
import { describeInfluence, findInfluenceSource, queueInfluenceMessage } from './influence-webhook.ts';

type Parts = Pick<Services, 'db' | 'users' | 'catalogue' | 'jobs' | 'config'>;

/** What the person of a watch may see of the client, without filters. */
const selectActivities = async (
  { catalogue }: Parts,
  clientId: number,
  { scope }: Owner,
  now: Date,
): Promise<MarketingSelection> => {
  const request = { filters: [termsFilter('Clients', [{ id: String(clientId) }])] };
  const options = {
    scope,
    blinded: false,
    catalogue: await catalogue(),
    now,
    form: 'dashboard',
    lists: noLists,
  } as const;
  // A filter on a field that the person may not search would be ignored.
  return { ...selectEngagements(request, options), clientIds: [clientId], today: formatDay(now) };
};

/** The person of a watch, or why the deals must not be compared for them now. */
const findOwner = async (
  parts: Parts,
  { id, client_id }: WatchRow,
): Promise<{ readonly owner: Owner } | { readonly refusal: string }> => {
  const source = await findInfluenceSource(parts.db.kysely, id, parts.config);
  if (!source) return { refusal: 'The user of the subscription was deleted.' };
  const owner = await scopeOfUser(source.ownerId, parts);
  const refusal = findRefusal(source, owner, { clientId: client_id, clientIds: [client_id] });
  return refusal === undefined && owner ? { owner } : { refusal: refusal ?? 'There is no such user.' };
};

/**
 * Compares the deals of a client with the comparison before, once a day, and sends the changes. The deals are those of any date,
 * counted as by the page. The first run only stores what later ones compare with.
 */
export const influenceKind = (parts: Parts): JobKind => ({
  name: influenceKindName,
  concurrency: 1,
  leaseSeconds: sendingLeaseSeconds,
  pauses: cleanupPauseSeconds,
  async handle(run, { db, clock }) {
    const { kysely } = db;
    const watch = await findWatch(kysely, run.ownerId);
    if (!watch) return skipRun('The subscription has ended.');
    const found = await findOwner({ ...parts, db }, watch);
    if ('refusal' in found) return skipRun(found.refusal);
    const now = clock();
    const day = formatDay(now);
    if (watch.compared_on !== null && watch.compared_on >= day)
      return skipRun('The deals were compared on this day.');
    const { client_id: clientId } = watch;
    const selection = await selectActivities(parts, clientId, found.owner, now);
    const deals = await readDeals({ kysely, selection }, 'any');
    const changes = await compareInfluence(kysely, clientId, deals);
    const told = watch.compared_on === null ? [] : changes.filter(isWorthTelling);
    const data =
      told.length === 0 ? undefined : await describeInfluence({ ...parts, db }, clientId, told, day);
    return {
      result: { deals: deals.length, changes: told.length },
      async effects(trx) {
        await storeComparison(trx, watch, changes, day);
        if (data) await queueInfluenceMessage(parts, trx, run, watch, data);
      },
    };
  },
});
