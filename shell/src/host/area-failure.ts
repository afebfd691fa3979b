import { api } from '@readerlens/auth';
import { fileCheckDeadlineMs } from '../deadlines.ts';

/** How loading an area failed: too slow, not there, or anything else. */
export type FailureKind = 'timeout' | 'missing' | 'error';

/** What webpack throws for a chunk that could not be had; `request` is its address. */
interface ChunkLoadError extends Error {
  type: 'timeout' | 'missing' | 'error';
  request: string;
}

const isChunkLoadError = (error: unknown): error is ChunkLoadError =>
  error instanceof Error && error.name === 'ChunkLoadError' && 'request' in error;

/** Why an area, or the list of areas, cannot be had. */
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

/** Why a file could not be had: script and style elements do not tell, so its address is asked once more. */
export const failureOfFile = async (url: string): Promise<AreaFailure> => {
  try {
    const { status, ok } = await fetch(url, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(fileCheckDeadlineMs),
    });
    if (status === 404 || status === 410) return new AreaFailure('missing', `${url} is not there.`);
    if (ok) return new AreaFailure('error', `${url} was refused: it is not the file that was deployed.`);
    return new AreaFailure('error', `${url} answered ${status}.`);
  } catch {
    return new AreaFailure('error', `${url} cannot be reached.`);
  }
};

/** The failure for an error; for a chunk, after finding out why it did not load. */
export const failureOf = async (error: unknown): Promise<AreaFailure> =>
  isChunkLoadError(error) && error.type === 'error' ? failureOfFile(error.request) : AreaFailure.of(error);

/** The result of `work`, or AreaFailure 'timeout' when it takes longer than `ms`. */
export const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AreaFailure('timeout', `${what} took longer than ${ms / 1000} s.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};

/** JSON from an address of the host, within a deadline. Throws AreaFailure of the fitting kind. */
export const fetchJson = async (url: string, deadlineMs: number): Promise<unknown> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), cache: 'no-cache' });
    if (response.status === 404) throw new AreaFailure('missing', `${url} is not there.`);
    if (!response.ok) throw new AreaFailure('error', `${url} answered ${response.status}.`);
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new AreaFailure('timeout', `${url} took longer than ${deadlineMs / 1000} s.`, error);
    }
    throw AreaFailure.of(error);
  }
};

/** Tells the server what failed, as `subject kind: message`. The person sees the page's own message. */
export const reportFailure = (subject: string, { kind, message, stack }: AreaFailure) => {
  api('POST /api/log/error', {
    body: {
      eventInfo: `${subject} ${kind}: ${message}`.slice(0, 4000),
      ...(stack ? { stackTrace: stack.slice(0, 16_000) } : {}),
      path: location.pathname.slice(0, 2000),
      userAgent: navigator.userAgent.slice(0, 1000),
    },
  }).catch(() => {
    // Nothing is left to tell it to; the page itself says what failed.
  });
};
