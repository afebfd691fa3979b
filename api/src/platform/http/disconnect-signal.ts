import type { FastifyReply } from 'fastify';

/** Aborts when the client disconnects before the response is sent. */
export const clientDisconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const disconnect = new AbortController();
  const end = () => {
    if (!raw.writableFinished) disconnect.abort();
  };
  // The client may be gone before the handler starts; the event is then over.
  if (raw.closed || raw.socket?.destroyed) end();
  else raw.once('close', end);
  return disconnect.signal;
};
