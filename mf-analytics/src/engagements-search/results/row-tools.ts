import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { EngagementRow } from '../search.queries.ts';

/** Actions of a row's buttons. Not passed as props, so that expanding a row re-renders only its own button. */
export interface RowTools {
  isOpen: (row: EngagementRow) => boolean;
  toggle: (row: EngagementRow) => void;
  showSpecifics: (row: EngagementRow) => void;
}

export const RowToolsContext = createContext<RowTools | undefined>(undefined);

export const useRowTools = (): RowTools => {
  const tools = useContext(RowToolsContext);
  if (!tools) throw new Error('Rows need RowToolsContext.');
  return tools;
};

const toggled = (open: ReadonlySet<string>, id: string) => {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** Which rows are expanded, and whose specifics are shown. */
export const useRowState = () => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<EngagementRow>();
  const isOpen = useCallback((row: EngagementRow) => open.has(row.qualifiedId), [open]);
  const tools = useMemo(
    () => ({
      isOpen,
      toggle: ({ qualifiedId }: EngagementRow) => setOpen((ids) => toggled(ids, qualifiedId)),
      showSpecifics: setShown,
    }),
    [isOpen],
  );
  return { tools, shown, hideSpecifics: () => setShown(undefined) };
};
