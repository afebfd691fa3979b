import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/index.ts';
import { tooManyRequests } from './errors.ts';

export interface RateLimitOptions {
  /** Namespace of the keys. */
  readonly name: string;
  readonly limit: number;
  readonly periodMs: number;
  /** Says what there was too much of, as a sentence. */
  readonly reason?: string;
}

/** Counts a request for a key, such as a user id, or several at once. Throws 429 if the key exceeds its limit. */
export type RateLimit = (key: string, count?: number) => Promise<void>;

/** The part of a `pg` client that the library uses. */
const toPgClient = ({ kysely }: Database) => ({
  async query({ text, values }: { text: string; values: readonly unknown[] }) {
    const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
});

const createLimiter = (db: Database, { name, limit, periodMs }: RateLimitOptions) => {
  const options = { keyPrefix: name, points: limit, duration: periodMs / 1000 };
  // Only one process uses the embedded database, so it can count in memory without writes.
  if (db.engine === 'pglite') return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: toPgClient(db),
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Further requests over the limit do not query the database.
    inMemoryBlockOnConsumed: limit + 1,
  });
};

export interface Quota {
  readonly isExceeded: boolean;
  /** Requests that are left in this period. */
  readonly remaining: number;
  /** Until the period ends. */
  readonly seconds: number;
}

/** Counts requests per key and period, across all processes. */
export const createQuotas = (db: Database, options: RateLimitOptions) => {
  const limiter = createLimiter(db, options);
  const toQuota = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Quota => ({
    isExceeded,
    remaining: remainingPoints,
    seconds: msBeforeNext / 1000,
  });
  return async (key: string, count = 1): Promise<Quota> => {
    try {
      return toQuota(await limiter.consume(key, count), false);
    } catch (error) {
      if (error instanceof RateLimiterRes) return toQuota(error, true);
      throw error;
    }
  };
};

/** Allows `limit` requests per key and period, across all processes. */
export const createRateLimit = (db: Database, options: RateLimitOptions): RateLimit => {
  const count = createQuotas(db, options);
  return async (key, requests) => {
    const { isExceeded, seconds } = await count(key, requests);
    if (isExceeded) throw tooManyRequests(options.reason ?? 'Too many requests.', seconds);
  };
};
