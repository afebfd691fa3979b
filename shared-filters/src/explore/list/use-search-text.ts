import { useMemo, useState } from 'react';

/**
 * The text in the search box, and the loaded rows that contain it. `query` is what the server searched for; its
 * results are not filtered again, because the server matches more than `hasText` does. `hasText` must be
 * referentially stable.
 */
export const useSearchText = <Row>(
  query: string,
  rows: readonly Row[],
  hasText: (row: Row, text: string) => boolean,
) => {
  const [typed, setTyped] = useState({ text: query, of: query });
  const text = typed.of === query ? typed.text : query;
  const isPending = text.trim() !== query;
  const shown = useMemo(
    () => (isPending && text.trim() !== '' ? rows.filter((row) => hasText(row, text)) : rows),
    [isPending, text, rows, hasText],
  );
  return { text, type: (next: string) => setTyped({ text: next, of: query }), isPending, shown };
};
