import { toQuery } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { useDebounced } from '@readerlens/filters/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type CountMatches = (model: FilterModel, signal: AbortSignal) => Promise<number>;

const stillMs = 400;

/** How many rows the draft stands for, asked once the draft stands still; undefined while unknown. */
export const useMatchCount = (model: FilterModel, count: CountMatches | undefined): number | undefined => {
  const text = toQuery(model);
  const settled = useDebounced(text, stillMs);
  const query = useQuery({
    queryKey: ['filter-match-count', settled],
    queryFn: ({ signal }) => (count ? count(model, signal) : 0),
    enabled: count !== undefined && settled === text,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return count && !query.isError ? query.data : undefined;
};
