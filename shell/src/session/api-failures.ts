import { isExpired, onApiError, sessionStore } from '@readerlens/auth';
import type { ApiError } from '@readerlens/auth';
import { expireSession } from './end-session.ts';

/** Calls whose 401 and 403 are dealt with where they are made: getting a session, impersonation, reports, previews. */
const isExempt = (call: string): boolean => {
  const path = call.split(' ')[1] ?? '';
  return (
    path === '/api/log/error' ||
    path === '/api/areas/preview' ||
    ['/api/auth', '/api/verify-registration-token', '/api/set-password', '/api/forgot-password'].some(
      (start) => path === start || path.startsWith(`${start}/`),
    )
  );
};

const statusTexts: Record<number, string> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** The error screen for a failed call. */
export const errorPath = ({
  status,
  statusText,
  message,
}: Pick<ApiError, 'status' | 'statusText' | 'message'>) =>
  `/error?${new URLSearchParams({
    statusCode: String(status),
    // HTTP/2 has no status text.
    statusText: statusText || (statusTexts[status] ?? ''),
    message,
  })}`;

/**
 * Leads 401 and 403 of the API to the error screen; a 401 with an expired token counts as expiry.
 * `from` is kept in the history so that the screen can lead back. Returns the way to stop.
 */
export const followApiFailures = (navigate: (to: string, options: { state: { from: string } }) => void) =>
  onApiError((error, call) => {
    if ((error.status !== 401 && error.status !== 403) || isExempt(call)) return;
    const { token, claims } = sessionStore.getState();
    if (!token || location.pathname === '/error' || location.pathname === '/login') return;
    if (error.status === 401 && isExpired(claims)) return expireSession();
    navigate(errorPath(error), { state: { from: location.pathname + location.search + location.hash } });
  });
