import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenCall {
  /** 'METHOD /path'. */
  call: string;
  query: URLSearchParams;
  body: unknown;
}

interface Answer {
  status?: number;
  data?: unknown;
  /** Answers only after this. */
  after?: Promise<void>;
}

type Answers = Record<string, Answer | ((seen: SeenCall) => Answer)>;

const read = async (stream: AsyncIterable<Buffer>): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : undefined;
};

/**
 * An HTTP server that answers by 'METHOD /path', and the page's `fetch` led to it. Other calls answer 404. `answers`
 * may be changed while it runs.
 */
export const startFakeApi = async (initial: Answers = {}) => {
  const answers = { ...initial };
  const calls: SeenCall[] = [];
  const server = createServer((request, response) => {
    const respond = async () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const seen = {
        call: `${request.method} ${decodeURIComponent(url.pathname)}`,
        query: url.searchParams,
        body: await read(request),
      };
      calls.push(seen);
      const found = answers[seen.call] ?? { status: 404 };
      const { status = 200, data = null, after } = typeof found === 'function' ? found(seen) : found;
      await after;
      const answer =
        status < 400
          ? { success: true, message: '', data }
          : { success: false, message: `No ${seen.call}`, code: 'internal' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);
  return {
    answers,
    callsOf: (call: string) => calls.filter((seen) => seen.call === call),
    stop: async () => {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
