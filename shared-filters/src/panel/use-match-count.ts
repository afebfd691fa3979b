import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../lookups/use-options.ts';
import { toQuery } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';

export type CountMatches = (model: FilterModel, signal: AbortSignal) => Promise<number>;

const debounceMs = 400;

/** How many rows match the draft, requested once typing pauses; undefined while unknown. */
export const useMatchCount = (model: FilterModel, count: CountMatches | undefined): number | undefined => {
  const text = toQuery(model);
  const settled = useDebounced(text, debounceMs);
  const query = useQuery({
    queryKey: ['filter-match-count', settled],
    queryFn: ({ signal }) => (count ? count(model, signal) : 0),
    enabled: count !== undefined && settled === text,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return count && !query.isError ? query.data : undefined;
};
