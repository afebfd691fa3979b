import { mostActiveReadersName, readerPageSizes, readerSortFields } from '@readerlens/contract/most-active';
import { setParameter } from '@readerlens/filters';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import {
  ListPager,
  ListStates,
  ListTable,
  listPlaceParameters,
  readListPlace,
  useListPage,
  useListView,
} from '@readerlens/filters/list';
import type { ListRules } from '@readerlens/filters/list';
import { EmptyState, Flex, Span, Stack } from '@readerlens/ui';
import { formatCount } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ReportDownload } from '../report-download.tsx';
import { ReaderCard } from './reader-card.tsx';
import { readerColumns } from './reader-columns.tsx';
import { readersQuery, requestReadersReport } from './readers.queries.ts';
import type { ReaderRow, ReadersView } from './readers.queries.ts';

const rules: ListRules<ReadersView['sort']['column'], ReadersView['size']> = {
  sortColumns: readerSortFields,
  sizes: readerPageSizes,
  start: { sort: { column: 'totalEngagements', descending: true }, page: 1, size: 10 },
};
const readView = (search: string): ReadersView => readListPlace(search, rules);
const writeView = (view: ReadersView, search: string): string =>
  listPlaceParameters(view, rules).reduce(
    (written, [name, value]) => setParameter(written, name, value),
    search,
  );

const counted = (count: number) => `${formatCount(count)} ${count === 1 ? 'reader' : 'readers'}`;

/** The readers a page at a time, with the order and the page in the URL. */
export const ReadersList = ({ search, compare }: { search: DashboardSearch; compare: boolean }) => {
  const { view, show } = useListView(readView, writeView);
  const toPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const { model, hasClients } = search;
  const list = useListPage(useQuery(readersQuery(search, { view, compare })), {
    ...view,
    isIdle: !hasClients,
    onPage: toPage,
  });
  const { rows, total, isLoading } = list;
  const columns = useMemo(() => readerColumns(model, compare), [model, compare]);
  const cardOf = (row: ReaderRow) => <ReaderCard {...{ row, model }} />;
  return (
    <Stack as="section" aria-label="Readers" gap="3" data-fill="">
      <Flex align="center" gap="3" wrap="wrap">
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && counted(total)}
        </Span>
        <ReportDownload
          name={mostActiveReadersName}
          disabled={!total}
          request={(signal) => requestReadersReport(search, view, signal)}
        />
      </Flex>
      <ListStates list={list} refused="You do not have access to these readers" empty={<EmptyState />}>
        <ListTable
          caption="Most active readers"
          {...{ rows, columns }}
          rowKey={({ readerId }) => readerId}
          density="comfortable"
          sort={view.sort}
          sortColumns={readerSortFields}
          onSort={(sort) => show({ sort, page: 1 })}
          loadingRows={isLoading ? view.size : undefined}
          loadingHeight="120px"
          cardOf={cardOf}
        />
        <ListPager label="Pages of readers" sizes={readerPageSizes} {...{ view, total, show }} />
      </ListStates>
    </Stack>
  );
};
