import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/index.ts';
import { tooManyRequests } from './errors.ts';

export interface RateLimitOptions {
  /** Keeps the keys of one limit apart from those of another. */
  readonly name: string;
  readonly limit: number;
  readonly periodMs: number;
}

/** Counts a request under a key, such as the id of a user. Throws 429 when the key made too many. */
export type RateLimit = (key: string) => Promise<void>;

/** What the library sends, and what it reads of the answer. */
const clientOf = ({ kysely }: Database) => ({
  async query({ text, values }: { text: string; values: readonly unknown[] }) {
    const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
});

const limiterOf = (db: Database, { name, limit, periodMs }: RateLimitOptions) => {
  const options = { keyPrefix: name, points: limit, duration: periodMs / 1000 };
  // One process has the embedded database open, and a count in memory costs it no write.
  if (db.engine === 'pglite') return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: clientOf(db),
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Further requests over the limit cost no statement.
    inMemoryBlockOnConsumed: limit + 1,
  });
};

/** Lets `limit` requests through per key and period, in all processes together. */
export const createRateLimit = (db: Database, options: RateLimitOptions): RateLimit => {
  const limiter = limiterOf(db, options);
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw tooManyRequests('Too many requests. Please try again later.', refusal.msBeforeNext / 1000);
    }
  };
};
