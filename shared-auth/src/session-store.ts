import type { SessionUserData } from './session-user.ts';
import { createStore } from 'zustand/vanilla';
import { blindedKey, storageKeys, storedSession } from './stored-session.ts';
import type { TokenClaims } from './token.ts';

export { storageKeys };

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

/** The session of this page. No React here, so that an area with another React version can use it too. */
export const sessionStore = createStore<SessionState>()(() => ({
  ...storedSession(),
  user: undefined,
  pending: 0,
}));

const setItem = (key: string, value: string | null) =>
  value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value);

/**
 * Replaces the tokens in storage and in the page; the user is undefined until loaded again. Other tabs get one storage
 * event per key: the token is written last, so that a tab that reacts to it finds the other keys already in place.
 */
export const storeTokens = (tokens: {
  token: string | null;
  impersonated?: string | null;
  originalAdmin?: string | null;
}) => {
  setItem(storageKeys.originalAdmin, tokens.originalAdmin ?? null);
  setItem(storageKeys.impersonated, tokens.impersonated ?? null);
  setItem(storageKeys.token, tokens.token);
  sessionStore.setState({ ...storedSession(), user: undefined });
};

/** Stores a fresh token for the same effective user; everything else in storage is kept. */
export const renewToken = (token: string) => {
  if (sessionStore.getState().originalAdminToken) setItem(storageKeys.impersonated, token);
  setItem(storageKeys.token, token);
  sessionStore.setState(storedSession());
};

/** An impersonation that was started in Blinded Mode stays in it. */
export const setBlinded = (blinded: boolean) => {
  setItem(blindedKey, blinded ? 'true' : null);
  sessionStore.setState({ blinded: storedSession().blinded });
};

type Cleaner = () => void;
const cleaners = new Set<Cleaner>();

/** Registers cleanup to run at logout (current search, chat, caches). Returns an unregister function. */
export const onSessionCleared = (cleaner: Cleaner): (() => void) => {
  cleaners.add(cleaner);
  return () => cleaners.delete(cleaner);
};

/** Clears the session: tokens, impersonation, user and Blinded Mode, then runs the registered cleanup. */
export const clearSession = () => {
  storeTokens({ token: null });
  setBlinded(false);
  for (const cleaner of cleaners) cleaner();
};

/** How long a change to another key waits for the token to change, in milliseconds. */
const tokenLagMs = 50;

/** Adopts the session that another tab stored. A fresh token for the same user keeps the loaded user. */
const adoptStored = (onSwitch?: () => void) => {
  const { token, claims, originalAdminToken, user, blinded } = sessionStore.getState();
  const stored = storedSession();
  const isSame = stored.token === token && stored.originalAdminToken === originalAdminToken;
  if (isSame && stored.blinded === blinded) return;
  const isSameUser = stored.claims?.sub === claims?.sub;
  if (claims && stored.claims && !isSameUser) onSwitch?.();
  sessionStore.setState({ ...stored, user: isSameUser ? user : undefined });
};

/**
 * Follows session changes made by other tabs of this browser. `onSwitch` is called synchronously, just before a change
 * from one user to another. Returns a function that stops following.
 */
export const followOtherTabs = (onSwitch?: () => void): (() => void) => {
  const keys = new Set<string>([...Object.values(storageKeys), blindedKey]);
  const adopt = () => adoptStored(onSwitch);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !keys.has(key)) return;
    clearTimeout(timer);
    if (key === null || key === storageKeys.token || key === blindedKey) adopt();
    // A half-applied change looks like another user's session. Tabs on an earlier build write another key last.
    else timer = setTimeout(adopt, tokenLagMs);
  };
  addEventListener('storage', onStorage);
  return () => {
    clearTimeout(timer);
    removeEventListener('storage', onStorage);
  };
};
