import { httpsMessage } from '@readerlens/contract/webhooks/messages';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { webhookDeadlineMs } from '../../deadlines.ts';
import { formatConnectionFailure, formatNoResponse, formatStatusFailure } from '../connection-reasons.ts';
import { openExchange } from './open-exchange.ts';
import { checkedLookup, checkLiteral, systemResolve } from './public-address.ts';
import type { Resolve } from './public-address.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer {
  /** Null if there was no response. */
  readonly status: number | null;
  /** The start of the response. */
  readonly response: string;
  /** Why the message does not count as received, as a sentence; null for a status 2xx. */
  readonly error: string | null;
  /** How long the server asks to wait before the next attempt, at most a day. */
  readonly retryAfterSeconds?: number;
}

/** Sends a message once. Failures are answers, too. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>;

export interface SendOptions {
  /** Allows private addresses and plain HTTP. */
  readonly allowPrivate: boolean;
  /** For the whole exchange. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

const responseLength = 2000;

/** The start of a response; then the connection is closed. */
const readResponseStart = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (text.length >= responseLength) break;
    }
  } catch {
    // The status counts, even if the rest of the response does not arrive.
  }
  // No half of a character at the end; and PostgreSQL stores no NUL.
  return text
    .slice(0, responseLength)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll('\0', '\ufffd');
};

const longestWaitSeconds = 86_400;

/**
 * Reads the header Retry-After (RFC 9110, 10.2.3). A date counts from the date of the response, so that no clock of this process
 * is needed.
 */
const readRetryAfter = ({ 'retry-after': text, date }: IncomingHttpHeaders): number | undefined => {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(date ?? '')) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), longestWaitSeconds) : undefined;
};

const statusError = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The server redirects (status ${status}). Redirects are not followed.`;
  return formatStatusFailure(status);
};

export const createSendWebhook = ({
  allowPrivate,
  timeoutMs = webhookDeadlineMs,
  resolve = systemResolve,
}: SendOptions): SendWebhook => {
  const lookup = checkedLookup(resolve, allowPrivate);
  return async (request) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const url = new URL(request.url);
      if (!allowPrivate) {
        if (url.protocol !== 'https:') throw new Error(httpsMessage);
        checkLiteral(url);
      }
      const { headers, body } = request;
      const answer = await openExchange({
        method: 'POST',
        url,
        headers,
        body: Buffer.from(body),
        lookup,
        signal,
      });
      const status = answer.statusCode ?? 0;
      const error = statusError(status);
      const retryAfterSeconds = error === null ? undefined : readRetryAfter(answer.headers);
      return {
        status,
        response: await readResponseStart(answer),
        error,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      };
    } catch (error) {
      const text = signal.aborted ? formatNoResponse(timeoutMs) : formatConnectionFailure(error);
      return { status: null, response: '', error: text };
    }
  };
};
