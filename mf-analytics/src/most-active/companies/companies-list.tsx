import { countText } from '@readerlens/contract/numbers';
import { noAccessMessage } from '@readerlens/contract/messages';
import {
  companiesAsShownName,
  maxOrgRows,
  maxRankTextLength,
  mostActiveCompaniesName,
  orgColumns,
  orgSortFields,
} from '@readerlens/contract/most-active';
import { listSelectedTerms } from '@readerlens/filters/model';
import { SaveListButton } from '@readerlens/filters/panel';
import {
  ListPager,
  ListStates,
  NoTextMatch,
  SearchBox,
  knownOption,
  useListSearch,
  useListView,
} from '@readerlens/filters/list';
import {
  Card,
  EmptyState,
  Flex,
  formatCount,
  Span,
  Stack,
  Switch,
  Table,
  Text,
  useIsNarrow,
  useListTop,
  useSlotMarks,
} from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ReportDownload } from '../report-download.tsx';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { subjectMarks } from '../../slots.ts';
import { ScoreFormula } from '../../score/score-formula.tsx';
import { companiesAddress, companyPageSizes, findStartSort } from './companies-address.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import {
  companiesQuery,
  findOrganizationSeries,
  matching,
  requestCompaniesReport,
} from './companies.queries.ts';
import type { OrgRow } from './companies.queries.ts';
import { companyColumns } from './company-columns.tsx';
import { useProperties } from './use-properties.ts';
import { NoPeriodBefore, NoneOfTrend, TrendPresets } from '../trends/trend-presets.tsx';

/** '1,200 organizations'; '12 of 1,200 organizations' after a search or if the server limits them. */
const shownText = (shown: number, total: number) =>
  shown === total
    ? countText(total, 'organization')
    : `${formatCount(shown)} of ${countText(total, 'organization')}`;

const fileNames = { shown: companiesAsShownName, specified: mostActiveCompaniesName };
const noRows: readonly OrgRow[] = [];
const organizationRow = {
  key: ({ orgId }: OrgRow) => orgId,
  context: ({ orgId }: OrgRow) => ({ organization: orgId }),
};

/** Id of the list, for links on the page. */
export const companiesListId = 'organizations';

interface Props {
  compared: ComparedSearch;
  withTypes: boolean;
}

/**
 * All organizations, or those of a trend: sorted by the server, so that the download has the same order, and searched and
 * divided into pages in the browser.
 */
export const CompaniesList = ({ compared, withTypes }: Props) => {
  const { search, previous, modelBefore, previousDates } = compared;
  const { view, show } = useListView(companiesAddress);
  const { sort, query, trend, minimum, score: withScore } = view;
  const properties = useProperties(view.columns);
  const hasTrend = trend !== 'all';
  const inEngagements = hasTrend || sort.column === 'engagementsChange';
  const compare = previous !== undefined || inEngagements;
  // Without dates there is no period before, and the request would use others than the page shows.
  const cannotCompare = trend !== 'all' && modelBefore === undefined;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...companiesQuery(search, view, { compare, withScore, properties: properties.shown }),
    ...(cannotCompare ? { enabled: false } : {}),
  });
  const textSearch = useListSearch({ view, show });
  const { text, box, clear } = textSearch;
  const { model } = search;
  const narrow = useIsNarrow();
  const rows = useMemo(() => matching(data?.rows ?? [], query), [data, query]);
  const { size } = view;
  const isOnePage = size === maxOrgRows;
  // A shorter list than that of the address has fewer pages.
  const page = Math.min(view.page, Math.max(1, Math.ceil(rows.length / size)));
  const pageRows = useMemo(() => rows.slice((page - 1) * size, page * size), [rows, page, size]);
  const [section, setSection] = useState<HTMLElement | null>(null);
  useListTop(section, view);
  const shownIds = useMemo(() => rows.map(({ orgId }) => orgId), [rows]);
  const findMarks = useSlotMarks(subjectMarks, data?.rows ?? noRows, organizationRow);
  // A trend is in the order of the change, and its names need the room of the rank. So do those on a phone.
  const withRank = previous !== undefined || !(hasTrend || narrow);
  const startsWithChange = hasTrend && narrow;
  // A phone has no room for them, and all organizations have the specified columns.
  const withBars = hasTrend && !narrow;
  const overTime = useMemo(
    () => (withBars ? findOrganizationSeries(search, data?.rows ?? noRows) : undefined),
    [withBars, search, data],
  );
  const columns = useMemo(
    () =>
      companyColumns({
        model,
        modelBefore,
        compare,
        withRank,
        inEngagements,
        startsWithChange,
        withScore,
        overTime,
        withTypes,
        properties: properties.shown,
        narrow,
        findMarks,
      }),
    [
      model,
      modelBefore,
      compare,
      withRank,
      inEngagements,
      startsWithChange,
      withScore,
      overTime,
      withTypes,
      properties.shown,
      narrow,
      findMarks,
    ],
  );
  const showScore = (score: boolean) => {
    // Whoever asks for the scores wants to see the highest. Without them the list cannot be in their order.
    const sortBefore = sort.column === 'engagementScore' ? findStartSort(trend) : sort;
    show({ score, sort: score ? { column: 'engagementScore', descending: true } : sortBefore, page: 1 });
  };
  const showAll = () => show({ trend: 'all', sort: findStartSort('all'), page: 1 });
  const matchesNone = query !== '' && data?.rows.length !== 0;
  const empty =
    trend !== 'all' && !matchesNone ? (
      <NoneOfTrend subject="organizations" {...{ trend, minimum }} onAll={showAll} />
    ) : query === '' ? (
      <EmptyState />
    ) : (
      <NoTextMatch message={`No organization matches '${query}'.`} search={textSearch} />
    );
  return (
    <Stack
      ref={setSection}
      as="section"
      id={companiesListId}
      tabIndex={-1}
      aria-label="Organizations"
      gap="3"
      height="full"
      scrollMarginTop="4"
    >
      <TrendPresets
        subject="organizations"
        view={view}
        onTrend={(next) => show({ trend: next, sort: findStartSort(next), page: 1 })}
        onMinimum={(next) => show({ minimum: next, page: 1 })}
        dates={previousDates}
      >
        <Flex align="center" alignSelf="center" gap="1">
          <Switch label="Engagement score" checked={withScore} onCheckedChange={showScore} />
          <ScoreFormula />
        </Flex>
        <ColumnsMenu properties={properties} onShow={(shown) => show({ columns: shown })} />
      </TrendPresets>
      <Flex align="center" gap="3" wrap="wrap">
        <SearchBox
          ref={box}
          label="Search organizations"
          placeholder="Organization"
          maxLength={maxRankTextLength}
          value={text}
          isLoading={isPending}
          onClear={clear}
        />
        <Span flex="1 0 auto" aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
          {data && shownText(rows.length, data.total)}
        </Span>
        <SaveListButton
          alone
          organizationIds={shownIds}
          clients={listSelectedTerms(model.filters, 'Clients')}
        />
        <ReportDownload
          names={fileNames}
          disabled={rows.length === 0}
          columns={columns}
          fileColumns={orgColumns}
          request={(shownColumns, signal) =>
            requestCompaniesReport(search, { ...view, shownColumns }, signal)
          }
        />
      </Flex>
      {properties.withheld && (
        <Text textStyle="small" color="textMuted">
          {properties.withheld}
        </Text>
      )}
      <ListStates
        list={{ rows, isLoading: isPending, error, retry: () => void refetch() }}
        refused={noAccessMessage('these organizations')}
        empty={empty}
        idle={
          trend !== 'all' &&
          cannotCompare && <NoPeriodBefore subject="organizations" trend={trend} onAll={showAll} />
        }
      >
        <Card
          as="div"
          padded={false}
          overflow="hidden"
          display="flex"
          flexDirection="column"
          {...(isOnePage ? { maxH: { base: '75dvh', lg: '790px' } } : {})}
          opacity={isPlaceholderData ? 0.5 : 1}
        >
          <Table
            list
            virtual={isOnePage}
            caption="Most active companies"
            {...{ columns, sort }}
            rows={pageRows}
            rowKey={({ orgId }) => orgId}
            loadingRows={isPending ? 12 : undefined}
            onSort={({ column, descending }) => {
              const known = knownOption(orgSortFields, column);
              if (known) show({ sort: { column: known, descending }, page: 1 }, { replace: true });
            }}
          />
        </Card>
        <ListPager
          label="Pages of organizations"
          view={{ page, size }}
          total={data && rows.length}
          sizes={companyPageSizes}
          show={show}
        />
      </ListStates>
    </Stack>
  );
};
