import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readAddress, writeAddress } from './search-address.ts';
import type { SearchView } from './search-address.ts';

/** What the list shows, which is what its address says; a change is a new entry of the browser's history. */
export const useSearchView = () => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => readAddress(search), [search]);
  const show = useCallback(
    (change: Partial<SearchView>, { replace = false } = {}) => {
      const next = writeAddress(search, { ...view, ...change });
      if (next !== search) void navigate({ search: next }, { replace, preventScrollReset: true });
    },
    [navigate, search, view],
  );
  return { view, show };
};
