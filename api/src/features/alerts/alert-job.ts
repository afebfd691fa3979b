import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { alertAudits, disabledReasons } from '@readerlens/contract/alerts';
import type { AlertAudit, DisabledReason } from '@readerlens/contract/alerts';
import type { AlertRule } from '@readerlens/contract';
import { scopeOfUser } from '../../core/people/owner.ts';
import type { Owner } from '../../core/people/owner.ts';
import type { Services } from '../../core/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { deliveryPauses } from '../../platform/jobs/index.ts';
import type { JobContext, JobKind, JobOutcome, LeasedRun } from '../../platform/jobs/index.ts';
import { sharedReads } from '../../platform/shared-reads.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import { alertKindName, definitionOf, storedFiltersOf } from './alert-definition.ts';
import { letterBody, subjectOf } from '../../platform/mail/letter.ts';
import { findAlert, recipientsOf } from './alert.store.ts';
import type { AlertRow, Recipient } from './alert.store.ts';
import { disabledReasonsOf, unpaidClients } from './disabled-reasons.ts';
import type { AlertState } from './engine/evaluation.ts';
import { evaluateSlot, viewsOf } from './run-evaluation.ts';
import type { EvaluatedAlert } from './run-evaluation.ts';
import { runMails } from './run-mails.ts';
import type { MailParts, RunRecipient } from './run-mails.ts';
import { writeRecipients } from './run-recipients.ts';
import { lockUnchanged, readProgress, writeRun } from './run-store.ts';
import type { Progress, StoredRun } from './run-store.ts';
import { scopeKey, totalMatched } from './run-views.ts';
import { selectStored } from '../../core/activities/select-stored.ts';
import { createSharedFacts } from './shared-facts.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';

export type AlertJobServices = Pick<
  Services,
  'db' | 'users' | 'catalogue' | 'jobs' | 'outbox' | 'config' | 'exportSlots' | 'secrets'
>;
type Parts = AlertJobServices &
  MailParts & {
    /** Ids of the clients that are not paid for. */
    readonly unpaid: () => Promise<ReadonlySet<number>>;
  };
type Logger = Pick<FastifyBaseLogger, 'info'>;

const skip = (skipped: string) => ({ skipped }) satisfies JobOutcome;

const namesOf = (bits: number): string =>
  (Object.keys(disabledReasons) as DisabledReason[])
    .filter((reason) => bits & disabledReasons[reason])
    .join(', ');

type KnownAlert = Pick<OpenAlert, 'alert'> & { readonly recipients: readonly Recipient[] };

/** Why there is nothing to do for a slot, whatever the owner may see. */
const idleReason = async (
  parts: Parts,
  { alert, recipients }: KnownAlert,
  { latestSlot }: Progress,
  { slotKey, slotAt }: LeasedRun,
): Promise<string | undefined> => {
  if (!alert.schedule_active) return 'The schedule is not active.';
  if (alert.snoozed_until !== null && slotKey < alert.snoozed_until)
    return `The alert is snoozed until ${alert.snoozed_until}.`;
  // Nothing fires retroactively.
  if (alert.active_since && alert.active_since > slotAt) return 'The alert was activated after this slot.';
  if (latestSlot !== null && latestSlot >= slotKey) return 'This slot or a later one has a result.';
  const [bits = 0] = await disabledReasonsOf(parts, [alert], { recipients, unpaid: await parts.unpaid() });
  return bits === 0 ? undefined : `The alert is disabled: ${namesOf(bits)}.`;
};

interface OpenAlert {
  readonly alert: AlertRow;
  readonly owner: Owner;
  readonly evaluated: EvaluatedAlert;
}

/** The alert with what its owner may see now; undefined if it cannot be evaluated. */
const openAlert = async (parts: Parts, alert: AlertRow): Promise<OpenAlert | undefined> => {
  const definition = definitionOf(alert);
  const owner = await scopeOfUser(alert.owner_id, parts);
  if (!definition || !owner) return undefined;
  const { scope } = owner;
  const viewer = { scope, catalogue: await parts.catalogue(), now: parts.jobs.clock() };
  const selected = selectStored(storedFiltersOf(alert), viewer);
  if (!selected.ok) return undefined;
  return { alert, owner, evaluated: { id: alert.id, definition, scope, selection: selected.selection } };
};

/** The active recipients with their scopes. */
const peopleOf = async (parts: Parts, recipients: readonly Recipient[]) => {
  const people = [];
  for (const recipient of recipients.filter(({ isActive }) => isActive)) {
    const person = await scopeOfUser(recipient.userId, parts);
    if (person) people.push({ recipient, person });
  }
  return people;
};

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

/**
 * What was read may be out of date by the time it is stored: the run is then repeated with what is true then.
 * @throws Error
 */
const checkUnchanged = async (
  trx: Transaction<Schema>,
  alert: AlertRow,
  state: AlertState | null,
): Promise<void> => {
  const unchanged = await lockUnchanged(trx, alert, state);
  if (!unchanged.alert) throw new Error('The alert was changed during its run.');
  if (!unchanged.state) throw new Error('Another run of the alert ended during this one.');
};

const createAlertRun = (parts: Parts, logger: Logger, { sendsMail }: { readonly sendsMail: boolean }) => {
  const { db, jobs } = parts;
  const shared = createSharedFacts(db);
  const reads = { kysely: db.kysely, readFacts: shared.readFacts };

  const log = ({ run, alert, result }: StoredRun, recipients: readonly RunRecipient[]) => {
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

  const recipientsFor = async (
    { evaluated }: OpenAlert,
    known: readonly Recipient[],
    result: StoredRun['result'],
  ): Promise<RunRecipient[]> => {
    const people = await peopleOf(parts, known);
    const scopes = people.map(({ person }) => person.scope);
    const views = await viewsOf(db, evaluated, result, scopes);
    return people.map((each) => ({ ...each, view: views.get(scopeKey(each.person.scope)) ?? result.own }));
  };

  /** The result of a slot, or why there is none. */
  const evaluated = async (run: LeasedRun) => {
    const alert = await findAlert(db.kysely, run.ownerId);
    if (!alert) return skip('The alert was deleted.');
    const [progress, recipients] = await Promise.all([
      readProgress(db.kysely, alert.id),
      recipientsOf(db.kysely, [alert.id]),
    ]);
    const reason = await idleReason(parts, { alert, recipients }, progress, run);
    if (reason !== undefined) return skip(reason);
    const open = await openAlert(parts, alert);
    if (!open) return skip('The alert is incomplete.');
    const { state } = progress;
    const result = await evaluateSlot(reads, open.evaluated, run.slotKey, state);
    return { alert, known: recipients, open, state, result };
  };

  return async (run: LeasedRun, context: JobContext): Promise<JobOutcome> => {
    const found = await shared.join(() => evaluated(run));
    if ('skipped' in found) return found;
    const { alert, known, open, state, result } = found;
    await context.renew();
    const recipients = await recipientsFor(open, known, result);
    const views = [...new Set([result.own, ...recipients.map(({ view }) => view)])];
    const now = jobs.clock();
    const mailed = { id: run.id, slot: run.slotKey, ...open, result };
    const people = { recipients: sendsMail ? recipients : [], owner: open.owner };
    const mails = await runMails(parts, mailed, people, context);
    const stored: StoredRun = { run, alert, state, result, views };
    return {
      result: { totalMatched: totalMatched(result.own), mails: mails.size },
      async effects(trx) {
        await checkUnchanged(trx, alert, state);
        await writeRun(trx, stored, now);
        await writeRecipients(parts, trx, run, { recipients, mails });
        log(stored, recipients);
      },
    };
  };
};

/** Whether the last run before this one that ended in a result or failed has failed. */
const isInStreak = async (trx: Transaction<Schema>, { ownerId, slotAt }: LeasedRun): Promise<boolean> => {
  const previous = await trx
    .selectFrom('job_run')
    .select('state')
    .where('kind', '=', alertKindName)
    .where('owner_id', '=', ownerId)
    .where('slot_at', '<', slotAt)
    .where('state', 'in', ['done', 'failed'])
    .orderBy('slot_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return previous?.state === 'failed';
};

/** Tells the owner that an alert could not be evaluated, once until it can be again. */
const tellOwner = async (
  { outbox, config }: Parts,
  trx: Transaction<Schema>,
  run: LeasedRun,
): Promise<void> => {
  const alert = await findAlert(trx, run.ownerId);
  if (!alert || (await isInStreak(trx, run))) return;
  const owner = await trx
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', alert.owner_id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!owner) return;
  const mail = {
    subject: subjectOf(`Alert not evaluated: ${alert.name}`),
    ...letterBody({
      heading: alert.name,
      paragraphs: [
        `Your alert could not be evaluated on ${run.slotKey}. It will be evaluated again at its next scheduled run.`,
        'You get this email once, until a run succeeds again.',
      ],
      button: 'Open the alert',
      link: `${config.publicUrl}/notification/${alert.id}/1`,
      footer: [`Questions? Write to ${config.public.support.email}.`],
    }),
  };
  await outbox.queue({ ...mail, to: owner.email, uniqueKey: `${run.id} failed` }, trx);
};

/** Longer than between two slots of any schedule, so that a second failure in a row is known as one. */
const keepDays = 70;

/** Runs the slots of alerts. The owner of a run is the id of the alert. Without mail, only for demo data. */
export const alertKind = (
  services: AlertJobServices,
  logger: Logger,
  { sendsMail = true }: { readonly sendsMail?: boolean } = {},
): JobKind => {
  const unsubscribeLinks = createUnsubscribeLinks(services.secrets.unsubscribeKey);
  // Runs that start together share these reads.
  const find = sharedReads((id: number) => services.users.find(id));
  const unpaid = sharedReads(() => unpaidClients(services));
  const parts: Parts = {
    ...services,
    users: { ...services.users, find },
    unpaid,
    unsubscribeLinks,
    inLine: createOneAtATime(),
  };
  return {
    name: alertKindName,
    concurrency: 32,
    together: true,
    // Their files are made one after another.
    keepsLease: true,
    leaseSeconds: 600,
    pauses: deliveryPauses,
    keepDays,
    handle: createAlertRun(parts, logger, { sendsMail }),
    onFailed: (trx, run) => tellOwner(parts, trx, run),
  };
};
