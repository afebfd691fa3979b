import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { ReaderColumn, readerPageSizes, ReaderSortField } from '@readerlens/contract/most-active';
import { shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { ListPlace } from '@readerlens/filters/list';
import { toRequest } from '@readerlens/filters/model';

export type ReaderRow = CallData<Calls['POST /api/most-active-readers']>[number];
export type ReadersView = ListPlace<ReaderSortField, (typeof readerPageSizes)[number]>;

const buildReaderSort = ({ sort }: Pick<ReadersView, 'sort'>) => ({
  field: sort.column,
  order: sort.descending ? ('desc' as const) : ('asc' as const),
});

/** A page of the readers. */
export const readersQuery = (
  search: DashboardSearch,
  { view, compare }: { view: ReadersView; compare: boolean },
) => {
  const body = { sort: buildReaderSort(view), page: view.page, size: view.size, comparePrevious: compare };
  return shapedFigureQuery('POST /api/most-active-readers', search, { body }, ({ data, total }) => ({
    items: data,
    total,
  }));
};

interface Report extends Pick<ReadersView, 'sort'> {
  /** Without them, the file has the specified columns. */
  readonly shownColumns: ReaderColumn[] | undefined;
}

/** The xlsx file of all readers in this order. */
export const requestReadersReport = async (
  { model }: DashboardSearch,
  { shownColumns, ...view }: Report,
  signal: AbortSignal,
): Promise<Blob> => {
  const body = {
    ...toRequest(model),
    sort: buildReaderSort(view),
    ...(shownColumns ? { shownColumns } : {}),
  };
  return (await api('POST /api/most-active-readers/export', { body }, { signal })).data;
};
