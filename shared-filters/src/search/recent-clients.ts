import { useEffect, useState } from 'react';

const buildStorageKey = (userId: string): string => `readerlens.recent-clients.${userId}`;

/** At most this many clients are remembered. */
const maxRecent = 6;
/** A search of more clients says little about which one the user works with. */
const maxAtOnce = 3;

const isId = (value: unknown): value is string => typeof value === 'string';

/** The ids of the clients that a user searched last in this browser, the latest first. */
export const recentClientIds = (userId: string): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(buildStorageKey(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isId).slice(0, maxRecent) : [];
  } catch {
    // Blocked or unreadable storage: there are no shortcuts, and everything else works.
    return [];
  }
};

const lastKey = 'readerlens.last-client';

/** The client of the last search of the session of this user, in any tab. */
export const lastClientId = (userId: string): string | undefined => {
  try {
    const [owner, id] = JSON.parse(localStorage.getItem(lastKey) ?? '[]') as unknown[];
    return owner === userId && isId(id) ? id : undefined;
  } catch {
    return undefined;
  }
};

/** With the end of a session ends its search, in all tabs; the recent clients stay as choices. */
export const forgetLastClient = (): void => {
  try {
    localStorage.removeItem(lastKey);
  } catch {
    // Storage is blocked: nothing was stored either.
  }
};

/** Remembers the clients of a search. Only ids are stored, so that names are always those the user may see now. */
export const rememberClients = (userId: string, ids: readonly string[]): void => {
  if (ids.length === 0 || ids.length > maxAtOnce) return;
  const next = [...new Set([...ids, ...recentClientIds(userId)])].slice(0, maxRecent);
  try {
    localStorage.setItem(buildStorageKey(userId), JSON.stringify(next));
    localStorage.setItem(lastKey, JSON.stringify([userId, next[0]]));
  } catch {
    // Storage is full or blocked.
  }
};

/** Remembers the clients of the current search of a user; `ids` while the search is final. */
export const useRememberClients = (userId: string | undefined, ids: readonly string[]): void => {
  const text = ids.join('\n');
  useEffect(() => {
    if (userId !== undefined && text !== '') rememberClients(userId, text.split('\n'));
  }, [userId, text]);
};

/** The recent clients of a user when the component first rendered. */
export const useRecentClientIds = (userId: string | undefined): readonly string[] => {
  const [ids] = useState(() => (userId === undefined ? [] : recentClientIds(userId)));
  return ids;
};
