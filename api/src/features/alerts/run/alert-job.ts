import { alertDeletedMessage } from '@readerlens/contract/alerts/messages';
import type { FastifyBaseLogger } from 'fastify';
import { alertAudits, disabledReasons } from '@readerlens/contract/alerts';
import type { DisabledReason } from '@readerlens/contract/alerts';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { alertRunDays, deliveryPauseSeconds, sendingLeaseSeconds } from '../../../deadlines.ts';
import { findCostPayer } from '../../../people/client-costs.ts';
import { scopesOfUsers } from '../../../people/owner.ts';
import type { Owner } from '../../../people/owner.ts';
import type { SendingServices } from '../../../sendings/services.ts';
import { oldRunsCleanup, skipRun } from '../../../platform/jobs/index.ts';
import type { BatchKind, JobKind, JobOutcome, LeasedRun, RunEnd } from '../../../platform/jobs/index.ts';
import { settleAll } from '../../../platform/settle-all.ts';
import {
  alertKindName,
  readDefinition,
  readStoredFilters,
  suspendedReason,
} from '../definition/alert-definition.ts';
import { findDisabledReasons, unpaidClients } from '../definition/disabled-reasons.ts';
import { rulesFor } from '../rules/alert-types.ts';
import { evaluateSlots, buildViews, scopeKey, totalMatched } from './run-evaluation.ts';
import { runMails, createUnsubscribeLinks, writeRecipients } from './run-mail.ts';
import type { MailParts, RunDeliveries } from './run-mail.ts';
import type { StoredRun, DueAlert } from './run-store.ts';
import { writeRuns, readDueAlerts } from './run-store.ts';
import { readNamedLists } from '../../../activities/account-lists/filtered-lists.ts';
import type { KnownLists } from '../../../activities/account-lists/filtered-lists.ts';
import { selectStored } from '../../../activities/select-stored.ts';
import { createFailureHandlers } from '../../../sendings/owner-notices.ts';
import { createMemberReader, findKeptLists } from './run-lists.ts';
import { alertNotices } from './alert-notices.ts';
import { queueAlertMessages } from './alert-webhook.ts';
import type { KnownFields } from './alert-webhook.ts';

type Parts = SendingServices & MailParts;
type Logger = Pick<FastifyBaseLogger, 'info'>;

const listReasonNames = (bits: number): string =>
  (Object.keys(disabledReasons) as DisabledReason[])
    .filter((reason) => bits & disabledReasons[reason])
    .join(', ');

/** An alert that is due, with what its run needs to know. */
interface KnownAlert extends DueAlert {
  /** The owners and recipients of all alerts of the batch. */
  readonly people: ReadonlyMap<number, Owner>;
  /** Bits of `disabledReasons`. */
  readonly disabled: number;
  readonly catalogue: FieldCatalogue;
  readonly lists: KnownLists;
}

/** By the ids of the alerts, without those that were deleted. */
const readKnown = async (
  parts: Parts,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, KnownAlert>> => {
  const [due, unpaid, catalogue] = await Promise.all([
    readDueAlerts(parts.db.kysely, alertIds),
    unpaidClients(parts),
    parts.catalogue(),
  ]);
  const alerts = due.map(({ alert }) => alert);
  const recipients = due.flatMap((each) => each.recipients);
  const userIds = [...alerts.map(({ owner_id }) => owner_id), ...recipients.map(({ userId }) => userId)];
  const [people, lists] = await Promise.all([
    scopesOfUsers(userIds, parts),
    readNamedLists(
      parts.db.kysely,
      alerts.map(({ filters }) => filters),
    ),
  ]);
  const disabled = await findDisabledReasons(parts, alerts, { recipients, unpaid, owners: people, lists });
  return new Map(
    due.map((each, index) => [
      each.alert.id,
      { ...each, people, disabled: disabled[index] ?? 0, catalogue, lists },
    ]),
  );
};

/** Says why there is nothing to do for a slot, whatever the owner may see. */
const idleReason = (
  { alert, disabled, progress: { latestSlot } }: KnownAlert,
  run: LeasedRun,
): string | undefined => {
  if (!alert.schedule_active) return 'The schedule is not active.';
  const suspended = suspendedReason(alert, run);
  if (suspended !== undefined) return suspended;
  if (latestSlot !== null && latestSlot >= run.slotKey) return 'This slot or a later one has a result.';
  return disabled === 0 ? undefined : `The alert is disabled: ${listReasonNames(disabled)}.`;
};

/** The end of a run that has a result. */
export interface AlertChanges extends StoredRun, RunDeliveries, KnownFields {
  readonly run: LeasedRun;
}

const logRun = (logger: Logger, { run, alert, result, recipients }: AlertChanges): void => {
  const { definition } = result.plan;
  const audit = rulesFor(definition.rule).audit(definition.rule);
  logger.info(
    {
      audit,
      auditLevel: alertAudits[audit],
      alert: alert.id,
      run: run.id,
      slot: run.slotKey,
      definitionVersion: definition.version,
      totalMatched: totalMatched(result.own),
      recipients: recipients.length,
    },
    'an alert was evaluated',
  );
};

/** Finds what to evaluate for a run, with what the owner may see now, or why there is nothing to do. */
const openRun = ({ jobs }: Parts, run: LeasedRun, known: KnownAlert | undefined) => {
  if (!known) return skipRun(alertDeletedMessage);
  const reason = idleReason(known, run);
  if (reason !== undefined) return skipRun(reason);
  const { alert, people, catalogue, lists, progress } = known;
  const definition = readDefinition(alert);
  const owner = people.get(alert.owner_id);
  if (!definition || !owner) return skipRun('The alert is incomplete.');
  const { scope } = owner;
  const now = jobs.clock();
  const selected = selectStored(readStoredFilters(alert), { scope, catalogue, lists, now });
  if (!selected.ok) return skipRun('The alert is incomplete.');
  const recipients = known.recipients.flatMap((recipient) => {
    const person = recipient.isActive ? people.get(recipient.userId) : undefined;
    return person ? [{ recipient, person }] : [];
  });
  const evaluated = { id: alert.id, definition, scope, selection: selected.selection };
  return { run, alert, owner, evaluated, state: progress.state, recipients, catalogue, lists, now };
};
type OpenRun = Exclude<ReturnType<typeof openRun>, { skipped: string }>;

/** Computes the results of the slots of runs, in order, or why there is none. */
const evaluateRuns = async (parts: Parts, runs: readonly LeasedRun[]) => {
  const known = await readKnown(
    parts,
    runs.map(({ ownerId }) => ownerId),
  );
  for (const run of runs) {
    const due = known.get(run.ownerId);
    parts.clientCosts.setPayer(run, findCostPayer(due?.people.get(due.alert.owner_id)));
  }
  const opened = runs.map((run) => openRun(parts, run, known.get(run.ownerId)));
  const open = opened.filter((each): each is OpenRun => 'run' in each);
  const results = await evaluateSlots(
    parts.db,
    open.map(({ evaluated, run, state }) => ({ alert: evaluated, date: run.slotKey, state })),
  );
  const byRun = new Map(open.map(({ run }, index) => [run.id, results[index]!]));
  return opened.map((each) => ('run' in each ? { ...each, result: byRun.get(each.run.id)! } : each));
};

type RunResult = Awaited<ReturnType<typeof evaluateRuns>>[number];

interface RunOptions {
  readonly sendsMail: boolean;
  readonly signal: AbortSignal;
  readonly findMembers: ReturnType<typeof createMemberReader>;
}

/** Returns the outcome of a run, with its mails. */
const endRun = async (
  parts: Parts,
  run: RunResult,
  { sendsMail, signal, findMembers }: RunOptions,
): Promise<JobOutcome<AlertChanges>> => {
  if ('skipped' in run) return run;
  const { evaluated, result } = run;
  const scopes = run.recipients.map(({ person }) => person.scope);
  const byScope = await buildViews(parts.db, evaluated, result, scopes);
  const recipients = run.recipients.map((each) => ({
    ...each,
    view: byScope.get(scopeKey(each.person.scope)) ?? result.own,
  }));
  const views = [...new Set([result.own, ...recipients.map(({ view }) => view)])];
  const keptLists = await findKeptLists(findMembers, {
    filters: run.alert.filters,
    lists: run.lists,
    owner: { scope: run.owner.scope, catalogue: run.catalogue, now: run.now },
    views,
  });
  const at = parts.jobs.clock();
  const mails = await runMails(parts, { ...run, recipients: sendsMail ? recipients : [] }, signal);
  return {
    result: { totalMatched: totalMatched(result.own), mails: mails.size },
    changes: { ...run, views, keptLists, at, recipients, mails },
  };
};

/** Evaluates runs at once and makes their mails one after another. */
async function* handleRuns(
  parts: Parts,
  runs: readonly LeasedRun[],
  options: RunOptions,
): AsyncGenerator<readonly RunEnd<AlertChanges>[]> {
  const evaluated = await settleAll(runs, (some) => evaluateRuns(parts, some));
  let ends: RunEnd<AlertChanges>[] = [];
  for (const [index, run] of runs.entries()) {
    try {
      const each = evaluated[index]!;
      if (each.status === 'rejected') throw each.reason;
      const outcome = await endRun(parts, each.value, options);
      ends.push({ run, outcome });
      if (!outcome.changes?.mails.size) continue;
    } catch (error) {
      ends.push({ run, error });
    }
    // Before the next files are made, so that the files of only one run are in memory.
    yield ends;
    ends = [];
  }
  yield ends;
}

/** Runs the slots of alerts. The owner of a run is the id of the alert. Without mail, only for demo data. */
export const alertKind = (
  services: SendingServices,
  logger: Logger,
  { sendsMail = true }: { readonly sendsMail?: boolean } = {},
): BatchKind<AlertChanges> => {
  const unsubscribeLinks = createUnsubscribeLinks(services.secrets);
  const parts: Parts = { ...services, unsubscribeLinks };
  return {
    name: alertKindName,
    // Holds all alerts of most clients, which then share their scans.
    concurrency: 256,
    leaseSeconds: sendingLeaseSeconds,
    pauses: deliveryPauseSeconds,
    keepDays: alertRunDays,
    handleAll: (runs, { signal }) =>
      handleRuns(parts, runs, { sendsMail, signal, findMembers: createMemberReader(parts.db) }),
    async storeAll(trx, changes) {
      await writeRuns(trx, changes);
      await writeRecipients(parts, trx, changes);
      if (sendsMail) await queueAlertMessages(parts, trx, changes);
      for (const each of changes) logRun(logger, each);
    },
    ...createFailureHandlers(parts, alertNotices),
  };
};

const tables = { runs: 'alert_run', definitions: 'alert', reference: 'alert_id' };

/** Deletes old results of alerts, with what they reported, and alerts that were deleted as long ago. */
export const alertRunsCleanup = ({ config }: Pick<SendingServices, 'config'>): JobKind =>
  oldRunsCleanup('alert-runs', tables, config.retention.sendings);
