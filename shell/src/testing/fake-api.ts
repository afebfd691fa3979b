import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status?: number;
  data?: unknown;
  /** Keys that are repeated beside `data`. */
  top?: Record<string, unknown>;
  message?: string;
}

export interface SeenCall {
  call: string;
  /** What stands behind the '?' of the address. */
  query: string;
  body: unknown;
  authorization: string | undefined;
}

type Answers = Record<string, Answer | ((call: SeenCall) => Answer)>;

const readBody = async (stream: AsyncIterable<Buffer>): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
};

const envelope = ({ status = 200, data = null, top = {}, message = '' }: Answer) =>
  status < 400
    ? { success: true, message, data, ...top }
    : { success: false, message, code: 'internal', requestId: 'r1' };

/**
 * An HTTP server that answers by 'METHOD /path', and the page's `fetch` led to it, as the address of a page does in a
 * browser. Unknown calls answer 404. `answers` may be changed while it runs.
 */
export const startFakeApi = async (initial: Answers) => {
  const answers: Answers = { ...initial };
  const calls: SeenCall[] = [];
  const server = createServer((request, response) => {
    const respond = async () => {
      const call = {
        call: `${request.method} ${request.url?.split('?')[0]}`,
        query: request.url?.split('?')[1] ?? '',
        body: await readBody(request),
        authorization: request.headers.authorization,
      };
      calls.push(call);
      const found = answers[call.call] ?? { status: 404, message: `No ${call.call}` };
      const answer = typeof found === 'function' ? found(call) : found;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(envelope(answer)));
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    realFetch(typeof input === 'string' ? new URL(input, base) : input, init);
  return {
    answers,
    calls,
    callsOf: (call: string) => calls.filter((seen) => seen.call === call),
    close: async () => {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
