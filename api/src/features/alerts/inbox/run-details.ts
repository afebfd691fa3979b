import type { Kysely } from 'kysely';
import { isCountingRule } from '@readerlens/contract/alert-rule';
import { alertReports } from '@readerlens/contract/alerts';
import type { AlertRule, AlertRunDetails, EngagementRow } from '@readerlens/contract';
import { latestActivities } from '../../../activities/figures/activities.ts';
import { shownAddress } from '../../../people/blinding/written-texts.ts';
import { createClientLookup } from '../../../activities/lookups/client-lookup.ts';
import type { Session, Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { noSuchThing } from '../../../platform/http/errors.ts';
import { sentWhere } from '../../../sendings/run-file.ts';
import { mayManage } from '../definition/alert-access.ts';
import { describeRule, listWatched, readWatched } from '../definition/alert-selection.ts';
import { rulesFor } from '../rules/alert-types.ts';
import { findAlert } from '../definition/alert.store.ts';
import { createRunViews, findReceived } from './notification-dashboard.ts';
import type { ReceivedRun } from './notification-dashboard.ts';
import type { Window } from '../rules/evaluation.ts';
import { showKeptLists } from '../run/run-lists.ts';
import { entityViews, storedEntities, storedWindows } from '../run/run-entities.ts';

const shownActivities = 50;

const formatWindow = ({ from, to }: Window) => ({ from: from.toISOString(), to: to.toISOString() });

/** Lists the activities that a run reported, as far as the viewer may see them. */
const listActivities = (
  { db }: Services,
  { id, type }: ReceivedRun,
  viewer: Viewer,
): Promise<EngagementRow[]> | EngagementRow[] => {
  if (alertReports[type] === 'entities') return [];
  const where = sentWhere('alert_activity', id, viewer.scope);
  return latestActivities(db.kysely, where, shownActivities, viewer);
};

const listEntities = async (services: Services, { id, view, rule: stored }: ReceivedRun, viewer: Viewer) => {
  const rule = stored as AlertRule;
  if (!isCountingRule(rule)) return { entities: [], fileNote: null };
  const results = await storedEntities(services.db.kysely, { runId: id, view, rule });
  return {
    entities: await entityViews(services, results, rule, { viewer }),
    fileNote: rulesFor(rule).fileNote(
      rule,
      results.filter(({ outcome }) => outcome === 'fires'),
    ),
  };
};

const readMail = async ({ db }: Services, { message_id }: ReceivedRun): Promise<AlertRunDetails['mail']> => {
  if (message_id === null) return null;
  const row = await db.kysely
    .selectFrom('outbox_mail')
    .select('status')
    .where('message_id', '=', message_id)
    .executeTakeFirst();
  // Mails are deleted some time after they were sent.
  return row?.status ?? 'sent';
};

/** Lists the addresses that the mails of a run did not reach. */
const findUndeliveredTo = async (kysely: Kysely<Schema>, runId: string): Promise<string[]> => {
  const rows = await kysely
    .selectFrom('delivery')
    .select('recipient')
    .where('run_id', '=', runId)
    .where('state', '=', 'failed')
    .where('channel', '=', 'mail')
    .orderBy('recipient')
    .execute();
  return rows.map(({ recipient }) => recipient);
};

/** Lists the mails of a run that wait for a limit. */
const findDeferred = async (kysely: Kysely<Schema>, runId: string, now: Date) => {
  const rows = await kysely
    .selectFrom('delivery')
    .innerJoin('outbox_mail as mail', 'mail.id', 'delivery.outbox_mail_id')
    .select(['recipient as to', 'mail.deferred_until as until'])
    .where('run_id', '=', runId)
    .where('delivery.state', '=', 'queued')
    .where('mail.deferred_until', '>', now)
    .orderBy('mail.deferred_until')
    .orderBy('recipient')
    .execute();
  return rows.flatMap(({ to, until }) => (until ? [{ to, until: until.toISOString() }] : []));
};

/** Says what became of the mails of a run, for people who manage the alert. */
const listDeliveries = async (
  { db: { kysely }, jobs }: Services,
  { id, alert_id }: ReceivedRun,
  session: Session,
): Promise<Pick<AlertRunDetails, 'undeliveredTo' | 'deferred'>> => {
  const alert = await findAlert(kysely, alert_id);
  if (!alert || !mayManage(alert, session)) return { undeliveredTo: [], deferred: [] };
  const [undeliveredTo, deferred] = await Promise.all([
    findUndeliveredTo(kysely, id),
    findDeferred(kysely, id, jobs.clock()),
  ]);
  const shown = (address: string) => shownAddress(address, session);
  return {
    undeliveredTo: undeliveredTo.map(shown),
    deferred: deferred.map(({ to, until }) => ({ to: shown(to), until })),
  };
};

interface RunAddress {
  readonly id: string;
  /** The alert that the run must be of; by default any. */
  readonly notificationId?: string;
}

/** @throws AppError 404 if the caller did not receive the run, or if it is of another alert */
export const runDetails = async (
  services: Services,
  { id, notificationId }: RunAddress,
  session: Session,
): Promise<AlertRunDetails> => {
  const run = await findReceived(services, id, session);
  const isOther = notificationId !== undefined && notificationId.toLowerCase() !== run?.alert_id;
  if (!run || isOther) throw noSuchThing('notification');
  const [[view], [watched], accountLists, found, activities, mail, skipped, deliveries] = await Promise.all([
    createRunViews(services)([run], session),
    readWatched(services, [run], session),
    showKeptLists(services, run, session),
    listEntities(services, run, session),
    listActivities(services, run, session),
    readMail(services, run),
    createClientLookup(services.db).byIds(run.incomplete_clients, session),
    listDeliveries(services, run, session),
  ]);
  if (!view || !watched) throw noSuchThing('notification');
  const { current, baseline } = storedWindows(run);
  return {
    ...view,
    notificationCreatedDate: run.created_at.toISOString(),
    exceedsThreshold: run.exceeds_threshold,
    slot: run.slot,
    timeZone: run.time_zone,
    missedSlots: run.missed_slots,
    current: formatWindow(current),
    baseline: baseline && formatWindow(baseline),
    rule: describeRule(run.rule as AlertRule, watched),
    filters: listWatched(watched),
    accountLists,
    ...found,
    insufficientBaseline: run.view === 0 ? run.insufficient_baseline : 0,
    incompleteClients: skipped.map(({ name }) => name),
    activities,
    mail,
    ...deliveries,
  };
};
