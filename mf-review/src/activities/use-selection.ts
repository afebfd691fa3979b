import { useCallback, useState } from 'react';
import { nothingSelected } from './selection.ts';
import type { Selection } from './selection.ts';

/** What is chosen, for as long as `key` stays the same: another filter begins with nothing. */
export const useSelection = (key: string) => {
  const [held, setHeld] = useState({ key, selection: nothingSelected });
  const selection = held.key === key ? held.selection : nothingSelected;
  const select = useCallback((next: Selection) => setHeld({ key, selection: next }), [key]);
  return [selection, select] as const;
};
