import { ApiError, api } from '@readerlens/auth';

const limit = 20;
const sent = new Set<string>();

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** API errors are already in the server's log; an aborted request is not an error. */
const isKnown = (error: Error) => error instanceof ApiError || error.name === 'AbortError';

/**
 * Posts an unhandled error to the server: each one once, at most 20 for one load of the page.
 * It stays visible where it was thrown.
 */
export const reportUnhandled = (thrown: unknown) => {
  const error = asError(thrown);
  const place = error.stack?.split('\n')[1] ?? '';
  const fingerprint = `${error.name}: ${error.message} ${place}`;
  if (isKnown(error) || sent.has(fingerprint) || sent.size >= limit) return;
  sent.add(fingerprint);
  api('POST /api/log/error', {
    body: {
      eventInfo: `${error.name}: ${error.message}`.slice(0, 4000),
      ...(error.stack ? { stackTrace: error.stack.slice(0, 16_000) } : {}),
      path: location.pathname.slice(0, 2000),
      userAgent: navigator.userAgent.slice(0, 1000),
    },
  }).catch(() => {
    // Nothing is left to tell it to, and the console has the error itself.
  });
};

/** Listens for uncaught errors. Returns a function that stops it. */
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
