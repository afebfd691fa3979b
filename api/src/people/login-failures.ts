import { sql } from 'kysely';
import { longestLoginWaitSeconds } from '../deadlines.ts';
import type { Database } from '../platform/db/index.ts';
import { tooManyRequests } from '../platform/http/errors.ts';

export interface Limit {
  key: string;
  /** Failures per window that have no consequence. */
  free: number;
}

export interface LoginFailures {
  /** Throws 429 if an attempt must wait because of earlier failures. */
  check(limits: readonly Limit[]): Promise<void>;
  add(limits: readonly Limit[]): Promise<void>;
  forget(key: string): Promise<void>;
}

/** After the free failures the wait doubles with each further one: 1, 2, 4, ... seconds. It never locks for longer. */
export const waitSeconds = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(2 ** (failures - free), longestLoginWaitSeconds);

/** Failed logins by key, shared by all processes. A window starts with its first failure. */
export const createLoginFailures = (
  { kysely }: Database,
  windowMinutes: number,
  onFailure: () => void = () => undefined,
): LoginFailures => {
  const isOver = sql<boolean>`login_attempt.window_start <= now() - make_interval(mins => ${windowMinutes})`;

  const find = async (key: string) =>
    await kysely
      .selectFrom('login_attempt')
      .select(['failures', sql<number>`extract(epoch FROM now() - last_failure_at)`.as('age')])
      .where('key', '=', key)
      .where(sql<boolean>`NOT ${isOver}`)
      .executeTakeFirst();

  return {
    async check(limits) {
      for (const { key, free } of limits) {
        const found = await find(key);
        const seconds = found ? waitSeconds(found.failures, free) - found.age : 0;
        if (seconds > 0) throw tooManyRequests('Too many attempts.', seconds);
      }
    },
    async add(limits) {
      onFailure();
      for (const { key } of limits) {
        await kysely
          .insertInto('login_attempt')
          .values({ key, failures: 1, window_start: sql<Date>`now()`, last_failure_at: sql<Date>`now()` })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              failures: sql<number>`CASE WHEN ${isOver} THEN 1 ELSE login_attempt.failures + 1 END`,
              window_start: sql<Date>`CASE WHEN ${isOver} THEN now() ELSE login_attempt.window_start END`,
              last_failure_at: sql<Date>`now()`,
            }),
          )
          .execute();
      }
    },
    async forget(key) {
      await kysely.deleteFrom('login_attempt').where('key', '=', key).execute();
    },
  };
};
