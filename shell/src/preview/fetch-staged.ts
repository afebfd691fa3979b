import { ApiError, api } from '@readerlens/auth';
import type { AreaEntry } from '@readerlens/contract/registry';
import { previewDeadlineMs } from '../deadlines.ts';
import { messages } from '../messages.ts';
import { PreviewProblem, stagedEntry } from './staged-entry.ts';
import type { Signed } from './staged-entry.ts';

/** Nothing of the person goes along, and nothing else is taken instead. */
const bare: RequestInit = {
  mode: 'cors',
  credentials: 'omit',
  cache: 'no-cache',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
};

/** Why a description was refused: a fetch with an integrity does not tell, so the address is asked once more. */
const refusal = async (address: string, signal: AbortSignal): Promise<PreviewProblem> => {
  try {
    const { ok, status } = await fetch(address, { ...bare, signal });
    if (status === 404 || status === 410) return new PreviewProblem('Its files are not there any more.');
    if (!ok) return new PreviewProblem(`The server that it is on answered ${status}.`);
    return new PreviewProblem('It was changed after the link was made.');
  } catch {
    signal.throwIfAborted();
    return new PreviewProblem('The server that it is on cannot be reached.');
  }
};

const fetchDescription = async ({ manifest, integrity }: Signed, signal: AbortSignal): Promise<string> => {
  try {
    const response = await fetch(manifest, { ...bare, integrity, signal });
    return await response.text();
  } catch {
    signal.throwIfAborted();
    throw await refusal(manifest, signal);
  }
};

/** A signal that ends with `outer`, or by itself after the deadline. */
const withDeadline = (outer: AbortSignal, deadlineMs: number) => {
  const controller = new AbortController();
  const problem = new PreviewProblem(`It took longer than ${deadlineMs / 1000} seconds.`);
  const timer = setTimeout(() => controller.abort(problem), deadlineMs);
  const end = () => controller.abort(outer.reason);
  outer.addEventListener('abort', end);
  const release = () => {
    clearTimeout(timer);
    outer.removeEventListener('abort', end);
  };
  return { signal: controller.signal, release };
};

/** What the server says is for people, but where it speaks of the form of a token that it has not even read. */
const problemOf = (error: ApiError) =>
  new PreviewProblem(error.code === 'invalid_input' ? messages.previewInvalid : error.message, {
    cause: error,
  });

export interface Staged {
  entry: AreaEntry;
  expiresAt: Date;
}

/**
 * The version of a token, as the registry would describe it. Throws PreviewProblem with what the person
 * should hear, or the reason of `outer` when that is aborted.
 */
export const fetchStaged = async (
  token: string,
  outer: AbortSignal,
  deadlineMs = previewDeadlineMs,
): Promise<Staged> => {
  const { signal, release } = withDeadline(outer, deadlineMs);
  try {
    const { data } = await api('POST /api/areas/preview', { body: { token } }, { signal });
    const entry = stagedEntry(await fetchDescription(data, signal), data);
    return { entry, expiresAt: new Date(data.expiresAt) };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? problemOf(error) : error;
  } finally {
    release();
  }
};
