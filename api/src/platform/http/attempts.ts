import { createHash } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { beginFirstTransaction } from '../db/first-transaction.ts';
import { conflict } from './errors.ts';

export interface Attempt {
  readonly userId: number;
  /** A UUID that the client has chosen. */
  readonly key: string;
  /** The call and all that its answer depends on, as JSON has it. */
  readonly request: readonly unknown[];
}

export interface Attempts {
  /**
   * Does the work of an attempt, unless it was done before: then it returns what the work returned at that time, as JSON has it.
   * @throws AppError 409 if the key was used for something else, or if the answer of the first time is not known
   */
  do<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
}

/** Rolls back the transaction of an attempt that another request has done meanwhile. */
class DoneMeanwhile extends Error {}

export const createAttempts = ({ kysely }: Pick<Database, 'kysely'>, clock: () => Date): Attempts => {
  const hash = (request: readonly unknown[]) =>
    createHash('sha256').update(JSON.stringify(request)).digest('hex');

  const find = async ({ userId, key, request }: Attempt) => {
    const found = await kysely
      .selectFrom('call_attempt')
      .select(['request', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (found && found.request !== hash(request))
      throw conflict('This request repeats the key of another one.');
    if (found?.answer === null) throw conflict('This was done already. Reload the page to see it.');
    return found && { answer: JSON.parse(found.answer) as unknown };
  };

  return {
    async do<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
      const { userId, key, request } = attempt;
      const done = await find(attempt);
      if (done) return done.answer as T;
      let answer: T;
      try {
        // In the transaction of the work: either both are stored or neither. Two requests at once wait for each other here.
        answer = await beginFirstTransaction(async (trx) => {
          const added = await trx
            .insertInto('call_attempt')
            .values({ user_id: userId, key, request: hash(request), at: clock() })
            .onConflict((conflicting) => conflicting.doNothing())
            .returning('key')
            .executeTakeFirst();
          if (!added) throw new DoneMeanwhile();
        }, work);
      } catch (error) {
        const other = error instanceof DoneMeanwhile ? await find(attempt) : undefined;
        if (!other) throw error;
        return other.answer as T;
      }
      // The work is done, so this must not fail it. A repetition is then told that it was done.
      await kysely
        .updateTable('call_attempt')
        .set({ answer: JSON.stringify(answer) })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute()
        .catch(() => undefined);
      return answer;
    },
  };
};
