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
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { SegmentedControl } from '@readerlens/ui';
import { ChartCard, monthlyView, pieView, units } from '@readerlens/ui/charts';
import type { MonthPoint, Unit } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { FileText, MousePointerClick, Users } from 'lucide-react';
import { useState } from 'react';
import type { Compared } from '../dashboard/use-compared-search.ts';
import {
  contentByStageQuery,
  monthsQuery,
  shareQuery,
  sourcesQuery,
  statsQuery,
} from '../dashboard/dashboard.queries.ts';
import type { Counting, ShareField } from '../dashboard/dashboard.queries.ts';
import {
  drillToRest,
  inStageOrder,
  sourcesView,
  stageBarsView,
  withDrills,
} from '../dashboard/chart-views.ts';

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

const Stats = ({ search, previous }: Compared) => {
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

const OverTime = ({ search, previous }: Compared) => {
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

const BySource = ({ search, previous }: Compared) => {
  const [counting, setCounting] = useUrlChoice('sources', countings);
  const query = useQuery(sourcesQuery(search, counting));
  const before = usePreviousData(previous, (period) => sourcesQuery(period, counting));
  return (
    <ChartCard
      title="Engagements By Source"
      actions={<CountingSwitch label="Count by source" value={counting} onChange={setCounting} />}
      {...useQueryChart(query, (sources) =>
        sourcesView(sources, { unit: unitOf(counting), model: search.model, before }),
      )}
    />
  );
};

interface FieldProps extends Compared {
  title: string;
  field: ShareField;
  of: string;
}

const FieldPie = ({ search, previous, title, field, of }: FieldProps) => {
  const query = useQuery(shareQuery(search, field));
  const before = usePreviousData(previous, (period) => shareQuery(period, field));
  return (
    <ChartCard
      title={title}
      titleLimit={35}
      {...useQueryChart(query, (points) => {
        const drilled = withDrills(withPreviousValues(points, before), field, search.model);
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

const ContentByStage = ({ search, previous }: Compared) => {
  const query = useQuery(contentByStageQuery(search));
  const before = usePreviousData(previous, contentByStageQuery);
  return (
    <ChartCard
      title="Content By Buyer's Journey"
      titleLimit={35}
      {...useQueryChart(query, (points) =>
        stageBarsView(withPreviousValues(points, before), units.documents, search.model),
      )}
    />
  );
};

/** How readers engage with the content: totals, months, and distribution by field. */
export const EngagementsView = (compared: Compared) => (
  <DashboardGrid search={compared.search}>
    <Stats {...compared} />
    <Cell span={12}>
      <OverTime {...compared} />
    </Cell>
    <Cell span={6}>
      <FieldPie {...compared} title="Engagements By Document Type" field="DocumentTypes" of="Document type" />
    </Cell>
    <Cell span={6}>
      <BySource {...compared} />
    </Cell>
    <Cell span={6}>
      <FieldPie {...compared} title="Engagements By Buyer's Journey" field="BuyersJourneyStage" of="Stage" />
    </Cell>
    <Cell span={6}>
      <ContentByStage {...compared} />
    </Cell>
    <Cell span={4} mediumSpan={6}>
      <FieldPie {...compared} title="Engagements By Community" field="Onlines" of="Community" />
    </Cell>
    <Cell span={4} mediumSpan={6}>
      <FieldPie {...compared} title="Engagements By Region" field="Region" of="Region" />
    </Cell>
    <Cell span={4} mediumSpan={12}>
      <FieldPie {...compared} title="Content Origin" field="ContentType" of="Content type" />
    </Cell>
  </DashboardGrid>
);
