import { api } from '@readerlens/auth';
import type { RunState } from '@readerlens/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { states } from './run-labels.tsx';

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export interface RunsFilter {
  kind: string | undefined;
  state: RunState | undefined;
  page: number;
  size: PageSize;
}

const buildSearch = ({ kind, state, page, size }: RunsFilter): Record<string, string> => ({
  ...(kind ? { kind } : {}),
  ...(state ? { state } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
  ...(size === pageSizes[0] ? {} : { size: String(size) }),
});

export const runsAddress = (filter: RunsFilter): string =>
  `?${new URLSearchParams(buildSearch(filter)).toString()}`;

/** The filter in the address; invalid parts are ignored. */
export const useRunsFilter = (): [RunsFilter, (change: Partial<RunsFilter>) => void] => {
  const [query, setQuery] = useSearchParams();
  const kind = query.get('kind') ?? '';
  const page = Number(query.get('page'));
  const filter: RunsFilter = {
    kind: /^[a-z][a-z0-9-]{0,39}$/.test(kind) ? kind : undefined,
    state: states.find((state) => state === query.get('state')),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? pageSizes[0],
  };
  return [filter, (change) => setQuery(buildSearch({ ...filter, page: 1, ...change }))];
};

export const useJobs = () =>
  useQuery({
    queryKey: ['operations', 'jobs'],
    queryFn: async ({ signal }) => (await api('GET /api/operations/jobs', {}, { signal })).data,
    staleTime: 0,
  });

export const useAlarms = () =>
  useQuery({
    queryKey: ['operations', 'alarms'],
    queryFn: async ({ signal }) => (await api('GET /api/operations/alarms', {}, { signal })).data,
    staleTime: 0,
  });

export const useClientCosts = () =>
  useQuery({
    queryKey: ['operations', 'client-costs'],
    queryFn: async ({ signal }) => (await api('GET /api/operations/client-costs', {}, { signal })).data,
    staleTime: 0,
  });

export const useProcesses = () =>
  useQuery({
    queryKey: ['operations', 'processes'],
    queryFn: async ({ signal }) => (await api('GET /api/operations/processes', {}, { signal })).data,
    staleTime: 0,
  });

export const useRuns = ({ kind, state, page, size }: RunsFilter) =>
  useQuery({
    queryKey: ['operations', 'runs', kind, state, page, size],
    queryFn: async ({ signal }) => {
      const query = { ...(kind ? { kind } : {}), ...(state ? { state } : {}), page, size };
      return (await api('GET /api/operations/runs', { query }, { signal })).data;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
