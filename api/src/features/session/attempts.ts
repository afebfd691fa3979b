import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { tooManyRequests } from '../../platform/http/errors.ts';

export interface Limit {
  key: string;
  limit: number;
}

export interface Attempts {
  /**
   * Counts an attempt against each limit in advance, so that concurrent attempts cannot bypass them.
   * Throws 429 when a limit is exceeded.
   */
  reserve(limits: readonly Limit[]): Promise<void>;
  /** Takes back a successful attempt. */
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** An IPv6 subscriber can use any address of a /64. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('%')[0]!.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

export const addressKey = (purpose: string, address: string): string =>
  `${purpose} from ${networkOf(address)}`;
export const accountKey = (purpose: string, email: string): string =>
  `${purpose} as ${email.trim().toLowerCase()}`;

export const createAttempts = ({ kysely }: Database, windowMinutes: number): Attempts => {
  const isOver = sql<boolean>`login_attempt.window_start <= now() - make_interval(mins => ${windowMinutes})`;

  const count = (key: string) =>
    kysely
      .insertInto('login_attempt')
      .values({ key, failures: 1, window_start: sql<Date>`now()` })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql<number>`CASE WHEN ${isOver} THEN 1 ELSE login_attempt.failures + 1 END`,
          window_start: sql<Date>`CASE WHEN ${isOver} THEN now() ELSE login_attempt.window_start END`,
        }),
      )
      .returning(['failures', sql<number>`extract(epoch FROM now() - window_start)`.as('age')])
      .executeTakeFirstOrThrow();

  return {
    async reserve(limits) {
      for (const { key, limit } of limits) {
        const { failures, age } = await count(key);
        if (failures <= limit) continue;
        const seconds = windowMinutes * 60 - age;
        const minutes = Math.max(1, Math.ceil(seconds / 60));
        throw tooManyRequests(
          `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
          seconds,
        );
      }
    },
    async giveBack(key) {
      await kysely
        .updateTable('login_attempt')
        .set((set) => ({ failures: set('failures', '-', 1) }))
        .where('key', '=', key)
        .where('failures', '>', 0)
        .execute();
    },
    async forget(key) {
      await kysely.deleteFrom('login_attempt').where('key', '=', key).execute();
    },
  };
};
