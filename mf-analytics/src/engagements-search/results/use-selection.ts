import { useCallback, useState } from 'react';
import type { TableSelection } from '@readerlens/ui';
import type { EngagementRow } from '../search.queries.ts';
import { titleOf } from './engagement.ts';

type Ids = ReadonlySet<string>;

const none: Ids = new Set();

/** Ids with some more or some less. */
const changed = (ids: Ids, some: readonly EngagementRow[], on: boolean): Ids => {
  const next = new Set(ids);
  for (const { qualifiedId } of some) {
    if (on) next.add(qualifiedId);
    else next.delete(qualifiedId);
  }
  return next;
};

/** The activities that are chosen, on whatever page, for as long as `key` stays the same: another search begins with none. */
export const useSelection = (key: string) => {
  const [held, setHeld] = useState({ key, ids: none });
  const ids = held.key === key ? held.ids : none;
  const select = useCallback((next: Ids) => setHeld({ key, ids: next }), [key]);
  return {
    ids,
    clear: () => select(none),
    /** The boxes of these rows. */
    of: (rows: readonly EngagementRow[]): TableSelection<EngagementRow> => ({
      isSelected: ({ qualifiedId }) => ids.has(qualifiedId),
      onToggle: (row, on) => select(changed(ids, [row], on)),
      onToggleAll: (on) => select(changed(ids, rows, on)),
      labelOf: (row) => `Select ${titleOf(row)}`,
      allLabel: 'Select all on this page',
    }),
  };
};

export type Selection = ReturnType<typeof useSelection>;
