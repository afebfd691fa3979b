import type { FastifyReply } from 'fastify';

/** Aborts when the client disconnects before the response is sent. */
export const clientDisconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const disconnect = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
};
