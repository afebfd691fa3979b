import { stages } from '@readerlens/contract/vocabulary';
import { readerSizes } from '@readerlens/contract/readers';
import {
  Cell,
  DashboardGrid,
  StatTile,
  drillToTerms,
  inMonth,
  useQueryChart,
  searchLink,
  figureQuery,
  shapedFigureQuery,
  useFigure,
} from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { Stack } from '@readerlens/ui';
import { ChartCard, formatMonth, heatView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { FileText, MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import type { Compared } from '@readerlens/filters/dashboard';
import { allCategories } from '../dashboard/chart-views.ts';
import { ActivityCard, ActivityTimeline } from '../subject/activity-lists.tsx';
import { CategoryPie } from '../subject/category-pie.tsx';
import { timelineQuery } from '../subject/subject.queries.ts';

interface Props {
  search: DashboardSearch;
  readerId: string;
}

type ComparedProps = Compared & Props;

const Stats = ({ readerId, ...compared }: ComparedProps) => {
  const figure = useFigure('POST /api/client-dashboard/stats', compared, { body: { readerId } });
  const tile = { ...figure, href: searchLink(compared.search.model, { reader: readerId }) };
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <>
      <Cell span={6} isTile>
        <StatTile
          label="Engagements"
          icon={<MousePointerClick {...icon} />}
          readValue={(stats) => stats.totalLeads}
          {...tile}
        />
      </Cell>
      <Cell span={6} isTile>
        <StatTile
          label="Documents"
          icon={<FileText {...icon} />}
          readValue={(stats) => stats.uniqueDocs}
          {...tile}
        />
      </Cell>
    </>
  );
};

interface MonthStages {
  key: string;
  value: Record<(typeof stages)[number], number>;
}

const stagesByMonthView = (months: readonly MonthStages[], model: FilterModel, now: Date, reader: string) =>
  heatView(
    months.flatMap(({ key, value }) =>
      stages.map((stage) => ({
        row: stage,
        column: formatMonth(key),
        value: value[stage],
        href:
          value[stage] > 0
            ? drillToTerms(inMonth(model, key, now), 'BuyersJourneyStage', [stage], { reader })
            : undefined,
      })),
    ),
    {
      unit: units.engagements,
      of: 'Stage',
      rows: stages,
      columns: months.map(({ key }) => formatMonth(key)),
      months: months.map(({ key }) => key),
    },
  );

const StagesByMonth = ({ search, readerId }: Props) => {
  const call = 'POST /api/reader-dashboard/share-by-buyersjourney';
  const query = useQuery(figureQuery(call, search, { body: { readerId } }));
  const [now] = useState(() => new Date());
  return (
    <ChartCard
      title="Engagements By Month And Buyer's Journey"
      {...useQueryChart(query, (months) => stagesByMonthView(months, search.model, now, readerId))}
    />
  );
};

const Categories = ({ search, previous, readerId }: ComparedProps) => (
  <CategoryPie
    search={search}
    previous={previous}
    within={{ reader: readerId }}
    choices={['document-type', 'buyers-journey', 'community']}
    limit={readerSizes.category}
    buildQuery={(period, field) =>
      shapedFigureQuery(
        'POST /api/reader-dashboard/by-field/{field}',
        period,
        { params: { field }, body: { readerId, size: allCategories } },
        ({ data }) => ({ field, points: data }),
      )
    }
  />
);

const Recent = ({ search, readerId }: Props) => {
  const call = 'POST /api/reader-dashboard/recent-activities';
  const { data, error, refetch } = useQuery(figureQuery(call, search, { body: { readerId } }));
  return (
    <ActivityCard
      title="Recent Engagements"
      href={searchLink(search.model, { reader: readerId })}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
    />
  );
};

const onlyRequests = (model: FilterModel): FilterModel => ({ ...model, indices: ['CustomerRequest'] });

const RecentRequests = ({ search, readerId }: Props) => {
  const call = 'POST /api/reader-dashboard/recent-customer-requests';
  const { data, error, refetch } = useQuery(figureQuery(call, search, { body: { readerId } }));
  return (
    <ActivityCard
      title="Recent Customer Requests"
      href={searchLink(onlyRequests(search.model), { reader: readerId })}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
    />
  );
};

/** What a reader did: totals, months, categories and the activities. */
export const ReaderView = (props: ComparedProps) => (
  <DashboardGrid search={props.search}>
    <Stats {...props} />
    <Cell span={12}>
      <StagesByMonth {...props} />
    </Cell>
    <Cell span={6} mediumSpan={12}>
      <Stack gap="4">
        <Categories {...props} />
        <Recent {...props} />
        <RecentRequests {...props} />
      </Stack>
    </Cell>
    <Cell span={6} mediumSpan={12}>
      <ActivityTimeline
        query={timelineQuery('POST /api/reader-dashboard/timeline', props.search, {
          body: { readerId: props.readerId },
        })}
        href={searchLink(props.search.model, { reader: props.readerId })}
      />
    </Cell>
  </DashboardGrid>
);
