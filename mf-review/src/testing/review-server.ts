import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReviewActivity } from '../activities/activity.ts';
import type { DecisionBody } from '../decisions/decision.ts';
import type { ReviewSearch } from '../filter/review-criteria.ts';
import { MemoryReview } from './memory-review.ts';

export interface SeenCall {
  call: string;
  body: unknown;
  headers: IncomingMessage['headers'];
}

/** What is answered in place of a call's own answer. */
export interface Failure {
  status: number;
  message: string;
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const readJson = async (stream: AsyncIterable<Buffer>): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString('utf8')) : undefined;
};

/** The `data` of a call; undefined for one that is not known. */
const dataOf = (review: MemoryReview, call: string, body: unknown): unknown => {
  const [, reversed] = /^POST \/api\/review-activities\/decisions\/(\w+)\/reverse$/.exec(call) ?? [];
  if (reversed) return review.reverse(reversed);
  switch (call) {
    case 'POST /api/review-activities-search':
      return review.search(body as ReviewSearch);
    case 'POST /api/review-activities':
      return review.decide(body as DecisionBody);
    case 'GET /api/review-activities/decisions':
      return review.decisions();
    case 'GET /api/common-lookup/onlines':
      return [{ id: 'o1', name: 'Cell Therapy', businessGroupId: null }];
    case 'GET /api/cms/companies/by-ids':
    case 'GET /api/cms/companies/by-name-or-id-starting-with':
      return [{ id: 'c9', name: 'Cobalt' }];
    default:
      return undefined;
  }
};

const send = (response: ServerResponse, status: number, answer: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

/** Leads the page's `fetch` to a server, as the address of a page does in a browser; answers the way back. */
const leadFetchTo = (origin: string) => {
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);
  return () => {
    globalThis.fetch = realFetch;
  };
};

/** An HTTP server that answers the review's calls over these activities; `failures` make calls fail, by their key. */
export const startReviewServer = async (activities: ReviewActivity[]) => {
  const review = new MemoryReview(activities);
  const calls: SeenCall[] = [];
  const failures = new Map<string, Failure>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`;
    const body = await readJson(request);
    calls.push({ call, body, headers: request.headers });
    const failure = failures.get(call);
    if (failure) return send(response, failure.status, { success: false, ...failure, code: 'internal' });
    if (call.endsWith('export-activities-review'))
      return response.writeHead(200, { 'content-type': xlsx }).end('PK');
    const data = dataOf(review, call, body);
    return data === undefined
      ? send(response, 404, { success: false, message: `No ${call}`, code: 'not_found' })
      : send(response, 200, { success: true, message: '', data });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const leadBack = leadFetchTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    review,
    calls,
    failures,
    bodiesOf: <T>(call: string) => calls.filter((one) => one.call === call).map(({ body }) => body as T),
    stop: async () => {
      leadBack();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

export type ReviewServer = Awaited<ReturnType<typeof startReviewServer>>;
