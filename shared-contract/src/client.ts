// The browser's side of the contract. Types only come from the schemas, so no schema library is shipped.
import type { CallAnswer, CallInput } from './call.ts';
import type { CallKey, Calls } from './calls.ts';
import type { ErrorCode } from './vocabulary.ts';
import { requestIdHeader } from './vocabulary.ts';

export type { CallAnswer, CallData, CallInput } from './call.ts';
export type { CallKey, Calls } from './calls.ts';

export interface FieldProblem {
  path: string;
  message: string;
}

/** A call that was answered with an error, or not answered at all (`status` 0). */
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
  /** Headers of every call, asked for at each: the bearer, the blinded mode. */
  headers?: (call: CallKey) => Record<string, string>;
  /** Called with +1 when a request leaves and -1 when it ends: the progress bar. */
  onActivity?: (change: 1 | -1) => void;
  /** Called with every failure, before it is thrown. */
  onError?: (error: ApiError, call: CallKey) => void;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Replaces the client's headers of the same name. */
  headers?: Record<string, string>;
}

type InputArgs<K extends CallKey> =
  unknown extends CallInput<Calls[K]>
    ? [input?: Record<string, never> | undefined, options?: CallOptions]
    : [input: CallInput<Calls[K]>, options?: CallOptions];

export type ApiClient = <K extends CallKey>(call: K, ...args: InputArgs<K>) => Promise<CallAnswer<Calls[K]>>;

interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const urlOf = (base: string, path: string, input: RawInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${base}${filled}${query.size > 0 ? `?${query}` : ''}`;
};

const errorOf = async (response: Response): Promise<ApiError> => {
  const answer = (await response.json().catch(() => undefined)) as
    | { message?: string; code?: ErrorCode; requestId?: string; details?: FieldProblem[] }
    | undefined;
  return new ApiError({
    message: answer?.message || 'An unexpected error occurred',
    status: response.status,
    statusText: response.statusText,
    code: answer?.code ?? 'internal',
    requestId: answer?.requestId ?? response.headers.get(requestIdHeader) ?? undefined,
    details: answer?.details ?? [],
  });
};

/**
 * A client of the API: `await api('POST /api/auth', { body: { email, password } })`.
 * Rejects with ApiError; an aborted call rejects with the signal's reason.
 */
export const createClient = (options: ClientOptions): ApiClient => {
  const send = async (call: CallKey, input: RawInput = {}, { signal, headers }: CallOptions = {}) => {
    const [method, path] = call.split(' ') as [string, string];
    const hasBody = input.body !== undefined;
    options.onActivity?.(1);
    try {
      const response = await (options.fetch ?? fetch)(urlOf(options.base, path, input), {
        method,
        headers: {
          accept: 'application/json',
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
          ...options.headers?.(call),
          ...headers,
        },
        ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
        ...(signal ? { signal } : {}),
      });
      if (!response.ok) throw await errorOf(response);
      return await response.json();
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure =
        error instanceof ApiError
          ? error
          : new ApiError({ message: 'The server cannot be reached.', status: 0, code: 'network' });
      options.onError?.(failure, call);
      throw failure;
    } finally {
      options.onActivity?.(-1);
    }
  };
  return send as ApiClient;
};
