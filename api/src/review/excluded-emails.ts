import { sql } from 'kysely';
import type { RawBuilder, SqlBool, Transaction } from 'kysely';
import type { Schema } from '../platform/db/index.ts';
import { invalid } from './review.policy.ts';
import type { Selected } from './selected.ts';

/** Any number will do, as long as nothing else in this database uses it. */
const exclusionLock = 7_305_213;

/**
 * Lets one decision at a time change the list, so that what is newly excluded can be counted. To be taken before
 * activities are locked, never after: else two decisions could wait for each other.
 */
const lockList = (trx: Transaction<Schema>) =>
  sql`SELECT pg_advisory_xact_lock(${exclusionLock})`.execute(trx);

/** Whether the e-mail of `reader AS p` is excluded. */
export const isExcluded = 'EXISTS (SELECT FROM excluded_email x WHERE x.email = lower(p.email))';

const emailsOf = ({ query }: Selected): RawBuilder<unknown> =>
  sql`SELECT lower(p.email) FROM (${query}) AS s JOIN reader AS p ON p.id = s.reader_id WHERE p.email IS NOT NULL`;

/** @throws AppError 400 for an e-mail that none of the selected activities has */
const refuseForeign = async (trx: Transaction<Schema>, emails: readonly string[], selected: Selected) => {
  const { rows } = await sql<{ place: number; email: string }>`
    SELECT given.place, given.email FROM unnest(${emails}::text[]) WITH ORDINALITY AS given (email, place)
    WHERE lower(given.email) NOT IN (${emailsOf(selected)}) ORDER BY given.place LIMIT 1`.execute(trx);
  const [foreign] = rows;
  if (foreign)
    throw invalid({
      path: `excludedEmails.${foreign.place - 1}`,
      message: `None of the selected activities is of ${foreign.email}.`,
    });
};

/** Excludes the given e-mails, or those of everything that is selected. Answers how many were not excluded before. */
export const excludeEmails = async (
  trx: Transaction<Schema>,
  decisionId: number,
  emails: readonly string[] | 'all',
  selected: Selected,
): Promise<number> => {
  await lockList(trx);
  if (emails !== 'all') await refuseForeign(trx, emails, selected);
  const wanted =
    emails === 'all' ? emailsOf(selected) : sql`SELECT lower(given) FROM unnest(${emails}::text[]) AS given`;
  const { rows } = await sql<{ count: number }>`
    WITH wanted (email) AS (${wanted}), added AS (
      INSERT INTO excluded_email (email, decision_id) SELECT DISTINCT email, ${decisionId}::bigint FROM wanted
      RETURNING email)
    SELECT count(*) AS count FROM added AS a
    WHERE NOT EXISTS (SELECT FROM excluded_email AS x WHERE x.email = a.email)`.execute(trx);
  return rows[0]?.count ?? 0;
};

/** Takes back what a decision excluded. Answers how many e-mails no other decision excludes. */
export const includeEmails = async (trx: Transaction<Schema>, decisionId: number): Promise<number> => {
  await lockList(trx);
  const isOther = sql<SqlBool>`x.email = g.email AND x.decision_id <> ${decisionId}::bigint`;
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (DELETE FROM excluded_email WHERE decision_id = ${decisionId}::bigint RETURNING email)
    SELECT count(*) AS count FROM gone AS g
    WHERE NOT EXISTS (SELECT FROM excluded_email AS x WHERE ${isOther})`.execute(trx);
  return rows[0]?.count ?? 0;
};
