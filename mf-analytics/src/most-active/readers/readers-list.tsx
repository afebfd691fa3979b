import { noAccessMessage } from '@readerlens/contract/messages';
import {
  mostActiveReadersName,
  readerColumns as readerFileColumns,
  readersAsShownName,
} from '@readerlens/contract/most-active';
import { ListRows, useListPage, useListView } from '@readerlens/filters/list';
import { EmptyState, Flex, Span, Stack, useSlotMarks } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { subjectMarks } from '../../slots.ts';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { ReportDownload } from '../report-download.tsx';
import { NoneOfTrend, NoPeriodBefore, TrendPresets } from '../trends/trend-presets.tsx';
import { ReaderCard } from './reader-card.tsx';
import { readerColumns } from './reader-columns.tsx';
import { findStartSort, readersAddress, readersRules } from './readers-address.ts';
import { readersQuery, requestReadersReport } from './readers.queries.ts';
import type { ReaderRow } from './readers.queries.ts';

const fileNames = { shown: readersAsShownName, specified: mostActiveReadersName };
const readerRow = {
  key: ({ readerId }: ReaderRow) => readerId,
  context: ({ readerId }: ReaderRow) => ({ reader: readerId }),
};

/** All readers, or those of a trend, a page at a time, with what is shown in the URL. */
export const ReadersList = ({ compared }: { compared: ComparedSearch }) => {
  const { search, previous, modelBefore, previousDates } = compared;
  const { view, show } = useListView(readersAddress);
  const { trend, minimum, sort } = view;
  const hasTrend = trend !== 'all';
  const inEngagements = hasTrend || sort.column === 'engagementsChange';
  const compare = previous !== undefined || inEngagements;
  // Without dates there is no period before, and the request would use others than the page shows.
  const cannotCompare = hasTrend && modelBefore === undefined;
  const { model } = search;
  const query = useQuery({
    ...readersQuery(search, { view, compare }),
    ...(cannotCompare ? { enabled: false } : {}),
  });
  const list = useListPage(query, { ...view, show });
  const { total } = list;
  // A trend is in the order of the change.
  const withRank = previous !== undefined || !hasTrend;
  const findMarks = useSlotMarks(subjectMarks, list.rows, readerRow);
  const columns = useMemo(
    () => readerColumns({ model, modelBefore, compare, withRank, inEngagements, findMarks }),
    [model, modelBefore, compare, withRank, inEngagements, findMarks],
  );
  const renderCard = (row: ReaderRow) => (
    <ReaderCard {...{ row, model, modelBefore, withRank, inEngagements }} marks={findMarks(row.readerId)} />
  );
  const showAll = () => show({ trend: 'all', sort: findStartSort('all'), page: 1 });
  return (
    <Stack as="section" aria-label="Readers" gap="3" data-fill="">
      <TrendPresets
        subject="readers"
        view={view}
        onTrend={(next) => show({ trend: next, sort: findStartSort(next), page: 1 })}
        onMinimum={(next) => show({ minimum: next, page: 1 })}
        dates={previousDates}
      />
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
      {hasTrend && cannotCompare ? (
        <NoPeriodBefore subject="readers" trend={trend} onAll={showAll} />
      ) : (
        <ListRows
          {...{ list, view, show, columns, renderCard }}
          rules={readersRules}
          caption="Most active readers"
          pages="Pages of readers"
          rowKey={({ readerId }) => readerId}
          density="comfortable"
          loadingHeight="120px"
          refused={noAccessMessage('these readers')}
          empty={
            hasTrend ? (
              <NoneOfTrend subject="readers" {...{ trend, minimum }} onAll={showAll} />
            ) : (
              <EmptyState />
            )
          }
        />
      )}
    </Stack>
  );
};
