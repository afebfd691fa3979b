import type { SessionUserData } from './session-user.ts';
import { createStore } from 'zustand/vanilla';
import { decodeToken } from './token.ts';
import type { TokenClaims } from './token.ts';

export const storageKeys = {
  token: 'jwt_token',
  impersonated: 'impersonatedUserToken',
  originalAdmin: 'original_admin_token',
} as const;
const blindedKey = 'readerlens.blinded';

export interface SessionState {
  /** The active token: the impersonated user's while impersonating. */
  token: string | null;
  claims: TokenClaims | undefined;
  /** The administrator's own token, only while impersonating. */
  originalAdminToken: string | null;
  /** Clients, communities and searchable fields of the effective user; undefined until loaded. */
  user: SessionUserData | undefined;
  blinded: boolean;
  /** Requests in flight. */
  pending: number;
}

const read = (): Omit<SessionState, 'user' | 'pending'> => {
  const token = localStorage.getItem(storageKeys.token);
  return {
    token,
    claims: decodeToken(token),
    originalAdminToken: localStorage.getItem(storageKeys.originalAdmin),
    blinded: sessionStorage.getItem(blindedKey) === 'true',
  };
};

/** The session of this page. No React in here, so that an area on another React can use it as well. */
export const sessionStore = createStore<SessionState>()(() => ({ ...read(), user: undefined, pending: 0 }));

const setItem = (key: string, value: string | null) =>
  value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value);

/** Replaces the tokens, in storage and in the page; the user is unknown until loaded again. */
export const storeTokens = (tokens: {
  token: string | null;
  impersonated?: string | null;
  originalAdmin?: string | null;
}) => {
  setItem(storageKeys.token, tokens.token);
  setItem(storageKeys.impersonated, tokens.impersonated ?? null);
  setItem(storageKeys.originalAdmin, tokens.originalAdmin ?? null);
  sessionStore.setState({ ...read(), user: undefined });
};

/** A fresh token for the same effective user; whatever else is stored stays. */
export const renewToken = (token: string) => {
  setItem(storageKeys.token, token);
  if (sessionStore.getState().originalAdminToken) setItem(storageKeys.impersonated, token);
  sessionStore.setState(read());
};

export const setBlinded = (blinded: boolean) => {
  if (blinded) sessionStorage.setItem(blindedKey, 'true');
  else sessionStorage.removeItem(blindedKey);
  sessionStore.setState({ blinded });
};

type Cleaner = () => void;
const cleaners = new Set<Cleaner>();

/** Registers what else a logout has to clear (current search, chat, caches). Returns the way to take it back. */
export const onSessionCleared = (cleaner: Cleaner): (() => void) => {
  cleaners.add(cleaner);
  return () => cleaners.delete(cleaner);
};

/** Forgets the session: tokens, impersonation, user, blinded mode, and whatever registered to be cleared. */
export const clearSession = () => {
  storeTokens({ token: null });
  setBlinded(false);
  for (const cleaner of cleaners) cleaner();
};

/** Follows what other tabs of this browser do to the session. Returns the way to stop. */
export const followOtherTabs = (): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === storageKeys.token)
      sessionStore.setState({ ...read(), user: undefined });
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
