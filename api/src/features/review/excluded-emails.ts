import { sql } from 'kysely';
import type { RawBuilder, SqlBool, Transaction } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { invalid } from './review.policy.ts';
import type { Selected } from './selected.ts';

/** Any number that no other lock in this database uses. */
const exclusionLock = 7_305_213;

/**
 * Serializes decisions that change the list, so that newly excluded e-mails can be counted. Take it before
 * locking activities, never after: otherwise two decisions could deadlock.
 */
const lockExclusions = (trx: Transaction<Schema>) =>
  sql`SELECT pg_advisory_xact_lock(${exclusionLock})`.execute(trx);

const selectEmails = ({ query }: Selected): RawBuilder<unknown> =>
  sql`SELECT lower(p.email) FROM (${query}) AS s JOIN reader AS p ON p.id = s.reader_id WHERE p.email IS NOT NULL`;

/** @throws AppError 400 for an e-mail that none of the selected activities has */
const refuseUnselected = async (trx: Transaction<Schema>, emails: readonly string[], selected: Selected) => {
  const { rows } = await sql<{ place: number; email: string }>`
    SELECT given.place, given.email FROM unnest(${emails}::text[]) WITH ORDINALITY AS given (email, place)
    WHERE lower(given.email) NOT IN (${selectEmails(selected)}) ORDER BY given.place LIMIT 1`.execute(trx);
  const [foreign] = rows;
  if (foreign)
    throw invalid({
      path: `excludedEmails.${foreign.place - 1}`,
      message: `None of the selected activities is of ${foreign.email}.`,
    });
};

/** Excludes the given e-mails, or those of all selected activities. Returns how many were not excluded before. */
export const excludeEmails = async (
  trx: Transaction<Schema>,
  decisionId: number,
  emails: readonly string[] | 'all',
  selected: Selected,
): Promise<number> => {
  await lockExclusions(trx);
  if (emails !== 'all') await refuseUnselected(trx, emails, selected);
  const wanted =
    emails === 'all'
      ? selectEmails(selected)
      : sql`SELECT lower(given) FROM unnest(${emails}::text[]) AS given`;
  const { rows } = await sql<{ count: number }>`
    WITH wanted (email) AS (${wanted}), added AS (
      INSERT INTO excluded_email (email, decision_id) SELECT DISTINCT email, ${decisionId}::bigint FROM wanted
      RETURNING email)
    SELECT count(*) AS count FROM added AS a
    WHERE NOT EXISTS (SELECT FROM excluded_email AS x WHERE x.email = a.email)`.execute(trx);
  return rows[0]?.count ?? 0;
};

/** Removes the exclusions of a decision. Returns how many e-mails no other decision excludes. */
export const includeEmails = async (trx: Transaction<Schema>, decisionId: number): Promise<number> => {
  await lockExclusions(trx);
  const isOther = sql<SqlBool>`x.email = g.email AND x.decision_id <> ${decisionId}::bigint`;
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (DELETE FROM excluded_email WHERE decision_id = ${decisionId}::bigint RETURNING email)
    SELECT count(*) AS count FROM gone AS g
    WHERE NOT EXISTS (SELECT FROM excluded_email AS x WHERE ${isOther})`.execute(trx);
  return rows[0]?.count ?? 0;
};
