import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenBody {
  filters: { field: string; value: unknown }[];
  size?: number;
  page?: number;
  query?: string;
  activityTypes?: string[];
  itemIds?: string[];
  exportId?: string;
}

export interface SeenCall {
  path: string;
  body: SeenBody;
  headers: Record<string, string | string[] | undefined>;
  /** The page gave up before the answer was out. */
  aborted: boolean;
}

export interface Answer {
  data?: unknown;
  /** In place of `data`: what the call's body asks for. */
  dataOf?: (body: SeenBody) => unknown;
  /** In place of JSON: a file of this name. */
  file?: string;
  status?: number;
  message?: string;
  /** Answers only after this. */
  after?: Promise<void>;
}

const read = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

/** A body of JSON, or of a form whose field `payload` is JSON. */
const bodyOf = (text: string): SeenBody => {
  const [, payload] = /name="payload"\r\n\r\n([\s\S]*?)\r\n--/.exec(text) ?? [];
  return JSON.parse(payload ?? (text || '{}'));
};

/**
 * An HTTP server that answers by path, and the page's `fetch` led to it: what the browser does by the address of
 * the page. `answers` may be changed while it runs; other paths answer 404.
 */
export const startFakeApi = async () => {
  const answers: Record<string, Answer> = {};
  const calls: SeenCall[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const answered = async () => {
      const text = await read(request);
      const call: SeenCall = {
        path,
        body: bodyOf(text),
        headers: request.headers,
        aborted: false,
      };
      calls.push(call);
      response.on('close', () => {
        call.aborted = !response.writableEnded;
      });
      const {
        data,
        dataOf,
        file,
        status = 200,
        message = '',
        after,
      } = answers[path] ?? { status: 404, message: `No ${path}` };
      await after;
      if (file !== undefined && status < 400) {
        const disposition = `attachment; filename="${file}"`;
        response
          .writeHead(status, {
            'content-type': 'application/octet-stream',
            'content-disposition': disposition,
          })
          .end('PK');
        return;
      }
      const answer =
        status < 400
          ? { success: true, message, data: dataOf ? dataOf(call.body) : data }
          : { success: false, message, code: 'internal' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    void answered();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);
  return {
    answers,
    calls,
    paths: () => calls.map(({ path }) => path.replace(/^\/api\//, '')),
    stop: async () => {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
