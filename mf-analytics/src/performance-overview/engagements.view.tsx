import { useUrlChoice } from '@readerlens/filters';
import {
  Cell,
  DashboardGrid,
  StatTile,
  useQueryChart,
  searchLink,
  shapedFigureQuery,
  useFigure,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { writeSearch } from '@readerlens/filters/model';
import { SegmentedControl, TextLink } from '@readerlens/ui';
import { ChartCard, pieView, units } from '@readerlens/ui/charts';
import type { Unit } from '@readerlens/ui/charts';
import { FileText, MousePointerClick, Users } from 'lucide-react';
import type { Compared } from '@readerlens/filters/dashboard';
import type { ComparedSearch } from '../dashboard/use-compared-search.ts';
import { DocumentsByStage } from '../dashboard/document-figures.tsx';
import {
  allCategories,
  drillToRest,
  inStageOrder,
  sourcesView,
  withDrills,
} from '../dashboard/chart-views.ts';
import { EngagementsChange } from '../dashboard/engagements-change.tsx';
import { OverTimeChart } from '../dashboard/over-time.chart.tsx';

/** All activities, or each reader once. */
type Counting = 'all' | 'unique';

const countings: [Counting, Counting] = ['all', 'unique'];
const chooseUnit = (counting: Counting): Unit => (counting === 'all' ? units.engagements : units.readers);

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

const Stats = (compared: Compared) => {
  const figure = useFigure('POST /api/client-dashboard/stats', compared);
  const tile = { ...figure, href: searchLink(compared.search.model) };
  return (
    <>
      <Cell span={4} isTile>
        <StatTile
          label="Engagements with your content"
          icon={<MousePointerClick {...icon} />}
          readValue={(stats) => stats.totalLeads}
          {...tile}
        />
      </Cell>
      <Cell span={4} isTile>
        <StatTile
          label="Unique users engaging"
          icon={<Users {...icon} />}
          readValue={(stats) => stats.uniquePeople}
          {...tile}
        />
      </Cell>
      <Cell span={4} isTile>
        <StatTile
          label="Pieces of unique content with engagement"
          icon={<FileText {...icon} />}
          readValue={(stats) => stats.uniqueDocs}
          {...tile}
        />
      </Cell>
    </>
  );
};

const OverTime = (compared: Compared) => {
  const [counting, setCounting] = useUrlChoice('months', countings);
  const call =
    counting === 'all' ? 'POST /api/client-dashboard/by-month' : 'POST /api/client-dashboard/unique-by-month';
  return (
    <OverTimeChart
      compared={compared}
      buildQuery={(search, { body, shape }) => shapedFigureQuery(call, search, { body }, shape)}
      actions={<CountingSwitch label="Count over time" value={counting} onChange={setCounting} />}
      unit={chooseUnit(counting)}
      additive={counting === 'all'}
    />
  );
};

const BySource = ({ search, previous }: Compared) => {
  const [counting, setCounting] = useUrlChoice('sources', countings);
  const call =
    counting === 'all'
      ? 'POST /api/client-dashboard/by-source'
      : 'POST /api/client-dashboard/unique-by-source';
  const { query, before } = useFigure(call, { search, previous });
  return (
    <ChartCard
      title="Engagements By Source"
      actions={<CountingSwitch label="Count by source" value={counting} onChange={setCounting} />}
      {...useQueryChart(query, (sources) =>
        sourcesView(sources, { unit: chooseUnit(counting), model: search.model, before }),
      )}
    />
  );
};

interface FieldProps extends Compared {
  title: string;
  field: string;
  of: string;
}

const FieldPie = ({ search, previous, title, field, of }: FieldProps) => {
  const call = 'POST /api/client-dashboard/by-field/{field}';
  const input = { params: { field }, body: { size: allCategories } };
  const { query, before } = useFigure(call, { search, previous }, input);
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

/** How readers engage with the content: totals, months, and distribution by field. */
export const EngagementsView = (compared: ComparedSearch) => (
  <DashboardGrid search={compared.search}>
    <Stats {...compared} />
    <Cell span={12}>
      <EngagementsChange
        compared={compared}
        by="organization"
        more={
          <TextLink
            to={`/analytics/most-active-companies-dashboard${writeSearch('?trend=rising', compared.search.model)}`}
          >
            Rising accounts
          </TextLink>
        }
      />
    </Cell>
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
      <DocumentsByStage {...compared} title="Content By Buyer's Journey" titleLimit={35} />
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
