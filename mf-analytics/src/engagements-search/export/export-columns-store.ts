import { onSessionCleared } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { exportableColumns } from '@readerlens/filters/model';
import { completeNames } from '@readerlens/filters/columns';
import { useState } from 'react';

const storageKey = 'readerlens.export-columns';

const read = (owner: string): string[] | undefined => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const { owner: whose, columns } = (stored ?? {}) as { owner?: unknown; columns?: unknown };
    if (whose !== owner || !Array.isArray(columns)) return undefined;
    return columns.filter((name) => typeof name === 'string');
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

/**
 * The columns that the user may export, and those selected for this session; these are undefined while the defaults
 * apply. A selected column that the user may no longer see is dropped.
 */
export const useExportColumns = () => {
  const user = useUser();
  const owner = user?.id;
  const [held, setHeld] = useState<{ owner: string | undefined; columns: readonly string[] | undefined }>();
  const stored = held?.owner === owner && held ? held.columns : owner === undefined ? undefined : read(owner);
  const available = exportableColumns(new Set(user?.searchFields));
  const choose = (next: readonly string[]) => {
    if (owner !== undefined) write(owner, next);
    setHeld({ owner, columns: next });
  };
  return { available, columns: stored && completeNames(stored, available), choose };
};
