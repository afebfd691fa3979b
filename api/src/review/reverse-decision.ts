import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import type { ReviewDecisionTable, Schema } from '../platform/db/index.ts';
import { auditedIdentities } from '../platform/audit.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import { timeText } from '../platform/time-text.ts';
import { identitiesOf } from './decide.ts';
import type { Outcome } from './decide.ts';
import { decisionTransaction } from './decision-transaction.ts';
import { lockDecided, restore } from './decision-sql.ts';
import { includeEmails } from './excluded-emails.ts';
import { skippedByReversal, skippedShown } from './skipped-activities.ts';

/** For so many days a decision is listed and can be reversed. */
export const reversibleDays = 30;

type DecisionRow = Selectable<ReviewDecisionTable>;

const isOld = ({ at }: DecisionRow): boolean => Date.now() - at.getTime() > reversibleDays * 86_400_000;

/** Locks the decision, so that it is reversed once. */
const reversible = async (trx: Transaction<Schema>, id: number): Promise<DecisionRow> => {
  const decision = await trx
    .selectFrom('review_decision')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!decision) throw notFound('There is no such decision.');
  if (decision.reversed_at)
    throw conflict(`The decision was reversed already, on ${timeText(decision.reversed_at)} UTC.`);
  if (isOld(decision)) throw conflict(`A decision can be reversed for ${reversibleDays} days.`);
  return decision;
};

const markReversed = async (trx: Transaction<Schema>, id: number, session: Session) => {
  const { userId, impersonatorId } = identitiesOf(session);
  await trx
    .updateTable('review_decision')
    .set({ reversed_at: sql<Date>`now()`, reversed_by: userId, reversed_through: impersonatorId })
    .where('id', '=', id)
    .execute();
};

const restoreActivities = async (trx: Transaction<Schema>, decision: DecisionRow, { scope }: Session) => {
  await lockDecided(decision.id, scope).execute(trx);
  const { rows } = await restore(decision.id, scope, skippedShown).execute(trx);
  const { all, takenAlong, left } = rows[0] ?? { all: 0, takenAlong: 0, left: null };
  return {
    activitiesUpdated: all,
    subsequentUpdated: takenAlong,
    skippedCount: decision.activities - all,
    skipped: left ? await skippedByReversal(trx, left, scope) : [],
  };
};

/**
 * Gives the activities of a decision the state from before it, those that were not changed since, and takes back the
 * e-mails that it excluded.
 * @throws AppError 404 when there is none, 409 when it was reversed before or is too old
 */
export const reverseDecision = (
  { db, audit }: Pick<Services, 'db' | 'audit'>,
  id: number,
  session: Session,
): Promise<Outcome> =>
  decisionTransaction(db, async (trx) => {
    const decision = await reversible(trx, id);
    const emailsExcluded = await includeEmails(trx, id);
    const restored = await restoreActivities(trx, decision, session);
    await markReversed(trx, id, session);
    const detail = { decisionId: id, activities: restored.activitiesUpdated, emailsIncluded: emailsExcluded };
    await audit.record({ action: 'review.reversal', ...auditedIdentities(session), detail }, trx);
    return { ...restored, emailsExcluded, decisionId: String(id) };
  });
