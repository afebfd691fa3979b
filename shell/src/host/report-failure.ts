import { api } from '@readerlens/auth';
import type { AreaFailure } from './area-failure.ts';

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
