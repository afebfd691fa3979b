import type { IncomingMessage } from 'node:http';
import { httpsMessage } from '@readerlens/contract/webhooks/messages';
import { areaBackendDeadlineMs } from '../../../deadlines.ts';
import { unavailable } from '../../../platform/http/errors.ts';
import { openExchange } from '../../../platform/webhooks/open-exchange.ts';
import { checkLiteral, checkedLookup } from '../../../platform/webhooks/public-address.ts';
import type { Resolve } from '../../../platform/webhooks/public-address.ts';

export interface BackendRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
}

export interface BackendAnswer {
  readonly status: number;
  /** Undefined without a body. */
  readonly mediaType: string | undefined;
  readonly disposition: string | undefined;
  readonly body: Buffer;
}

export interface CallBackendOptions {
  /** Allows private addresses and plain HTTP, as for webhook messages. */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
  readonly timeoutMs?: number;
}

export const backendLimits = { requestBytes: 1024 * 1024, answerBytes: 10 * 1024 * 1024 } as const;

const readBody = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > backendLimits.answerBytes) throw new Error('Its answer is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** What the area gets: of every failure only that there is one. The reason is for the operator, in the log. */
const noAnswer = (area: string, reason: unknown) => {
  const error = unavailable(`The service of the area ${area} does not answer. Please try again in a moment.`);
  error.cause = reason;
  return error;
};

/**
 * Returns a function that makes a request to the backend of an area. Follows no redirect. Rejects with AppError 503, whose cause says
 * why: no answer in time, an address that is not public, a redirect, a failure of the backend, or an answer that is too large.
 */
export const createBackendCaller = ({
  allowPrivate,
  resolve,
  timeoutMs = areaBackendDeadlineMs,
}: CallBackendOptions) => {
  const lookup = checkedLookup(resolve, allowPrivate);
  return async (area: string, request: BackendRequest): Promise<BackendAnswer> => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), request.signal]);
    try {
      if (!allowPrivate) {
        if (request.url.protocol !== 'https:') throw new Error(httpsMessage);
        checkLiteral(request.url);
      }
      const answer = await openExchange({ ...request, lookup, signal });
      const { statusCode: status = 0, headers } = answer;
      if (status >= 300 && status < 400) throw new Error(`It redirects (status ${status}).`);
      if (status >= 500) throw new Error(`It responds with status ${status}.`);
      return {
        status,
        mediaType: headers['content-type'],
        disposition: headers['content-disposition'],
        body: await readBody(answer),
      };
    } catch (error) {
      throw noAnswer(area, error);
    }
  };
};
