import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import { reversibleDays } from '../../deadlines.ts';
import type { Schema } from '../../platform/db/index.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { conflict, noSuchThing } from '../../platform/http/errors.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { timeText } from '../../platform/time-text.ts';
import { readIdentities } from './decide.ts';
import type { Outcome } from './decide.ts';
import { decisionTransaction } from './decision-transaction.ts';
import { lockDecided, restore } from './decision-sql.ts';
import { includeEmails } from './excluded-emails.ts';
import { skippedByReversal, skippedShown } from './skipped-activities.ts';
import type { Skipped } from './skipped-activities.ts';
import { daysAfter } from '../../platform/time.ts';

type DecisionRow = Selectable<Schema['review_decision']>;

const isOld = ({ at }: DecisionRow): boolean => daysAfter(at, reversibleDays) < new Date();

/** Locks the decision, so that it is reversed only once. */
const reversible = async (trx: Transaction<Schema>, id: number): Promise<DecisionRow> => {
  const decision = await trx
    .selectFrom('review_decision')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!decision) throw noSuchThing('decision');
  if (decision.reversed_at)
    throw conflict(`The decision was reversed already, on ${timeText(decision.reversed_at)} UTC.`);
  if (isOld(decision)) throw conflict(`A decision can be reversed for ${reversibleDays} days.`);
  return decision;
};

const markReversed = async (trx: Transaction<Schema>, id: number, session: Session) => {
  const { userId, impersonatorId } = readIdentities(session);
  await trx
    .updateTable('review_decision')
    .set({ reversed_at: sql<Date>`now()`, reversed_by: userId, reversed_through: impersonatorId })
    .where('id', '=', id)
    .execute();
};

/** A decision is reversed as a whole, so only by a reviewer who may change all of its activities. */
const lockAllActivities = async (trx: Transaction<Schema>, { id }: DecisionRow, { scope }: Session) => {
  const { rows } = await lockDecided(id, scope).execute(trx);
  if (rows[0]?.beyond)
    throw conflict(
      'You do not review all activities of this decision. Only someone who does can reverse it.',
    );
};

const nothingToRestore = (activities: number, [first]: readonly Skipped[]) => {
  const none =
    activities === 1
      ? 'the activity is no longer'
      : `none of the ${activities.toLocaleString('en-US')} activities is still`;
  const why = first ? `${activities === 1 ? '' : ' The first:'} ${first.message}` : '';
  return conflict(`Nothing can be reversed: ${none} as this decision left it.${why}`);
};

const restoreActivities = async (trx: Transaction<Schema>, decision: DecisionRow, { scope }: Session) => {
  const { rows } = await restore(decision.id, scope, skippedShown).execute(trx);
  const { all, cascaded, left } = rows[0] ?? { all: 0, cascaded: 0, left: null };
  const skipped = left ? await skippedByReversal(trx, left, scope) : [];
  // If it were marked as reversed, it could never be reversed, not even after the later decisions are.
  if (all === 0 && decision.activities > 0) throw nothingToRestore(decision.activities, skipped);
  return {
    activitiesUpdated: all,
    subsequentUpdated: cascaded,
    skippedCount: decision.activities - all,
    skipped,
  };
};

/**
 * Restores the previous state of a decision's activities, except those changed since, and removes the e-mails
 * that it excluded.
 * @throws AppError 404 if it does not exist, 409 if the caller may not review all of its activities, or if it
 * was reversed before, is too old, or has no activity left to restore
 */
export const reverseDecision = (
  { db, audit }: Pick<Services, 'db' | 'audit'>,
  id: number,
  session: Session,
): Promise<Outcome> =>
  decisionTransaction(db, async (trx) => {
    const decision = await reversible(trx, id);
    const emailsExcluded = await includeEmails(trx, id);
    await lockAllActivities(trx, decision, session);
    const restored = await restoreActivities(trx, decision, session);
    await markReversed(trx, id, session);
    const detail = { decisionId: id, activities: restored.activitiesUpdated, emailsIncluded: emailsExcluded };
    await audit.record({ action: 'review.reversal', ...auditedIdentities(session), detail }, trx);
    return { ...restored, emailsExcluded, decisionId: String(id) };
  });
