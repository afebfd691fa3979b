import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/index.ts';
import { tooManyRequests } from './errors.ts';
import { createQuotas } from './rate-limit.ts';

/**
 * Counts a request of an API client and tells it in headers how many are left, as in
 * draft-ietf-httpapi-ratelimit-headers. Throws 429 if there are none.
 */
export type ApiLimit = (apiClientId: string, reply: FastifyReply) => Promise<void>;

const policy = '"default"';

export const createApiLimit = (db: Database, { requests, seconds }: Config['apiLimit']): ApiLimit => {
  const count = createQuotas(db, { name: 'api', limit: requests, periodMs: seconds * 1000 });
  return async (apiClientId, reply) => {
    const quota = await count(apiClientId);
    const { isExceeded, remaining } = quota;
    reply.headers({
      'ratelimit-policy': `${policy};q=${requests};w=${seconds}`,
      ratelimit: `${policy};r=${remaining};t=${Math.ceil(quota.seconds)}`,
    });
    if (isExceeded) throw tooManyRequests('Too many requests.', quota.seconds);
  };
};
