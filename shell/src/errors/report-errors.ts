import { ApiError, api } from '@readerlens/auth';

const limit = 20;
const sent = new Set<string>();

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** API errors are already in the server's log; an aborted request is not an error. */
const isIgnored = (error: Error) => error instanceof ApiError || error.name === 'AbortError';

/**
 * Posts an unhandled error to the server: each error once, at most 20 per page load.
 * The error is not suppressed.
 */
export const reportUnhandled = (thrown: unknown) => {
  const error = asError(thrown);
  const place = error.stack?.split('\n')[1] ?? '';
  const fingerprint = `${error.name}: ${error.message} ${place}`;
  if (isIgnored(error) || sent.has(fingerprint) || sent.size >= limit) return;
  sent.add(fingerprint);
  api('POST /api/log/error', {
    body: {
      eventInfo: `${error.name}: ${error.message}`.slice(0, 4000),
      ...(error.stack ? { stackTrace: error.stack.slice(0, 16_000) } : {}),
      path: location.pathname.slice(0, 2000),
      userAgent: navigator.userAgent.slice(0, 1000),
    },
  }).catch(() => {
    // There is nowhere else to report to, and the console has the error itself.
  });
};

/** Listens for uncaught errors. Returns a function that stops listening. */
export const startErrorReports = (): (() => void) => {
  const onError = (event: ErrorEvent) => reportUnhandled(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => reportUnhandled(event.reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
};
