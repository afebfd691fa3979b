import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/index.ts';
import { tooManyRequests } from './errors.ts';
import { createQuotas } from './rate-limit.ts';

/**
 * Counts a request of an API client, or several that came as one, and tells it in headers how many are left, as in
 * draft-ietf-httpapi-ratelimit-headers. Throws 429 if there are none.
 */
export type ApiLimit = (apiClientId: string, reply: FastifyReply, requests?: number) => Promise<void>;

const policy = '"default"';

/** `onExceeded` is called with the client of a request that is refused. */
export const createApiLimit = (
  db: Database,
  { requests: limit, seconds }: Config['apiLimit'],
  onExceeded: (apiClientId: string) => void,
): ApiLimit => {
  const count = createQuotas(db, { name: 'api', limit, periodMs: seconds * 1000 });
  return async (apiClientId, reply, requests) => {
    const quota = await count(apiClientId, requests);
    const { isExceeded, remaining } = quota;
    reply.headers({
      'ratelimit-policy': `${policy};q=${limit};w=${seconds}`,
      ratelimit: `${policy};r=${remaining};t=${Math.ceil(quota.seconds)}`,
    });
    if (!isExceeded) return;
    onExceeded(apiClientId);
    throw tooManyRequests('Too many requests.', quota.seconds);
  };
};
