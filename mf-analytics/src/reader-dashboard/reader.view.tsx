import { stages } from '@readerlens/contract/vocabulary';
import { readerSizes } from '@readerlens/contract/readers';
import { useUrlChoice } from '@readerlens/filters';
import {
  Cell,
  DashboardGrid,
  StatTile,
  drillToTerms,
  inMonth,
  useQueryChart,
  searchLink,
  usePreviousData,
} from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { SegmentedControl, Stack } from '@readerlens/ui';
import { ChartCard, formatMonth, heatView, pieView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { FileText, MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { drillToRest, inStageOrder, withDrills } from '../performance-overview/chart-views.ts';
import { RecentCustomerRequests, RecentEngagements, Timeline } from './reader-activities.tsx';
import { categoriesQuery, readerStatsQuery, stagesByMonthQuery } from './reader.queries.ts';

interface Props {
  search: DashboardSearch;
  readerId: string;
}

interface ComparedProps extends Props {
  /** The same search for the previous period, if compared. */
  previous: DashboardSearch | undefined;
}

const Stats = ({ search, previous, readerId }: ComparedProps) => {
  const query = useQuery(readerStatsQuery(search, readerId));
  const before = usePreviousData(previous, (period) => readerStatsQuery(period, readerId));
  const tile = { query, before, href: searchLink(search.model, { reader: readerId }) };
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <>
      <Cell span={6}>
        <StatTile
          label="Engagements"
          icon={<MousePointerClick {...icon} />}
          valueOf={(stats) => stats.totalLeads}
          {...tile}
        />
      </Cell>
      <Cell span={6}>
        <StatTile
          label="Documents"
          icon={<FileText {...icon} />}
          valueOf={(stats) => stats.uniqueDocs}
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
  const query = useQuery(stagesByMonthQuery(search, readerId));
  const [now] = useState(() => new Date());
  return (
    <ChartCard
      title="Engagements By Month And Buyer's Journey"
      {...useQueryChart(query, (months) => stagesByMonthView(months, search.model, now, readerId))}
    />
  );
};

const categories = [
  { value: 'document-type', label: 'By document type' },
  { value: 'buyers-journey', label: "By buyer's journey" },
  { value: 'community', label: 'By community' },
] as const;
type Category = (typeof categories)[number]['value'];
const categoryNames: [Category, ...Category[]] = ['document-type', 'buyers-journey', 'community'];
const fieldOf = {
  'document-type': { field: 'DocumentTypes', of: 'Document type' },
  'buyers-journey': { field: 'BuyersJourneyStage', of: 'Stage' },
  community: { field: 'Onlines', of: 'Community' },
} as const;

const CategoryPie = ({ search, readerId }: Props) => {
  const [category, setCategory] = useUrlChoice('category', categoryNames);
  const query = useQuery(categoriesQuery(search, readerId, fieldOf[category].field));
  const within = { reader: readerId };
  return (
    <ChartCard
      title="Engagements By Category"
      titleLimit={35}
      actions={
        <SegmentedControl label="Category" options={categories} value={category} onChange={setCategory} />
      }
      // The previous field's data stays until the next arrives, so the links follow the data and not the choice.
      {...useQueryChart(query, ({ field, points }) => {
        const drilled = withDrills(points, field, search.model, within);
        const isStage = field === 'BuyersJourneyStage';
        return pieView(isStage ? inStageOrder(drilled) : drilled, {
          unit: units.engagements,
          of: Object.values(fieldOf).find((known) => known.field === field)?.of ?? 'Category',
          hrefOfRest: drillToRest(field, search.model, within),
          sorted: !isStage,
          limit: readerSizes.category,
        });
      })}
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
        <CategoryPie {...props} />
        <RecentEngagements {...props} />
        <RecentCustomerRequests {...props} />
      </Stack>
    </Cell>
    <Cell span={6} mediumSpan={12}>
      <Timeline {...props} />
    </Cell>
  </DashboardGrid>
);
