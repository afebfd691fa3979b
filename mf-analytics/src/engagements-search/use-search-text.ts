import { useMemo, useState } from 'react';
import { hasText } from './results/engagement.ts';
import type { EngagementRow } from './search.queries.ts';

/** The text in the box, and the loaded rows that have it. What the server has looked for already narrows nothing. */
export const useSearchText = (query: string, rows: readonly EngagementRow[]) => {
  const [typed, setTyped] = useState({ text: query, of: query });
  const text = typed.of === query ? typed.text : query;
  const isPending = text.trim() !== query;
  const shown = useMemo(
    () => (isPending && text.trim() !== '' ? rows.filter((row) => hasText(row, text)) : rows),
    [isPending, text, rows],
  );
  return { text, type: (next: string) => setTyped({ text: next, of: query }), isPending, shown };
};
