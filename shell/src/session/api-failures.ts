import { ApiError, isExpired, onApiError, sessionStore } from '@readerlens/auth';
import type { QueryClient } from '@tanstack/react-query';
import { leaveQuestion } from '../host/index.ts';
import { expireSession } from './end-session.ts';

/** Calls that handle their own 401: getting a session, impersonation, reports, previews. */
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

type Navigate = (to: string, options: { state: { from: string } }) => void;

/** `from` is kept in the history state, so that the error screen can link back. */
const showError = (navigate: Navigate, error: ApiError) => {
  if (sessionStore.getState().token === null || ['/error', '/login'].includes(location.pathname)) return;
  navigate(errorPath(error), { state: { from: location.pathname + location.search + location.hash } });
};

/** A 401 response ends the session if its token has expired or it was ended elsewhere, else shows the error screen. */
const followUnauthorized = (navigate: Navigate) =>
  onApiError((error, call) => {
    if (error.status !== 401 || isExempt(call)) return;
    const { token, claims } = sessionStore.getState();
    if (token && isExpired(claims) && location.pathname !== '/login') return expireSession();
    if (token && error.code === 'session_ended') {
      const isOnErrorScreen = location.pathname === '/error';
      expireSession(error.message);
      // It needs no session, so that nothing else leads away from it.
      if (isOnErrorScreen) navigate('/login', { state: { from: '/' } });
      return;
    }
    showError(navigate, error);
  });

/**
 * A 403 shows the error screen only for the content of a page: a query with `meta: { pageContent: true }` that has
 * no data yet, on a page without unsaved work. Forms and background calls show their own error.
 */
const followForbidden = (navigate: Navigate, queries: QueryClient) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const { meta, state } = event.query;
    if (!(error instanceof ApiError) || error.status !== 403) return;
    if (meta?.['pageContent'] !== true || state.data !== undefined || leaveQuestion() !== undefined) return;
    showError(navigate, error);
  });

/** Shows the error screen or the login page for refused calls. Returns a function that stops it. */
export const followApiFailures = (navigate: Navigate, queries: QueryClient): (() => void) => {
  const stops = [followUnauthorized(navigate), followForbidden(navigate, queries)];
  return () => stops.forEach((stop) => stop());
};
