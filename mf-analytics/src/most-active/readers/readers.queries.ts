import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { ReaderColumn, readerPageSizes, ReaderSortField } from '@readerlens/contract/most-active';
import { shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { ListPlace } from '@readerlens/filters/list';
import { toRequest } from '@readerlens/filters/model';
import type { FindSeries, Series } from '../trends/over-time.tsx';
import { requestTrend } from '../trends/trend-address.ts';
import type { TrendView } from '../trends/trend-address.ts';

export type ReaderRow = CallData<Calls['POST /api/most-active-readers']>[number];
export type ReadersView = ListPlace<ReaderSortField, (typeof readerPageSizes)[number]> &
  TrendView & { readonly query: string };

type Shown = Pick<ReadersView, 'sort' | 'query' | keyof TrendView>;

const buildList = ({ sort, query, ...shown }: Shown) => ({
  ...(query === '' ? {} : { text: query }),
  sort: { field: sort.column, order: sort.descending ? ('desc' as const) : ('asc' as const) },
  ...requestTrend(shown),
});

/** A page of the readers. */
export const readersQuery = (
  search: DashboardSearch,
  { view, compare }: { view: ReadersView; compare: boolean },
) => {
  const body = { ...buildList(view), page: view.page, size: view.size, comparePrevious: compare };
  return shapedFigureQuery('POST /api/most-active-readers', search, { body }, ({ data, total }) => ({
    items: data,
    total,
  }));
};

interface Report extends Shown {
  /** Without them, the file has the specified columns. */
  readonly shownColumns: ReaderColumn[] | undefined;
}

/** The xlsx file of all shown readers in this order. */
export const requestReadersReport = async (
  { model }: DashboardSearch,
  { shownColumns, ...shown }: Report,
  signal: AbortSignal,
): Promise<Blob> => {
  const body = {
    ...toRequest(model),
    ...buildList(shown),
    ...(shownColumns ? { shownColumns } : {}),
  };
  return (await api('POST /api/most-active-readers/export', { body }, { signal })).data;
};

/** The engagements over time of the rows of a page, none of which has more than one answer can have. */
export const findReaderSeries = (search: DashboardSearch, rows: readonly ReaderRow[]): FindSeries => {
  const readerIds = rows.map(({ readerId }) => readerId);
  return () =>
    shapedFigureQuery(
      'POST /api/most-active-readers/over-time',
      search,
      { body: { readerIds } },
      ({ data, bucket }): Series => ({ byId: new Map(data.map((row) => [row.readerId, row])), bucket }),
    );
};
