import { isExpired, sessionStore } from '@readerlens/auth';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { previewCheckMs } from '../deadlines.ts';
import { leaveQuestion, setRegistryOverride } from '../host/index.ts';
import { messages } from '../messages.ts';
import { endPreview } from './end-preview.ts';
import { fetchStaged } from './fetch-staged.ts';
import type { Staged } from './fetch-staged.ts';
import { isRunning, previewStore, setPreview } from './preview-store.ts';
import { forgetPreviewToken } from './preview-token.ts';
import { PreviewProblem } from './staged-entry.ts';

/** The registry with one area replaced, or added. */
export const withStaged =
  (entry: AreaEntry) =>
  ({ areas }: Registry): Registry => ({
    areas: areas.some(({ id }) => id === entry.id)
      ? areas.map((area) => (area.id === entry.id ? entry : area))
      : [...areas, entry],
  });

const show = ({ entry, expiresAt }: Staged) => {
  setRegistryOverride(withStaged(entry));
  const { id: area, name, version } = entry;
  setPreview({ status: 'shown', preview: { area, name, version, expiresAt } });
};

const fail = (error: unknown) =>
  setPreview({
    status: 'failed',
    message: error instanceof PreviewProblem ? error.message : messages.unexpected,
  });

/** Code that is not deployed must not run in another user's account. */
const refuse = () => {
  if (isRunning(previewStore.getState())) return endPreview(messages.previewAndImpersonation);
  forgetPreviewToken();
  setPreview({ status: 'failed', message: messages.noPreviewWhileImpersonating, final: true });
};

const endIfExpired = () => {
  const state = previewStore.getState();
  if (state.status !== 'shown' || state.preview.expiresAt.getTime() > Date.now()) return;
  const { name } = state.preview;
  if (leaveQuestion() === undefined) return endPreview(messages.previewEnded(name));
  forgetPreviewToken();
  setRegistryOverride(undefined);
  setPreview({ status: 'over' });
};

/**
 * Shows the version that a token refers to until it expires. The token is verified again whenever the user changes, and
 * nothing is shown without a session. Returns a function that stops it.
 */
export const followPreview = (token: string): (() => void) => {
  let user: string | undefined;
  let running = new AbortController();

  const check = async () => {
    const { signal } = running;
    setPreview({ status: 'checking' });
    try {
      const staged = await fetchStaged(token, signal);
      if (!signal.aborted) show(staged);
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };

  const waitForLogin = () => {
    setRegistryOverride(undefined);
    setPreview({ status: 'waiting' });
  };

  const follow = () => {
    const { claims, originalAdminToken } = sessionStore.getState();
    const now = originalAdminToken || isExpired(claims) ? undefined : claims?.sub;
    if (originalAdminToken) {
      stop();
      refuse();
    } else if (now !== user) {
      user = now;
      running.abort();
      running = new AbortController();
      if (now) void check();
      else waitForLogin();
    }
  };

  const stopFollowing = sessionStore.subscribe(follow);
  const clock = setInterval(endIfExpired, previewCheckMs);
  const stop = () => {
    running.abort();
    stopFollowing();
    clearInterval(clock);
  };
  follow();
  return stop;
};
