import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readAddress, writeAddress } from './review-address.ts';
import type { ReviewView } from './review-address.ts';
import { useToday } from './use-today.ts';

/** What the page shows, which is what its address says; a change is a new entry of the browser's history. */
export const useReviewView = () => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  const view = useMemo(() => readAddress(search, today), [search, today]);
  const show = useCallback(
    (change: Partial<ReviewView>, { replace = false } = {}) => {
      const next = writeAddress({ ...view, ...change }, today);
      if (next !== writeAddress(view, today))
        void navigate({ search: next }, { replace, preventScrollReset: true });
    },
    [navigate, view, today],
  );
  return { view, show, today };
};
