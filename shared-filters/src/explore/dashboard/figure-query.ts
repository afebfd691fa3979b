import type { Viewer } from '@readerlens/auth/react';
import type {
  CallAnswer,
  CallData,
  CallInput,
  Calls,
  DashboardCall,
  MarketingCall,
} from '@readerlens/contract/client';
import type { ChartCardProps, ChartView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { toQuery, toRequest } from '../../model/index.ts';
import type { FilterModel } from '../../model/index.ts';
import { askFigure } from './ask-figure.ts';

/** What a dashboard requests: the applied filters, for a viewer whose entitlements restrict the results. */
export interface DashboardSearch {
  model: FilterModel;
  viewer: Viewer;
  /** It is final and names a client. Nothing is requested before: each figure is loaded once. */
  isReady: boolean;
}

/** A search, and the same for the previous period if it is compared. */
export interface Compared {
  search: DashboardSearch;
  previous: DashboardSearch | undefined;
}

/** A call with filters in its body. Notes are loaded like figures. */
export type FigureCall =
  | Extract<DashboardCall | MarketingCall, `POST ${string}`>
  | 'POST /api/annotations/search';

/** What a call takes besides the filters. */
type OwnBody<K extends FigureCall> =
  CallInput<Calls[K]> extends { body: infer Body } ? Omit<Body, 'activityTypes' | 'filters'> : never;
export type FigureInput<K extends FigureCall> = Omit<CallInput<Calls[K]>, 'body'> &
  (Partial<OwnBody<K>> extends OwnBody<K> ? { body?: OwnBody<K> } : { body: OwnBody<K> });
/** Optional if the call needs nothing. */
type InputArgs<K extends FigureCall> =
  Partial<FigureInput<K>> extends FigureInput<K> ? [input?: FigureInput<K>] : [input: FigureInput<K>];

/**
 * The queries whose previous data stays while new data loads: those of the same viewer. Of a list, whose total stands beside
 * words about what is listed, only the other pages and orders of the same rows.
 */
const findFamily = ([, , viewer, model, input]: readonly unknown[]): string => {
  const { body, ...others } = (input ?? {}) as { body?: Readonly<Record<string, unknown>> };
  if (body?.page === undefined && body?.trend === undefined) return JSON.stringify(viewer);
  const { page: _, size: _size, sort: _sort, ...listed } = body;
  return JSON.stringify([viewer, model, others, listed]);
};

/**
 * The query for a figure in the form that `shape` gives its answer; the same call and input always need the same. It is
 * refetched when the filters change and aborted when no component uses it; the previous data of the same viewer stays
 * until new data arrives, of a list if it has
 * the same rows.
 */
export const shapedFigureQuery = <K extends FigureCall, T>(
  call: K,
  { model, viewer, isReady }: DashboardSearch,
  input: FigureInput<K>,
  shape: (answer: CallAnswer<Calls[K]>) => T,
): UseQueryOptions<T> => ({
  queryKey: ['dashboard', call, viewer, toQuery(model), input],
  queryFn: async ({ signal }) => {
    const { params, body }: { params?: Readonly<Record<string, string>>; body?: object } = input;
    const answer = await askFigure({ call, params, shared: toRequest(model), body }, signal);
    return shape(answer as CallAnswer<Calls[K]>);
  },
  enabled: isReady && viewer.userId !== undefined,
  placeholderData: (before, query) =>
    findFamily(query?.queryKey ?? []) === findFamily(['dashboard', call, viewer, toQuery(model), input])
      ? before
      : undefined,
  meta: { pageContent: true },
});

/** The query for a figure, with what its call takes besides the filters. */
export const figureQuery = <K extends FigureCall>(
  call: K,
  search: DashboardSearch,
  ...[input]: InputArgs<K>
): UseQueryOptions<CallData<Calls[K]>> =>
  shapedFigureQuery(call, search, input ?? ({} as FigureInput<K>), ({ data }) => data as CallData<Calls[K]>);

/** Requests nothing. */
export const idleSearch: DashboardSearch = {
  model: { filters: [], indices: [] },
  viewer: { userId: undefined, blinded: false },
  isReady: false,
};

/** The data of the previous period once loaded; undefined without a comparison. */
export const usePreviousData = <T>(
  previous: DashboardSearch | undefined,
  buildQuery: (search: DashboardSearch) => UseQueryOptions<T>,
): T | undefined => {
  // No placeholder: stale comparison data must not appear beside new figures.
  const { placeholderData: _, ...query } = buildQuery(previous ?? idleSearch);
  const { data } = useQuery(query);
  return previous && data;
};

/** A figure, and its data of the previous period if it is compared. */
export const useFigure = <K extends FigureCall>(
  call: K,
  { search, previous }: Compared,
  ...input: InputArgs<K>
): {
  query: UseQueryResult<CallData<Calls[K]>>;
  before: CallData<Calls[K]> | undefined;
} => ({
  query: useQuery(figureQuery(call, search, ...input)),
  before: usePreviousData(previous, (period) => figureQuery(call, period, ...input)),
});

/** While nothing is requested, such as before the search is final, data of an earlier search is no answer. */
export const isOutdated = ({
  isPlaceholderData,
  fetchStatus,
}: Pick<UseQueryResult, 'isPlaceholderData' | 'fetchStatus'>): boolean =>
  isPlaceholderData && fetchStatus === 'idle';

type ChartState = Pick<ChartCardProps, 'status' | 'view' | 'updating' | 'errorMessage' | 'onRetry'>;

/**
 * The props of a chart from its query; each chart loads and fails independently. The answers of a dashboard arrive
 * together, and drawing all charts at once would block the page: React draws deferred data in short slices.
 */
export const useQueryChart = <T>(query: UseQueryResult<T>, buildView: (data: T) => ChartView): ChartState => {
  const { data: newest, error, isPlaceholderData } = query;
  const deferred = useDeferredValue(newest);
  // Dropped data, as on entering Blinded Mode, disappears at once.
  const data = newest === undefined ? undefined : deferred;
  const status = error ? 'error' : data === undefined || isOutdated(query) ? 'pending' : 'ready';
  return {
    status,
    view: status === 'ready' && data !== undefined ? buildView(data) : undefined,
    updating: isPlaceholderData,
    errorMessage: error?.message,
    onRetry: () => void query.refetch(),
  };
};
