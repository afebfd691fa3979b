import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** As bytes, so that its length is known and it is not sent in chunks. */
  readonly body: Buffer | undefined;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

/**
 * Makes a request to a server of somebody else. Resolves with the answer before its body is read, and follows no redirect. Without an
 * agent: neither proxies nor open connections of other requests.
 */
export const openExchange = ({ url, body, ...exchange }: Exchange): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // The lookup returns all addresses, which `autoSelectFamily` tries in turn.
    const connection = { agent: false as const, autoSelectFamily: true };
    request(url, { ...exchange, ...connection })
      .once('response', resolve)
      .on('error', reject)
      .end(body);
  });
