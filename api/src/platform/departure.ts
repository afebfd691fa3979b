import type { FastifyReply } from 'fastify';

/** Tells when the caller goes away before the answer is sent. */
export const departureOf = ({ raw }: FastifyReply): AbortSignal => {
  const departure = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) departure.abort();
  });
  return departure.signal;
};
