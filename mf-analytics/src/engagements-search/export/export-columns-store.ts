import { onSessionCleared } from '@readerlens/auth';
import { completeNames } from '@readerlens/filters/panel';
import { useState } from 'react';

const storageKey = 'readerlens.export-columns';

const read = (owner: string): string[] | undefined => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const { owner: whose, columns } = (stored ?? {}) as { owner?: unknown; columns?: unknown };
    if (whose !== owner || !Array.isArray(columns)) return undefined;
    return completeNames(columns.filter((name) => typeof name === 'string'));
  } catch {
    // Treat unreadable storage as empty: remembering the columns is a convenience.
    return undefined;
  }
};

const write = (owner: string, columns: readonly string[]) => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, columns }));
  } catch {
    // Storage is full or blocked: the columns are kept until the page is reloaded.
  }
};

onSessionCleared(() => sessionStorage.removeItem(storageKey));

/** The export columns that a user selected for this session; undefined while the defaults apply. */
export const useExportColumns = (owner: string | undefined) => {
  const [held, setHeld] = useState<{ owner: string | undefined; columns: readonly string[] | undefined }>();
  const columns =
    held?.owner === owner && held ? held.columns : owner === undefined ? undefined : read(owner);
  const choose = (next: readonly string[]) => {
    if (owner !== undefined) write(owner, next);
    setHeld({ owner, columns: next });
  };
  return [columns, choose] as const;
};
