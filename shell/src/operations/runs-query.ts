import { api } from '@readerlens/auth';
import type { RunState } from '@readerlens/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { states } from './run-labels.tsx';

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export interface RunsWanted {
  kind: string | undefined;
  state: RunState | undefined;
  page: number;
  size: PageSize;
}

const searchOf = ({ kind, state, page, size }: RunsWanted): Record<string, string> => ({
  ...(kind ? { kind } : {}),
  ...(state ? { state } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
  ...(size === pageSizes[0] ? {} : { size: String(size) }),
});

export const runsAddress = (wanted: RunsWanted): string =>
  `?${new URLSearchParams(searchOf(wanted)).toString()}`;

/** What the address asks for; what it cannot mean counts as not asked. */
export const useRunsWanted = (): [RunsWanted, (change: Partial<RunsWanted>) => void] => {
  const [query, setQuery] = useSearchParams();
  const kind = query.get('kind') ?? '';
  const page = Number(query.get('page'));
  const wanted: RunsWanted = {
    kind: /^[a-z][a-z0-9-]{0,39}$/.test(kind) ? kind : undefined,
    state: states.find((state) => state === query.get('state')),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? pageSizes[0],
  };
  return [wanted, (change) => setQuery(searchOf({ ...wanted, page: 1, ...change }))];
};

export const useJobs = () =>
  useQuery({
    queryKey: ['operations', 'jobs'],
    queryFn: async ({ signal }) => (await api('GET /api/operations/jobs', {}, { signal })).data,
    staleTime: 0,
  });

export const useRuns = ({ kind, state, page, size }: RunsWanted) =>
  useQuery({
    queryKey: ['operations', 'runs', kind, state, page, size],
    queryFn: async ({ signal }) => {
      const query = { ...(kind ? { kind } : {}), ...(state ? { state } : {}), page, size };
      return (await api('GET /api/operations/runs', { query }, { signal })).data;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
