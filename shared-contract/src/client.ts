// The browser's side of the contract. It imports only types from the schemas, so no schema library is shipped.
import { attemptHeader, callsDoneOnce } from './attempts.ts';
import type { CallAnswer, CallInput } from './call.ts';
import type { CallKey, Calls } from './calls.ts';
import { unexpectedMessage } from './messages.ts';
import type { ErrorCode } from './vocabulary.ts';
import { createUuid } from './uuid.ts';
import { requestIdHeader } from './vocabulary.ts';

export type { CallAnswer, CallData, CallInput } from './call.ts';
export type { CallKey, Calls, DashboardCall, MarketingCall } from './calls.ts';

export interface FieldProblem {
  path: string;
  message: string;
}

/** A call that failed with an error response, or without any response (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly statusText: string;
  readonly code: ErrorCode | 'network';
  readonly requestId: string | undefined;
  readonly details: readonly FieldProblem[];

  constructor(init: {
    message: string;
    status: number;
    statusText?: string;
    code: ErrorCode | 'network';
    requestId?: string | undefined;
    details?: readonly FieldProblem[];
  }) {
    super(init.message);
    this.status = init.status;
    this.statusText = init.statusText ?? '';
    this.code = init.code;
    this.requestId = init.requestId;
    this.details = init.details ?? [];
  }
}

export interface ClientOptions {
  /** Where the API is, without a trailing slash; '' for the page's own origin. */
  base: string;
  /** Headers of a call, evaluated for each call: bearer token, Blinded Mode. */
  headers?: (call: CallKey) => Record<string, string>;
  /** Called with +1 when a request starts and -1 when it ends; drives the progress bar. */
  onActivity?: (change: 1 | -1) => void;
  /** Called with every failure of a foreground call and what it was sent with, before it is thrown. */
  onError?: (error: ApiError, call: CallKey, headers: Readonly<Record<string, string>>) => void;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Override the client's headers of the same name. */
  headers?: Record<string, string>;
  /** Sends the body as a form with the JSON in its field `payload`. */
  asForm?: boolean;
  /** Sends this form instead of a body, for calls that take files. */
  form?: FormData;
  /** Gets each line of an answer of JSON lines as soon as it has arrived. */
  onLine?: (line: unknown) => void;
  /** A background call: it is not counted as activity, reports failures to the caller only, and outlives the page. */
  background?: boolean;
}

type InputArgs<K extends CallKey> =
  unknown extends CallInput<Calls[K]>
    ? [input?: Record<string, never> | undefined, options?: CallOptions]
    : Partial<CallInput<Calls[K]>> extends CallInput<Calls[K]>
      ? [input?: CallInput<Calls[K]> | undefined, options?: CallOptions]
      : [input: CallInput<Calls[K]>, options?: CallOptions];

export type ApiClient = <K extends CallKey>(call: K, ...args: InputArgs<K>) => Promise<CallAnswer<Calls[K]>>;

interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const buildUrl = (base: string, path: string, input: RawInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${base}${filled}${query.size > 0 ? `?${query}` : ''}`;
};

interface Failure {
  success?: false;
  message?: string;
  code?: ErrorCode;
  requestId?: string;
  details?: FieldProblem[];
}

interface FailedResponse extends Pick<Response, 'status'> {
  readonly statusText?: string;
  readonly requestId?: string | null;
}

const toApiError = (
  { status, statusText = '', requestId }: FailedResponse,
  body: Failure | undefined,
): ApiError =>
  new ApiError({
    message: body?.message || unexpectedMessage,
    status,
    statusText,
    code: body?.code ?? 'internal',
    requestId: body?.requestId ?? requestId ?? undefined,
    details: body?.details ?? [],
  });

/** What one of several calls that were sent together was answered with. */
export interface LineAnswer {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
}

/** The answer in a line, as if its call had been sent alone. Throws what that call would have been rejected with. */
export const readLineAnswer = ({ status, body }: LineAnswer): unknown => {
  if (status >= 400) throw toApiError({ status }, body as Failure);
  return body;
};

/** The request body and its content type. A form has none here: the browser adds the type with the boundary. */
const encodeBody = (body: unknown, asForm: boolean): { body?: BodyInit; type?: string } => {
  if (body === undefined) return {};
  const json = JSON.stringify(body);
  if (!asForm) return { body: json, type: 'application/json' };
  const form = new FormData();
  form.set('payload', json);
  return { body: form };
};

/** The file name in the `content-disposition` header. */
const readFileName = (response: Response): string | undefined =>
  /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];

const readFile = async (response: Response): Promise<Blob> => {
  const blob = await response.blob();
  const name = readFileName(response);
  return name === undefined ? blob : new File([blob], name, { type: blob.type });
};

const readLines = async ({ body }: Response, onLine: (line: unknown) => void): Promise<void> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const lines = `${rest}${decoder.decode(part.value, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
  }
};

/**
 * The response body. One that is not JSON is a file: a `File` if the server names it, else a `Blob`. An envelope with
 * `success: false` is a failure whatever its status.
 */
const responseBody = async (response: Response, onLine: CallOptions['onLine']): Promise<unknown> => {
  const { status, statusText } = response;
  const failed = { status, statusText, requestId: response.headers.get(requestIdHeader) };
  if (!response.ok) throw toApiError(failed, (await response.json().catch(() => undefined)) as Failure);
  if (onLine) return readLines(response, onLine);
  if (!response.headers.get('content-type')?.includes('json')) {
    return { success: true, message: '', data: await readFile(response) };
  }
  const body = (await response.json()) as { success?: boolean };
  if (body.success === false) throw toApiError(failed, body as Failure);
  return body;
};

/**
 * A client of the API: `await api('POST /api/auth', { body: { email, password } })`.
 * Rejects with ApiError; an aborted call rejects with the signal's reason.
 */
export const createClient = (options: ClientOptions): ApiClient => {
  /** The keys of calls that are done once and have not succeeded, by what they send: whoever sends it again repeats the attempt. */
  const attempts = new Map<string, string>();
  const send = async (
    call: CallKey,
    input: RawInput = {},
    { signal, headers, asForm = false, form, onLine, background = false }: CallOptions = {},
  ) => {
    const [method, path] = call.split(' ') as [string, string];
    const { body, type } = form ? { body: form, type: undefined } : encodeBody(input.body, asForm);
    const url = buildUrl(options.base, path, input);
    const attempt = callsDoneOnce.has(call) && !form ? `${method} ${url} ${JSON.stringify(input.body)}` : '';
    if (attempt !== '' && !attempts.has(attempt)) attempts.set(attempt, createUuid());
    const key = attempts.get(attempt);
    const sent = {
      accept: 'application/json',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { [attemptHeader]: key }),
      ...options.headers?.(call),
      ...headers,
    };
    if (!background) options.onActivity?.(1);
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        ...(background ? { keepalive: true } : {}),
      });
      const answer = await responseBody(response, onLine);
      attempts.delete(attempt);
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure =
        error instanceof ApiError
          ? error
          : new ApiError({ message: 'The server cannot be reached.', status: 0, code: 'network' });
      if (!background) options.onError?.(failure, call, sent);
      throw failure;
    } finally {
      if (!background) options.onActivity?.(-1);
    }
  };
  return send as ApiClient;
};
