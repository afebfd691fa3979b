import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers';
import type { ErrorCode } from '@readerlens/contract/vocabulary';

/** A call that reached the server, alone or with others. */
export interface SeenCall<Body = unknown> {
  /** 'METHOD /path'. */
  call: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Sent as JSON, or as a form whose field `payload` is JSON. */
  body: Body;
  /** The client disconnected before the response was complete. */
  aborted: boolean;
}

/** The response of a call; an error if `status` is 400 or above. */
export interface Answer {
  status?: number;
  data?: unknown;
  /** Keys repeated at the top level, beside `data`. */
  top?: Record<string, unknown>;
  message?: string;
  /** Error code. */
  code?: ErrorCode;
  /** What the error says about fields. */
  details?: readonly { path: string; message: string }[];
  /** Responds with a file of this name instead of JSON. */
  file?: string;
  /** Delays the response until this resolves. */
  after?: Promise<void>;
  /** Drops the connection instead of responding. */
  lost?: boolean;
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const payload = /name="payload"\r\n\r\n([\s\S]*?)\r\n--/.exec(text)?.[1];
  if (payload !== undefined) return JSON.parse(payload);
  const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
  return text === '' || isForm ? undefined : JSON.parse(text);
};

const readCall = async <Body>(request: IncomingMessage): Promise<SeenCall<Body>> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const path = decodeURIComponent(pathname);
  return {
    call: `${request.method} ${path}`,
    path,
    query: searchParams,
    headers: request.headers,
    body: (await readBody(request)) as Body,
    aborted: false,
  };
};

/** The body of an answer that is no file. */
const buildBody = (call: string, { status = 200, data = null, top = {}, message, code, details }: Answer) =>
  status < 400
    ? { success: true, message: message ?? '', data, ...top }
    : {
        success: false,
        message: message ?? `No ${call}`,
        code: code ?? 'internal',
        ...(details ? { details } : {}),
      };

const send = (response: ServerResponse, call: string, answer: Answer) => {
  const { status = 200, file } = answer;
  if (status >= 400 || file === undefined)
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(buildBody(call, answer)));
  else {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file}"`,
    };
    response.writeHead(status, headers).end('PK');
  }
};

const answersCall = 'POST /api/dashboards/answers';

interface Wanted {
  call: string;
  params?: Record<string, string>;
  body?: object;
}

/** The calls that came in one request, as if each had come alone. */
const splitCall = <Body>(seen: SeenCall<Body>): SeenCall<Body>[] => {
  if (seen.call !== answersCall) return [seen];
  const { wanted, ...shared } = seen.body as { wanted: Wanted[] };
  return wanted.map(({ call, params, body }) => {
    const named = call.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
    return {
      ...seen,
      call: named,
      path: named.slice(named.indexOf(' ') + 1),
      body: { ...shared, ...body } as Body,
    };
  });
};

/** Resolves relative `fetch` URLs against a server, as a page's address does. */
const redirectFetch = (origin: string) => {
  const realFetch = globalThis.fetch;
  const pending = new Set<Promise<Response>>();
  globalThis.fetch = async (input, init) => {
    const response = realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);
    pending.add(response);
    try {
      return await response;
    } finally {
      pending.delete(response);
    }
  };
  return {
    /** Undoes it once nothing is pending, so that what the page does about a lost response reaches no other server. */
    restore: async () => {
      while (pending.size > 0) {
        await Promise.allSettled(pending);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      globalThis.fetch = realFetch;
    },
  };
};

/**
 * A local HTTP server in place of the API, with the page's `fetch` redirected to it. A call for which `findAnswer`
 * returns nothing gets a 404.
 */
export const startFakeServer = async <Body = unknown>(
  findAnswer: (seen: SeenCall<Body>) => Answer | undefined,
) => {
  const calls: SeenCall<Body>[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const respond = async () => {
      const received = await readCall<Body>(request);
      requests.push(received.call);
      const isSplit = received.call === answersCall;
      const split = splitCall(received);
      calls.push(...split);
      response.on('close', () => {
        for (const seen of split) seen.aborted = !response.writableEnded;
      });
      if (isSplit) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const answerOne = async (seen: SeenCall<Body>, index: number) => {
        const answer: Answer = findAnswer(seen) ?? { status: 404, code: 'not_found' };
        await answer.after;
        if (answer.lost) request.socket.destroy();
        else if (isSplit) {
          const line = { index, status: answer.status ?? 200, body: buildBody(seen.call, answer) };
          response.write(`${JSON.stringify(line)}\n`);
        } else send(response, seen.call, answer);
      };
      await Promise.all(split.map(answerOne));
      if (isSplit) response.end();
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirected = redirectFetch(origin);
  return {
    origin,
    calls,
    /** 'METHOD /path' of what the calls came in. */
    requests,
    callsOf: (call: string) => calls.filter((seen) => seen.call === call),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await redirected.restore();
    },
  };
};
