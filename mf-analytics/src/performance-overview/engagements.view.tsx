import { useUrlChoice } from '@readerlens/filters';
import {
  Cell,
  DashboardGrid,
  StatTile,
  monthDrills,
  useQueryChart,
  searchLink,
  usePreviousData,
  withPartial,
  withPrevious,
} from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { SegmentedControl } from '@readerlens/ui';
import { ChartCard, barsView, monthlyView, pieView, units } from '@readerlens/ui/charts';
import type { MonthPoint, Unit } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { FileText, MousePointerClick, Users } from 'lucide-react';
import { useState } from 'react';
import {
  contentByStageQuery,
  monthsQuery,
  shareQuery,
  sourcesQuery,
  statsQuery,
} from './overview.queries.ts';
import type { Counting, ShareField } from './overview.queries.ts';
import { drillToRest, inStageOrder, sourcesView, withDrills } from './chart-views.ts';

interface Props {
  search: DashboardSearch;
}

interface ComparedProps extends Props {
  /** The same search for the previous period, if compared. */
  previous: DashboardSearch | undefined;
}

const countings: [Counting, Counting] = ['all', 'unique'];
const unitOf = (counting: Counting): Unit => (counting === 'all' ? units.engagements : units.readers);

const countingOptions = [
  { value: 'all', label: 'All' },
  { value: 'unique', label: 'Unique' },
] as const;

interface CountingSwitchProps {
  /** Accessible name, such as 'Count by source'. */
  label: string;
  value: Counting;
  onChange: (value: Counting) => void;
}

/** Counts all engagements, or each reader once. */
const CountingSwitch = (props: CountingSwitchProps) => (
  <SegmentedControl options={countingOptions} {...props} />
);

const icon = { size: 15, 'aria-hidden': true } as const;

const Stats = ({ search, previous }: ComparedProps) => {
  const query = useQuery(statsQuery(search));
  const before = usePreviousData(previous, statsQuery);
  const tile = { query, before, href: searchLink(search.model) };
  return (
    <>
      <Cell span={4}>
        <StatTile
          label="Engagements with your content"
          icon={<MousePointerClick {...icon} />}
          valueOf={(stats) => stats.totalLeads}
          {...tile}
        />
      </Cell>
      <Cell span={4}>
        <StatTile
          label="Unique users engaging"
          icon={<Users {...icon} />}
          valueOf={(stats) => stats.uniquePeople}
          {...tile}
        />
      </Cell>
      <Cell span={4}>
        <StatTile
          label="Pieces of unique content with engagement"
          icon={<FileText {...icon} />}
          valueOf={(stats) => stats.uniqueDocs}
          {...tile}
        />
      </Cell>
    </>
  );
};

const OverTime = ({ search, previous }: ComparedProps) => {
  const [counting, setCounting] = useUrlChoice('months', countings);
  const query = useQuery(monthsQuery(search, counting));
  const before = usePreviousData(previous, (period) => monthsQuery(period, counting));
  const [now] = useState(() => new Date());
  const drilled = (months: readonly MonthPoint[]) =>
    months.map((month) => ({ ...month, hrefs: monthDrills(search.model, month, now) }));
  return (
    <ChartCard
      title="Engagements Over Time"
      actions={<CountingSwitch label="Count over time" value={counting} onChange={setCounting} />}
      minHeight={288}
      {...useQueryChart(query, (months) =>
        monthlyView(withPartial(drilled(withPrevious(months, before)), search.model, now), {
          unit: unitOf(counting),
          additive: counting === 'all',
        }),
      )}
    />
  );
};

const BySource = ({ search }: Props) => {
  const [counting, setCounting] = useUrlChoice('sources', countings);
  const query = useQuery(sourcesQuery(search, counting));
  return (
    <ChartCard
      title="Engagements By Source"
      actions={<CountingSwitch label="Count by source" value={counting} onChange={setCounting} />}
      {...useQueryChart(query, (sources) => sourcesView(sources, unitOf(counting), search.model))}
    />
  );
};

const FieldPie = ({ search, title, field, of }: Props & { title: string; field: ShareField; of: string }) => {
  const query = useQuery(shareQuery(search, field));
  return (
    <ChartCard
      title={title}
      titleLimit={35}
      {...useQueryChart(query, (points) => {
        const drilled = withDrills(points, field, search.model);
        return pieView(field === 'BuyersJourneyStage' ? inStageOrder(drilled) : drilled, {
          unit: units.engagements,
          of,
          hrefOfRest: drillToRest(field, search.model),
          sorted: field !== 'BuyersJourneyStage',
        });
      })}
    />
  );
};

const ContentByStage = ({ search }: Props) => {
  const query = useQuery(contentByStageQuery(search));
  return (
    <ChartCard
      title="Content By Buyer's Journey"
      titleLimit={35}
      {...useQueryChart(query, (points) =>
        barsView(inStageOrder(withDrills(points, 'BuyersJourneyStage', search.model)), {
          unit: units.documents,
          of: 'Stage',
        }),
      )}
    />
  );
};

/** How readers engage with the content: totals, months, and distribution by field. */
export const EngagementsView = ({ search, previous }: ComparedProps) => (
  <DashboardGrid search={search}>
    <Stats search={search} previous={previous} />
    <Cell span={12}>
      <OverTime search={search} previous={previous} />
    </Cell>
    <Cell span={6}>
      <FieldPie
        search={search}
        title="Engagements By Document Type"
        field="DocumentTypes"
        of="Document type"
      />
    </Cell>
    <Cell span={6}>
      <BySource search={search} />
    </Cell>
    <Cell span={6}>
      <FieldPie
        search={search}
        title="Engagements By Buyer's Journey"
        field="BuyersJourneyStage"
        of="Stage"
      />
    </Cell>
    <Cell span={6}>
      <ContentByStage search={search} />
    </Cell>
    <Cell span={4} mediumSpan={6}>
      <FieldPie search={search} title="Engagements By Community" field="Onlines" of="Community" />
    </Cell>
    <Cell span={4} mediumSpan={6}>
      <FieldPie search={search} title="Engagements By Region" field="Region" of="Region" />
    </Cell>
    <Cell span={4} mediumSpan={12}>
      <FieldPie search={search} title="Content Origin" field="ContentType" of="Content type" />
    </Cell>
  </DashboardGrid>
);
