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

/**
 * Replaces the tokens, in storage and in the page; the user is unknown until loaded again. Other tabs hear of one key
 * after the other: the token comes last, so that whoever hears of it finds the rest in its place.
 */
export const storeTokens = (tokens: {
  token: string | null;
  impersonated?: string | null;
  originalAdmin?: string | null;
}) => {
  setItem(storageKeys.originalAdmin, tokens.originalAdmin ?? null);
  setItem(storageKeys.impersonated, tokens.impersonated ?? null);
  setItem(storageKeys.token, tokens.token);
  sessionStore.setState({ ...read(), user: undefined });
};

/** A fresh token for the same effective user; whatever else is stored stays. */
export const renewToken = (token: string) => {
  if (sessionStore.getState().originalAdminToken) setItem(storageKeys.impersonated, token);
  setItem(storageKeys.token, token);
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

/** How long a change of another key waits for that of the token, in milliseconds. */
const tokenLagMs = 50;

/** Takes over what another tab stored. A fresh token for the same user leaves the user known. */
const adoptStored = (onSwitch?: () => void) => {
  const { token, claims, originalAdminToken, user } = sessionStore.getState();
  const stored = read();
  if (stored.token === token && stored.originalAdminToken === originalAdminToken) return;
  const isSameUser = stored.claims?.sub === claims?.sub;
  if (claims && stored.claims && !isSameUser) onSwitch?.();
  sessionStore.setState({ ...stored, user: isSameUser ? user : undefined });
};

/**
 * Follows what other tabs of this browser do to the session. `onSwitch` is called in the same breath as a change from
 * one user to another. Returns the way to stop.
 */
export const followOtherTabs = (onSwitch?: () => void): (() => void) => {
  const keys: string[] = Object.values(storageKeys);
  const adopt = () => adoptStored(onSwitch);
  let late: ReturnType<typeof setTimeout> | undefined;
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !keys.includes(key)) return;
    clearTimeout(late);
    if (key === null || key === storageKeys.token) adopt();
    // Half of a change looks like somebody else. A tab that runs an earlier build ends with another key.
    else late = setTimeout(adopt, tokenLagMs);
  };
  addEventListener('storage', onStorage);
  return () => {
    clearTimeout(late);
    removeEventListener('storage', onStorage);
  };
};
