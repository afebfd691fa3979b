import type { Transaction } from 'kysely';
import type { CallData, Calls, ReviewDecisionAction } from '@readerlens/contract';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Audit } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { countActivities, readKeys } from '../../activities/key-list.ts';
import { applyDecision, changeable, lockAndRecord } from './decision-sql.ts';
import type { ChangedCounts, Decision } from './decision-sql.ts';
import { decisionTransaction } from './decision-transaction.ts';
import { excludeEmails } from './excluded-emails.ts';
import { buildKeyOrder } from './review-rows.ts';
import { filterWhere, listStatuses } from './review-where.ts';
import { selectionOfBody } from './selected.ts';
import type { DecisionBody, NamedActivity, Selected } from './selected.ts';
import { skippedByDecision, skippedShown } from './skipped-activities.ts';
import type { Skipped } from './skipped-activities.ts';

export type Outcome = CallData<Calls['POST /api/review-activities']>;

const chooseAction = ({
  status,
  excludedEmails = [],
  excludeEmails: all,
}: DecisionBody): ReviewDecisionAction =>
  status === 'Rejected' && (all || excludedEmails.length > 0) ? 'ExcludedAndRejected' : status;

/** Picks the stored part of the request; ids are stored in the records. */
const pickSelection = ({ matching, engagementIds, customerRequestIds, startDate }: DecisionBody) => ({
  ...(matching
    ? { matching }
    : { engagements: engagementIds.length, customerRequests: customerRequestIds.length }),
  ...(startDate === undefined ? {} : { startDate }),
});

/** Returns both identities as column values. */
export const readIdentities = ({ user, impersonator }: Session) => ({
  userId: user.id,
  impersonatorId: impersonator?.id ?? null,
});

const addDecision = async (trx: Transaction<Schema>, body: DecisionBody, session: Session) => {
  const { userId, impersonatorId } = readIdentities(session);
  const { id } = await trx
    .insertInto('review_decision')
    .values({
      user_id: userId,
      impersonator_id: impersonatorId,
      action: chooseAction(body),
      selection: pickSelection(body),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const newlyExcluded = async (
  trx: Transaction<Schema>,
  id: number,
  { excludedEmails = [], excludeEmails: all }: DecisionBody,
  selected: Selected,
): Promise<number> => {
  if (all) return excludeEmails(trx, id, 'all', selected);
  return excludedEmails.length > 0 ? excludeEmails(trx, id, excludedEmails, selected) : 0;
};

const change = async (trx: Transaction<Schema>, decision: Decision): Promise<ChangedCounts> => {
  await lockAndRecord(decision).execute(trx);
  const { rows } = await applyDecision(decision).execute(trx);
  return rows[0] ?? { all: 0, cascaded: 0 };
};

const unseen = (key: ActivityKey): NamedActivity => ({ ...key, type: null, seen: null });

interface SkippedCounts {
  readonly skippedCount: number;
  readonly skipped: Skipped[];
}

/** A filter on a status that the decision cannot change matches only skipped activities. */
const skippedByFilter = async (
  trx: Transaction<Schema>,
  { id, status, scope }: Decision,
  matching: NonNullable<DecisionBody['matching']>,
  session: Session,
): Promise<SkippedCounts> => {
  if (listStatuses(matching.status).some((code) => changeable[status].includes(code)))
    return { skippedCount: 0, skipped: [] };
  const where = filterWhere(matching, session);
  const order = { column: 'DropDate', descending: true, blinded: false } as const;
  const keys = await readKeys(trx, where, buildKeyOrder(order), { size: skippedShown, offset: 0 });
  return {
    skippedCount: await countActivities(trx, where),
    skipped: await skippedByDecision(trx, id, { named: keys.map(unseen), unknownIds: [] }, scope),
  };
};

const skippedBy = async (
  trx: Transaction<Schema>,
  decision: Decision,
  { matching }: DecisionBody,
  { changed, session }: { changed: ChangedCounts; session: Session },
): Promise<SkippedCounts> => {
  if (matching) return skippedByFilter(trx, decision, matching, session);
  const { named, unknownIds } = decision.selected;
  const skippedCount = named.length + unknownIds.length - (changed.all - changed.cascaded);
  if (skippedCount === 0) return { skippedCount, skipped: [] };
  return {
    skippedCount,
    skipped: await skippedByDecision(trx, decision.id, decision.selected, decision.scope),
  };
};

interface DecisionResult {
  readonly id: number;
  readonly action: ReviewDecisionAction;
  readonly activities: number;
  readonly emailsExcluded: number;
}

const record = async (
  trx: Transaction<Schema>,
  audit: Audit,
  result: DecisionResult,
  session: Session,
): Promise<void> => {
  const { id: decisionId, activities, emailsExcluded, action } = result;
  await trx
    .updateTable('review_decision')
    .set({ activities, emails_excluded: emailsExcluded })
    .where('id', '=', decisionId)
    .execute();
  const detail = { decisionId, action, activities, emailsExcluded };
  await audit.record({ action: 'review.decision', ...auditedIdentities(session), detail }, trx);
};

/**
 * Approves or rejects the activities of a validated body in one transaction. Skips and reports those that cannot be changed.
 * @throws AppError 400 for an e-mail to exclude that no selected activity has
 */
export const decide = (
  services: Pick<Services, 'db' | 'audit'>,
  body: DecisionBody,
  session: Session,
): Promise<Outcome> =>
  decisionTransaction(services.db, async (trx) => {
    const { status, startDate } = body;
    const { scope } = session;
    const selected = selectionOfBody(body, session);
    const id = await addDecision(trx, body, session);
    const emails = await newlyExcluded(trx, id, body, selected);
    const decision = { id, status, selected, startDate, scope };
    const changed = await change(trx, decision);
    const skipped = await skippedBy(trx, decision, body, { changed, session });
    const isKept = changed.all > 0 || emails > 0;
    const result = { id, action: chooseAction(body), activities: changed.all, emailsExcluded: emails };
    if (isKept) await record(trx, services.audit, result, session);
    else await trx.deleteFrom('review_decision').where('id', '=', id).execute();
    return {
      activitiesUpdated: changed.all,
      emailsExcluded: emails,
      subsequentUpdated: changed.cascaded,
      ...skipped,
      decisionId: isKept ? String(id) : null,
    };
  });
