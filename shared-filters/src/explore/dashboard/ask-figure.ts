import { ApiError, api, readLineAnswer } from '@readerlens/auth';
import { maxWanted } from '@readerlens/contract/dashboards';
import type { CallKey, LineAnswer } from '@readerlens/contract/client';
import type { FilterRequest } from '../../model/index.ts';

interface Asked {
  readonly call: CallKey;
  readonly params: Readonly<Record<string, string>> | undefined;
  /** The filters that all calls of a request share. */
  readonly shared: FilterRequest;
  readonly body: object | undefined;
}

interface Waiting extends Asked {
  readonly signal: AbortSignal;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

type SendCall = (
  call: CallKey,
  input: { params?: object | undefined; body: object },
  options: { signal: AbortSignal },
) => Promise<unknown>;

const sendAlone = async ({ call, params, shared, body, signal, resolve, reject }: Waiting) => {
  const send = api as unknown as SendCall;
  try {
    resolve(await send(call, { params, body: { ...shared, ...body } }, { signal }));
  } catch (error) {
    reject(error);
  }
};

const lostMessage = 'The answer of the server ended early.';

/** One request, which ends if nobody waits for it any more. */
const sendTogether = async (asked: readonly Waiting[]) => {
  const request = new AbortController();
  const left = new Set(asked);
  for (const one of asked)
    one.signal.addEventListener('abort', () => {
      if (!left.delete(one)) return;
      one.reject(one.signal.reason);
      if (left.size === 0) request.abort(one.signal.reason);
    });
  const settle = (line: LineAnswer) => {
    const one = asked[line.index];
    if (one === undefined || !left.delete(one)) return;
    try {
      one.resolve(readLineAnswer(line));
    } catch (error) {
      one.reject(error);
    }
  };
  const wanted = asked.map(({ call, params, body }) => ({
    call,
    ...(params ? { params } : {}),
    ...(body ? { body: { ...body } } : {}),
  }));
  try {
    await api(
      'POST /api/dashboards/answers',
      { body: { ...asked[0]!.shared, wanted } },
      { signal: request.signal, onLine: (line) => settle(line as LineAnswer) },
    );
    for (const one of left) one.reject(new ApiError({ message: lostMessage, status: 0, code: 'network' }));
  } catch (error) {
    for (const one of left) one.reject(error);
  }
};

/** What waits to be sent, by the filters. */
const queues = new Map<string, Waiting[]>();

const flush = (key: string) => {
  const asked = queues.get(key) ?? [];
  queues.delete(key);
  for (const { signal, reject } of asked) if (signal.aborted) reject(signal.reason);
  const queue = asked.filter(({ signal }) => !signal.aborted);
  for (let start = 0; start < queue.length; start += maxWanted) {
    const part = queue.slice(start, start + maxWanted);
    void (part.length === 1 ? sendAlone(part[0]!) : sendTogether(part));
  }
};

/** Notes are loaded like figures, but are none. */
const isFigure = (call: CallKey) => call !== 'POST /api/annotations/search';

/**
 * Asks for a figure. What is asked for in the same moment with the same filters, as the charts of a page do, goes in one request, of
 * which each gets its own answer or failure as soon as it is there.
 */
export const askFigure = (asked: Asked, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const waiting = { ...asked, signal, resolve, reject };
    if (!isFigure(asked.call)) return void sendAlone(waiting);
    const key = JSON.stringify(asked.shared);
    const queue = queues.get(key);
    if (queue === undefined) queueMicrotask(() => flush(key));
    queues.set(key, [...(queue ?? []), waiting]);
  });
