import { ApiError, api } from '@readerlens/auth';
import type { AreaEntry } from '@readerlens/contract/registry';
import { previewDeadlineMs } from '../deadlines.ts';
import { messages } from '../messages.ts';
import { PreviewProblem, stagedEntry } from './staged-entry.ts';
import type { SignedPreview } from './staged-entry.ts';

/** Sends nothing about the user, and follows no redirect. */
const anonymous: RequestInit = {
  mode: 'cors',
  credentials: 'omit',
  cache: 'no-cache',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
};

/** Why a manifest did not load. A fetch with an integrity gives no reason, so the manifest is fetched without one. */
const manifestProblem = async (address: string, signal: AbortSignal): Promise<PreviewProblem> => {
  try {
    const { ok, status } = await fetch(address, { ...anonymous, signal });
    if (status === 404 || status === 410) return new PreviewProblem('Its files no longer exist.');
    if (!ok) return new PreviewProblem(`Its server returned ${status}.`);
    return new PreviewProblem('It was changed after the link was created.');
  } catch {
    signal.throwIfAborted();
    return new PreviewProblem('Its server cannot be reached.');
  }
};

const fetchManifest = async (
  { manifest, integrity }: SignedPreview,
  signal: AbortSignal,
): Promise<string> => {
  try {
    const response = await fetch(manifest, { ...anonymous, integrity, signal });
    return await response.text();
  } catch {
    signal.throwIfAborted();
    throw await manifestProblem(manifest, signal);
  }
};

/** A signal that aborts with `outer` or after the deadline. */
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

/** The server's messages are for users, except validation errors about the form of the token. */
const toPreviewProblem = (error: ApiError) =>
  new PreviewProblem(error.code === 'invalid_input' ? messages.previewInvalid : error.message, {
    cause: error,
  });

export interface Staged {
  entry: AreaEntry;
  expiresAt: Date;
}

/**
 * The version that a token refers to, as a registry entry. Throws PreviewProblem with a message for the user, or the
 * reason of `outer` when that is aborted.
 */
export const fetchStaged = async (
  token: string,
  outer: AbortSignal,
  deadlineMs = previewDeadlineMs,
): Promise<Staged> => {
  const { signal, release } = withDeadline(outer, deadlineMs);
  try {
    const { data } = await api('POST /api/areas/preview', { body: { token } }, { signal });
    const entry = stagedEntry(await fetchManifest(data, signal), data);
    return { entry, expiresAt: new Date(data.expiresAt) };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? toPreviewProblem(error) : error;
  } finally {
    release();
  }
};
