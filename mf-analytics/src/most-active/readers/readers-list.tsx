import { noAccessMessage } from '@readerlens/contract/messages';
import {
  mostActiveReadersName,
  readerColumns as readerFileColumns,
  readerPageSizes,
  readersAsShownName,
  readerSortFields,
} from '@readerlens/contract/most-active';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { ListRows, listAddress, useListPage, useListView } from '@readerlens/filters/list';
import { EmptyState, Flex, Span, Stack, useSlotMarks } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { subjectMarks } from '../../slots.ts';
import { ReportDownload } from '../report-download.tsx';
import { ReaderCard } from './reader-card.tsx';
import { readerColumns } from './reader-columns.tsx';
import { readersQuery, requestReadersReport } from './readers.queries.ts';
import type { ReaderRow } from './readers.queries.ts';

const address = listAddress({
  sortColumns: readerSortFields,
  sizes: readerPageSizes,
  start: { sort: { column: 'totalEngagements', descending: true }, page: 1, size: 10 },
});

const fileNames = { shown: readersAsShownName, specified: mostActiveReadersName };
const readerRow = {
  key: ({ readerId }: ReaderRow) => readerId,
  context: ({ readerId }: ReaderRow) => ({ reader: readerId }),
};

/** The readers a page at a time, with the order and the page in the URL. */
export const ReadersList = ({ search, compare }: { search: DashboardSearch; compare: boolean }) => {
  const { view, show } = useListView(address);
  const { model } = search;
  const list = useListPage(useQuery(readersQuery(search, { view, compare })), {
    ...view,
    show,
  });
  const { total } = list;
  const findMarks = useSlotMarks(subjectMarks, list.rows, readerRow);
  const columns = useMemo(() => readerColumns(model, compare, findMarks), [model, compare, findMarks]);
  const renderCard = (row: ReaderRow) => <ReaderCard {...{ row, model }} marks={findMarks(row.readerId)} />;
  return (
    <Stack as="section" aria-label="Readers" gap="3" data-fill="">
      <Flex align="center" gap="3" wrap="wrap">
        <Span flex="1" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {total !== undefined && countText(total, 'reader')}
        </Span>
        <ReportDownload
          names={fileNames}
          disabled={!total}
          columns={columns}
          fileColumns={readerFileColumns}
          request={(shownColumns, signal) => requestReadersReport(search, { ...view, shownColumns }, signal)}
        />
      </Flex>
      <ListRows
        {...{ list, view, show, columns, renderCard }}
        rules={address.rules}
        caption="Most active readers"
        pages="Pages of readers"
        rowKey={({ readerId }) => readerId}
        density="comfortable"
        loadingHeight="120px"
        refused={noAccessMessage('these readers')}
        empty={<EmptyState />}
      />
    </Stack>
  );
};
