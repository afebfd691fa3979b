/* oxlint-disable timeless-tests/no-sleep -- Only the soak: a client waits before it asks again. */
// A client of several processes, which asks another one when the first has not answered.
import { setTimeout as delay } from 'node:timers/promises';
import { attemptHeader, callsDoneOnce } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { createUuid } from '@readerlens/contract/uuid';

export interface Asked {
  readonly call: CallKey;
  readonly token: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A form instead of JSON. */
  readonly form?: { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };
}

export interface Answer {
  readonly status: number;
  readonly body: {
    readonly success?: boolean;
    readonly message?: string;
    readonly data?: unknown;
  };
}

/** What has become of all that was asked. */
export interface Tally {
  /** Without an answer, or with one that does not say whether it was done. */
  uncertain: number;
  /** With an answer that says that nothing was saved. */
  refused: number;
  /** Of these: the disk was full. */
  full: number;
  /** Answers that no client should get. */
  readonly unclean: string[];
}

export interface Told extends Answer {
  /** Attempts before this answer of which nobody knows whether they were done. */
  readonly uncertain: number;
}

const pauseMs = 200;
const fullText = 'The disk of the server is full. Nothing was saved.';

const ask = async (
  url: string,
  { call, token, params = {}, json, form }: Asked,
  attempt: string,
): Promise<Answer> => {
  const [method = '', path = ''] = call.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const content = form
    ? { body: form.body, headers: form.headers }
    : json === undefined
      ? {}
      : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${url}${filled}`, {
    method,
    ...content,
    headers: {
      ...content.headers,
      ...(callsDoneOnce.has(call) ? { [attemptHeader]: attempt } : {}),
      authorization: `Bearer ${token}`,
    },
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
};

/** Whether an answer is that of a server that cannot do anything now, in words for people. */
const isClean = ({ status, body }: Answer): boolean =>
  status === 503 && body.success === false && typeof body.message === 'string';

export const createClient = (urls: readonly (() => string)[], random: () => number, tally: Tally) => {
  /** Asks until there is an answer other than that it does not work now. */
  const askUntilTold = async (asked: Asked): Promise<Told> => {
    const attempt = createUuid();
    let place = Math.floor(random() * urls.length);
    for (let uncertain = 0; ; place += 1) {
      const answer = await ask(urls[place % urls.length]!(), asked, attempt).catch(() => undefined);
      if (answer && answer.status < 500) return { ...answer, uncertain };
      if (answer && !isClean(answer))
        tally.unclean.push(`${asked.call}: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer?.body.message === fullText) {
        tally.full += 1;
        tally.refused += 1;
      } else {
        uncertain += 1;
        tally.uncertain += 1;
      }
      await delay(pauseMs);
    }
  };
  return { askUntilTold };
};
export type Client = ReturnType<typeof createClient>;
