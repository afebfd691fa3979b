import { useBlinded } from '@readerlens/auth/react';
import { noAccessMessage } from '@readerlens/contract/messages';
import {
  maxRankTextLength,
  mostActiveReadersName,
  readerColumns as readerFileColumns,
  readersAsShownName,
} from '@readerlens/contract/most-active';
import {
  ListRows,
  NoTextMatch,
  SearchBox,
  useListPage,
  useListSearch,
  useListView,
} from '@readerlens/filters/list';
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
import { findReaderSeries, readersQuery, requestReadersReport } from './readers.queries.ts';
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
  const { trend, minimum, sort, query } = view;
  const hasTrend = trend !== 'all';
  const inEngagements = hasTrend || sort.column === 'engagementsChange';
  const compare = previous !== undefined || inEngagements;
  // Without dates there is no period before, and the request would use others than the page shows.
  const cannotCompare = hasTrend && modelBefore === undefined;
  const { model } = search;
  const textSearch = useListSearch({ view, show });
  const { text, box, clear } = textSearch;
  const answer = useQuery({
    ...readersQuery(search, { view, compare }),
    ...(cannotCompare ? { enabled: false } : {}),
  });
  const list = useListPage(answer, { ...view, show });
  const { rows, total } = list;
  // A trend is in the order of the change.
  const withRank = previous !== undefined || !hasTrend;
  const findMarks = useSlotMarks(subjectMarks, rows, readerRow);
  const overTime = useMemo(
    () => (hasTrend ? findReaderSeries(search, rows) : undefined),
    [hasTrend, search, rows],
  );
  const blinded = useBlinded();
  const columns = useMemo(
    () => readerColumns({ model, modelBefore, compare, withRank, inEngagements, overTime, findMarks }),
    [model, modelBefore, compare, withRank, inEngagements, overTime, findMarks],
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
        <SearchBox
          ref={box}
          label="Search readers"
          placeholder={blinded ? 'Reader' : 'Reader or email'}
          maxLength={maxRankTextLength}
          value={text}
          isLoading={list.isLoading}
          onClear={clear}
        />
        <Span flex="1 0 auto" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
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
            query !== '' ? (
              <NoTextMatch message={`No reader matches '${query}'.`} search={textSearch} />
            ) : hasTrend ? (
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
