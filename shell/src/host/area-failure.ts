import { api } from '@readerlens/auth';
import { fileCheckDeadlineMs } from '../deadlines.ts';

/** How loading an area failed: too slow, not found, or anything else. */
export type FailureKind = 'timeout' | 'missing' | 'error';

/** What webpack throws for a chunk that could not be loaded; `request` is its address. */
interface ChunkLoadError extends Error {
  type: 'timeout' | 'missing' | 'error';
  request: string;
}

const isChunkLoadError = (error: unknown): error is ChunkLoadError =>
  error instanceof Error && error.name === 'ChunkLoadError' && 'request' in error;

/** Why an area, or the registry, could not be loaded. */
export class AreaFailure extends Error {
  override readonly name = 'AreaFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  static of(error: unknown): AreaFailure {
    if (error instanceof AreaFailure) return error;
    const kind = isChunkLoadError(error) && error.type === 'timeout' ? 'timeout' : 'error';
    return new AreaFailure(kind, error instanceof Error ? error.message : String(error), error);
  }
}

/** Why a file did not load. Load events of scripts and styles carry no reason, so a HEAD request gets the status. */
export const failureOfFile = async (url: string): Promise<AreaFailure> => {
  try {
    const { status, ok } = await fetch(url, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(fileCheckDeadlineMs),
    });
    if (status === 404 || status === 410) return new AreaFailure('missing', `${url} was not found.`);
    if (ok) return new AreaFailure('error', `${url} was blocked: it is not the file that was deployed.`);
    return new AreaFailure('error', `${url} returned ${status}.`);
  } catch {
    return new AreaFailure('error', `${url} cannot be reached.`);
  }
};

/** Converts an error to a failure; for a chunk, after finding out why it did not load. */
export const toAreaFailure = async (error: unknown): Promise<AreaFailure> =>
  isChunkLoadError(error) && error.type === 'error' ? failureOfFile(error.request) : AreaFailure.of(error);

export const buildTimeout = (what: string, ms: number, cause?: unknown): AreaFailure =>
  new AreaFailure('timeout', `${what} took longer than ${ms / 1000} s.`, cause);

/** The result of `work`; rejects with AreaFailure 'timeout' when it takes longer than `ms`. */
export const withDeadline = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(buildTimeout(what, ms)), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};

/** Fetches JSON from the host within a deadline. Throws AreaFailure of the matching kind. */
export const fetchJson = async (url: string, deadlineMs: number): Promise<unknown> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), cache: 'no-cache' });
    if (response.status === 404) throw new AreaFailure('missing', `${url} was not found.`);
    if (!response.ok) throw new AreaFailure('error', `${url} returned ${response.status}.`);
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw buildTimeout(url, deadlineMs, error);
    }
    throw AreaFailure.of(error);
  }
};

/** Reports a failure to the server as `subject kind: message`. The user sees the page's own message. */
export const reportFailure = (subject: string, { kind, message, stack }: AreaFailure) => {
  api('POST /api/log/error', {
    body: {
      eventInfo: `${subject} ${kind}: ${message}`.slice(0, 4000),
      ...(stack ? { stackTrace: stack.slice(0, 16_000) } : {}),
      path: location.pathname.slice(0, 2000),
      userAgent: navigator.userAgent.slice(0, 1000),
    },
  }).catch(() => {
    // There is nowhere else to report to; the page itself shows the failure.
  });
};
