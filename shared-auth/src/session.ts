import { api } from './api.ts';
import { clearSession, renewToken, sessionStore, storeTokens } from './session-store.ts';
import type { SessionUserData } from './session-user.ts';
import { decodeToken, isExpired } from './token.ts';

/** Logs in and loads the user. Rejects with ApiError: 401 has the server's message. */
export const login = async (credentials: { email: string; password: string }): Promise<void> => {
  const { token } = await api('POST /api/auth', { body: credentials });
  await signInWith(token);
};

/**
 * Takes over a sign-in that the identity provider has just confirmed in this browser, and loads the user. Returns the
 * path that was asked for. Rejects with ApiError: 401 has the server's message.
 */
export const loginByProvider = async (): Promise<string> => {
  const { token, returnTo } = await api('POST /api/auth/oidc/token');
  await signInWith(token);
  return returnTo;
};

/** Starts a session with the token returned for a login or a new password. */
export const signInWith = async (token: string): Promise<void> => {
  storeTokens({ token });
  await loadUser();
};

let loading: { token: string | null; promise: Promise<SessionUserData> } | undefined;

/** Loads the effective user once per token; concurrent callers share the request. */
export const loadUser = (): Promise<SessionUserData> => {
  const { token } = sessionStore.getState();
  if (loading?.token === token) return loading.promise;
  const promise = api('GET /api/session').then(({ data }) => {
    if (sessionStore.getState().token === token) sessionStore.setState({ user: data });
    return data;
  });
  const current = { token, promise };
  loading = current;
  const forget = () => {
    if (loading === current) loading = undefined;
  };
  promise.then(forget, forget);
  return promise;
};

/** 'Stay signed in': a fresh token for the same session. */
export const refreshSession = async (): Promise<void> => {
  const { token } = await api('GET /api/reset-auth-token');
  renewToken(token);
};

/** Ends the session of this browser at once; the server ends it as soon as it can be reached. */
export const logout = (): void => {
  const { token, claims } = sessionStore.getState();
  clearSession();
  if (!token || isExpired(claims)) return;
  const headers = { authorization: `Bearer ${token}` };
  // A failure changes nothing here: the browser has forgotten the token, which expires by itself.
  api('POST /api/auth/logout', { body: {} }, { background: true, headers }).catch(() => {});
};

/**
 * Acts as another user from now on; the administrator's own token is kept for the return. `onSwitch` is called
 * synchronously just before the change: the page must not refetch what it shows as the other user.
 */
export const startImpersonation = async (
  targetUserId: string,
  reason?: string,
  onSwitch?: () => void,
): Promise<void> => {
  const own = sessionStore.getState().token;
  if (!own || isExpired(decodeToken(own))) {
    throw new Error('Invalid session token. Please refresh the page and try again.');
  }
  const { token } = await api('POST /api/auth/impersonate', {
    body: { targetUserId, ...(reason ? { reason } : {}) },
  });
  if (!token) throw new Error('The response has no token.');
  onSwitch?.();
  storeTokens({ token, impersonated: token, originalAdmin: own });
  await loadUser();
};

/** The message for a failed start of an impersonation. */
export const impersonationFailure = (error: unknown): string =>
  `Failed to impersonate user: ${error instanceof Error ? error.message : String(error)}`;

/**
 * Returns to the administrator's own account at once; the audit call follows with the administrator's token.
 * If that call fails it is only logged, so that the administrator is not stuck in the other account. `onSwitch` works
 * as in `startImpersonation`.
 */
export const endImpersonation = async (onSwitch?: () => void): Promise<void> => {
  const { originalAdminToken, claims } = sessionStore.getState();
  const admin = decodeToken(originalAdminToken);
  if (!originalAdminToken || !admin || !claims) return;
  onSwitch?.();
  storeTokens({ token: originalAdminToken });
  try {
    await api(
      'POST /api/auth/end-impersonation',
      { body: { adminUserId: admin.sub, targetUserId: claims.sub } },
      { headers: { authorization: `Bearer ${originalAdminToken}` } },
    );
  } catch (error) {
    // The specification asks for the console here and nowhere else.
    console.error('The end of the impersonation was not recorded', error);
  }
  await loadUser();
};
