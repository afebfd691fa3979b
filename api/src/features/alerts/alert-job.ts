import type { FastifyBaseLogger } from 'fastify';
import { alertAudits, disabledReasons } from '@readerlens/contract/alerts';
import type { AlertAudit, DisabledReason } from '@readerlens/contract/alerts';
import type { AlertRule } from '@readerlens/contract';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { scopesOfUsers } from '../../core/people/owner.ts';
import type { Owner } from '../../core/people/owner.ts';
import type { Services } from '../../core/services.ts';
import { deliveryPauses, skipRun } from '../../platform/jobs/index.ts';
import type { JobContext, JobKind, JobOutcome, LeasedRun } from '../../platform/jobs/index.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import { together } from '../../platform/together.ts';
import { alertKindName, definitionOf, storedFiltersOf, suspendedReason } from './alert-definition.ts';
import type { AlertRow } from './alert.store.ts';
import { disabledReasonsOf, unpaidClients } from './disabled-reasons.ts';
import { evaluateSlot, viewsOf } from './run-evaluation.ts';
import type { EvaluatedAlert } from './run-evaluation.ts';
import { runMails } from './run-mails.ts';
import type { MailParts } from './run-mails.ts';
import type { RunDeliveries } from './run-recipients.ts';
import { writeRecipients } from './run-recipients.ts';
import { readDueAlerts, unreported } from './run-reads.ts';
import type { Candidates, DueAlert } from './run-reads.ts';
import { writeRuns } from './run-store.ts';
import type { StoredRun } from './run-store.ts';
import { scopeKey, totalMatched } from './run-views.ts';
import { selectStored } from '../../core/activities/select-stored.ts';
import { createSharedFacts } from './shared-facts.ts';
import { tellNotDelivered, tellNotEvaluated } from './alert-notices.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';

export type AlertJobServices = Pick<
  Services,
  'db' | 'users' | 'catalogue' | 'jobs' | 'outbox' | 'config' | 'exportSlots' | 'secrets'
>;
type Parts = AlertJobServices & MailParts;
type Logger = Pick<FastifyBaseLogger, 'info'>;

const namesOf = (bits: number): string =>
  (Object.keys(disabledReasons) as DisabledReason[])
    .filter((reason) => bits & disabledReasons[reason])
    .join(', ');

/** An alert that is due, with what its run needs to know. */
interface KnownAlert extends DueAlert {
  /** The owners and recipients of all alerts of the batch. */
  readonly people: ReadonlyMap<number, Owner>;
  readonly unpaid: ReadonlySet<number>;
  readonly catalogue: FieldCatalogue;
}

const readKnown = async (parts: Parts, alertIds: readonly string[]): Promise<(KnownAlert | undefined)[]> => {
  const [due, unpaid, catalogue] = await Promise.all([
    readDueAlerts(parts.db.kysely, alertIds),
    unpaidClients(parts),
    parts.catalogue(),
  ]);
  const found = due.flatMap((each) => each ?? []);
  const userIds = found.flatMap(({ alert, recipients }) => [
    alert.owner_id,
    ...recipients.map(({ userId }) => userId),
  ]);
  const people = await scopesOfUsers(userIds, parts);
  return due.map((each) => each && { ...each, people, unpaid, catalogue });
};

/** Why there is nothing to do for a slot, whatever the owner may see. */
const idleReason = async (
  parts: Parts,
  { alert, recipients, people: owners, unpaid, progress: { latestSlot } }: KnownAlert,
  run: LeasedRun,
): Promise<string | undefined> => {
  if (!alert.schedule_active) return 'The schedule is not active.';
  const suspended = suspendedReason(alert, run);
  if (suspended !== undefined) return suspended;
  if (latestSlot !== null && latestSlot >= run.slotKey) return 'This slot or a later one has a result.';
  const [bits = 0] = await disabledReasonsOf(parts, [alert], { recipients, unpaid, owners });
  return bits === 0 ? undefined : `The alert is disabled: ${namesOf(bits)}.`;
};

interface OpenAlert {
  readonly alert: AlertRow;
  readonly owner: Owner;
  readonly evaluated: EvaluatedAlert;
}

/** The alert with what its owner may see now; undefined if it cannot be evaluated. */
const openAlert = ({ jobs }: Parts, { alert, people, catalogue }: KnownAlert): OpenAlert | undefined => {
  const definition = definitionOf(alert);
  const owner = people.get(alert.owner_id);
  if (!definition || !owner) return undefined;
  const { scope } = owner;
  const selected = selectStored(storedFiltersOf(alert), { scope, catalogue, now: jobs.clock() });
  if (!selected.ok) return undefined;
  return { alert, owner, evaluated: { id: alert.id, definition, scope, selection: selected.selection } };
};

/** The active recipients with their scopes. */
const addressedBy = ({ recipients, people }: KnownAlert) =>
  recipients.flatMap((recipient) => {
    const person = recipient.isActive ? people.get(recipient.userId) : undefined;
    return person ? [{ recipient, person }] : [];
  });

const auditOf = (rule: AlertRule): AlertAudit => {
  switch (rule.type) {
    case 'SpecificActivityNotification':
      return 'IndividualActivitiesAudit';
    case 'SeriesOfActivitiesNotification':
      return rule.aggField === 'ReaderOrg' ? 'SeriesOfActivitiesOrgAudit' : 'SeriesOfActivitiesUserAudit';
    case 'ChangeInActivitiesNotification':
      return rule.aggField === 'ReaderOrg' ? 'ChangeInActivitiesOrgAudit' : 'ChangeInActivitiesUserAudit';
  }
};

/** The end of a run that has a result. */
export interface AlertChanges extends StoredRun, RunDeliveries {
  readonly run: LeasedRun;
}

const logRun = (logger: Logger, { run, alert, result, recipients }: AlertChanges): void => {
  const { definition } = result.plan;
  const audit = auditOf(definition.rule);
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

const createAlertRun = (parts: Parts, { sendsMail }: { readonly sendsMail: boolean }) => {
  const { db, jobs } = parts;
  const shared = createSharedFacts(db);
  const knownAlert = together((ids: readonly string[]) => readKnown(parts, ids));
  const reads = {
    kysely: db.kysely,
    readFacts: shared.readFacts,
    unreported: together((candidates: readonly Candidates[]) => unreported(db.kysely, candidates)),
  };

  /** The result of a slot, or why there is none. */
  const evaluated = async (run: LeasedRun) => {
    const known = await knownAlert(run.ownerId);
    if (!known) return skipRun('The alert was deleted.');
    const reason = await idleReason(parts, known, run);
    if (reason !== undefined) return skipRun(reason);
    const open = openAlert(parts, known);
    if (!open) return skipRun('The alert is incomplete.');
    const people = addressedBy(known);
    const { state } = known.progress;
    const result = await evaluateSlot(reads, open.evaluated, run.slotKey, state);
    return { open, people, state, result };
  };

  return async (run: LeasedRun, context: JobContext): Promise<JobOutcome<AlertChanges>> => {
    const found = await shared.join(() => evaluated(run));
    if ('skipped' in found) return found;
    const { open, people, state, result } = found;
    const scopes = people.map(({ person }) => person.scope);
    const byScope = await viewsOf(db, open.evaluated, result, scopes);
    const recipients = people.map((each) => ({
      ...each,
      view: byScope.get(scopeKey(each.person.scope)) ?? result.own,
    }));
    const views = [...new Set([result.own, ...recipients.map(({ view }) => view)])];
    const at = jobs.clock();
    const mailed = { id: run.id, slot: run.slotKey, ...open, result };
    const addressed = { recipients: sendsMail ? recipients : [], owner: open.owner };
    const mails = await runMails(parts, mailed, addressed, context);
    return {
      result: { totalMatched: totalMatched(result.own), mails: mails.size },
      changes: { run, alert: open.alert, state, result, views, at, recipients, mails },
    };
  };
};

/** Longer than between two slots of any schedule, so that a second failure in a row is known as one. */
const keepDays = 70;

/** Runs the slots of alerts. The owner of a run is the id of the alert. Without mail, only for demo data. */
export const alertKind = (
  services: AlertJobServices,
  logger: Logger,
  { sendsMail = true }: { readonly sendsMail?: boolean } = {},
): JobKind<AlertChanges> => {
  const unsubscribeLinks = createUnsubscribeLinks(services.secrets.unsubscribeKey);
  const parts: Parts = {
    ...services,
    unsubscribeLinks,
    inLine: createOneAtATime(),
  };
  return {
    name: alertKindName,
    // Holds all alerts of most clients, which then share their scans.
    concurrency: 256,
    together: true,
    // Their files are made one after another.
    keepsLease: true,
    leaseSeconds: 600,
    pauses: deliveryPauses,
    keepDays,
    handle: createAlertRun(parts, { sendsMail }),
    async storeAll(trx, changes) {
      await writeRuns(trx, changes);
      await writeRecipients(parts, trx, changes);
      for (const each of changes) logRun(logger, each);
    },
    onFailed: (trx, run) => tellNotEvaluated(parts, trx, run),
    onUndelivered: (trx, mail) => tellNotDelivered(parts, trx, mail),
  };
};
