import { api } from '@readerlens/auth';
import type { AreaEntry } from '@readerlens/contract/registry';
import { AreaFailure } from './area-failure.ts';

/** Tells the server that an area failed, with the kind of failure. The person sees the page's own message. */
export const reportAreaFailure = (area: AreaEntry, error: Error) => {
  const kind = error instanceof AreaFailure ? error.kind : 'error';
  api('POST /api/log/error', {
    body: {
      eventInfo: `area ${area.id}@${area.version} ${kind}: ${error.message}`.slice(0, 4000),
      ...(error.stack ? { stackTrace: error.stack.slice(0, 16_000) } : {}),
      path: location.pathname,
      userAgent: navigator.userAgent.slice(0, 1000),
    },
  }).catch(() => {
    // Nothing is left to tell it to; the page itself says what failed.
  });
};
