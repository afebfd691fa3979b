import { organizationsDefinition } from '../definitions.ts';
import { defaultLookback, highQuality, sideNames } from '@readerlens/contract/marketing';
import type { SideName } from '@readerlens/contract/marketing';
import {
  describeRate,
  formatAverage,
  formatAverageDifference,
  formatRate,
  formatRateDifference,
} from '@readerlens/contract/marketing-rates';
import type { Cases } from '@readerlens/contract/marketing-rates';
import type { CallData, Calls } from '@readerlens/contract/client';
import { qualities } from '@readerlens/contract/vocabulary';
import { searchLink } from '@readerlens/filters/dashboard';
import { narrowToSide, termsFilter, writeSearch } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import {
  Box,
  Card,
  CardList,
  CardListItem,
  Flex,
  HowCounted,
  LoadError,
  PagePart,
  Span,
  Table,
  Text,
  TextLink,
  formatCount,
  useIsNarrow,
} from '@readerlens/ui';
import type { ShownPart, TableColumn } from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { documentsLink } from '../content-insights/document-rows.tsx';
import { rowsLink } from '../net-new/newness-rows.tsx';
import { sideTitles } from './sides.ts';
import type { Sides } from './sides.ts';

export type Comparison = CallData<Calls['POST /api/marketing-performance/comparison']>;
type Figures = Comparison['baseline'];

interface Measure {
  readonly name: string;
  readonly help: string;
  readonly value:
    | { readonly kind: 'average' | 'rate'; readonly read: (figures: Figures) => Cases }
    | { readonly kind: 'count'; readonly read: (figures: Figures) => number };
  /** The list with as many rows as the count, or as the number that the rate divides by. */
  readonly link: (model: FilterModel) => string;
}

const linkDocuments = (model: FilterModel) => documentsLink(writeSearch('', model), 'engaged');
const linkReaders = (model: FilterModel) => rowsLink(writeSearch('', model), { kind: 'active' });
const linkOrganizations = (model: FilterModel) =>
  rowsLink(writeSearch('?subject=organizations', model), { kind: 'active' });
const linkEngagements = (model: FilterModel) => searchLink(model);
const linkRated = ({ filters, indices }: FilterModel) => {
  const rated = termsFilter(
    'Quality',
    qualities.map((quality) => ({ id: String(quality) })),
  );
  return searchLink({ filters: [...filters, rated], indices });
};

const measures: readonly Measure[] = [
  {
    name: 'Documents',
    help: 'Documents with at least one engagement of the side in the period, each once.',
    value: { kind: 'count', read: ({ documents }) => documents },
    link: linkDocuments,
  },
  {
    name: 'Engagements',
    help: 'Activities of the period that the filters select and that belong to the side. An activity with several themes can belong to both sides.',
    value: { kind: 'count', read: ({ engagements }) => engagements },
    link: linkEngagements,
  },
  {
    name: 'Readers',
    help: 'People with at least one engagement of the side in the period, each once.',
    value: { kind: 'count', read: ({ readers }) => readers },
    link: linkReaders,
  },
  {
    name: 'Organizations',
    help: organizationsDefinition,
    value: { kind: 'count', read: ({ organizations }) => organizations },
    link: linkOrganizations,
  },
  {
    name: 'Engagements per document',
    help: 'Engagements divided by the documents that have any.',
    value: { kind: 'average', read: ({ engagements, documents }) => ({ part: engagements, of: documents }) },
    link: linkDocuments,
  },
  {
    name: 'Engagements per reader',
    help: 'Engagements divided by readers.',
    value: { kind: 'average', read: ({ engagements, readers }) => ({ part: engagements, of: readers }) },
    link: linkReaders,
  },
  {
    name: 'High-quality engagements',
    help: `Engagements of quality ${highQuality}, divided by all that have a quality.`,
    value: { kind: 'rate', read: ({ highQuality: part, rated }) => ({ part, of: rated }) },
    link: linkRated,
  },
  {
    name: 'New readers',
    help: `Readers whose first engagement of the side in the period has none of the side in the ${defaultLookback} days before it, divided by all readers of the side. Engagements of other kinds do not count as earlier ones.`,
    value: { kind: 'rate', read: ({ newReaders, readers }) => ({ part: newReaders, of: readers }) },
    link: linkReaders,
  },
  {
    name: 'Late-stage engagements',
    help: "Engagements with documents of the late stage of the buyer's journey, divided by all engagements.",
    value: { kind: 'rate', read: ({ lateStage, engagements }) => ({ part: lateStage, of: engagements }) },
    link: linkEngagements,
  },
];

interface Shown {
  /** The number in words. */
  readonly text: string;
  /** How a rate comes about. */
  readonly note: string | undefined;
  /** There is nothing to list for 0. */
  readonly hasRows: boolean;
}

const showValue = ({ value }: Measure, figures: Figures): Shown => {
  if (value.kind === 'count') {
    const count = value.read(figures);
    return { text: formatCount(count), note: undefined, hasRows: count > 0 };
  }
  const cases = value.read(figures);
  const note =
    value.kind === 'rate' ? describeRate(cases) : `${formatCount(cases.part)} for ${formatCount(cases.of)}`;
  const text = value.kind === 'rate' ? formatRate(cases) : formatAverage(cases);
  return { text, note, hasRows: cases.of > 0 };
};

const caption = 'Baseline and comparison';
const unknown = '–';

const formatCountDifference = (count: number, before: number): string =>
  count === before ? '0' : `${count > before ? '+' : '−'}${formatCount(Math.abs(count - before))}`;

const showDifference = ({ value }: Measure, { baseline, comparison }: Comparison): string => {
  if (value.kind === 'count') return formatCountDifference(value.read(comparison), value.read(baseline));
  const format = value.kind === 'rate' ? formatRateDifference : formatAverageDifference;
  return format(value.read(comparison), value.read(baseline)) ?? unknown;
};

/** In percent of the baseline. A rate has a difference in points instead. */
const showPercent = ({ value }: Measure, { baseline, comparison }: Comparison): string =>
  value.kind === 'count'
    ? (formatChange(value.read(comparison), value.read(baseline))?.text ?? unknown)
    : unknown;

interface Props {
  model: FilterModel;
  sides: Sides;
  query: UseQueryResult<Comparison>;
}

const Value = ({ measure, name, data, model, sides }: ValueProps) => {
  const { text, note, hasRows } = showValue(measure, data[name]);
  return (
    <>
      {hasRows ? (
        <TextLink
          to={measure.link(narrowToSide(model, sides[name]))}
          aria-label={`${measure.name}, ${name}: ${text}`}
        >
          {text}
        </TextLink>
      ) : (
        text
      )}
      {note !== undefined && hasRows && (
        <Text textStyle="small" color="textMuted">
          {note}
        </Text>
      )}
    </>
  );
};

interface ValueProps extends Omit<Props, 'query'> {
  measure: Measure;
  name: SideName;
  data: Comparison;
}

const buildColumns = (data: Comparison | undefined, props: Omit<Props, 'query'>): TableColumn<Measure>[] => [
  {
    id: 'measure',
    header: 'Measure',
    minWidth: '190px',
    cell: ({ name, help }) => (
      <Flex align="center" gap="1">
        <Span>{name}</Span>
        <HowCounted of={name}>{help}</HowCounted>
      </Flex>
    ),
  },
  ...sideNames.map((name) => ({
    id: name,
    header: sideTitles[name],
    minWidth: '150px',
    numeric: true,
    cell: (measure: Measure) => data && <Value {...{ measure, name, data }} {...props} />,
  })),
  {
    id: 'difference',
    header: 'Difference',
    minWidth: '110px',
    numeric: true,
    cell: (measure) => data && showDifference(measure, data),
  },
  {
    id: 'percent',
    header: 'Percent',
    minWidth: '80px',
    numeric: true,
    cell: (measure) => data && showPercent(measure, data),
  },
];

const describeDifference = (measure: Measure, data: Comparison): string => {
  const percent = showPercent(measure, data);
  return `Difference ${showDifference(measure, data)}${percent === unknown ? '' : ` (${percent})`}`;
};

/** On a phone each measure is a card: the columns would be out of sight. */
const MeasureCards = ({ data, ...props }: Omit<Props, 'query'> & { data: Comparison | undefined }) => (
  <CardList
    caption={caption}
    columns={[]}
    sort={{ column: '', descending: false }}
    onSort={undefined}
    rows={data ? measures : []}
    rowKey={({ name }) => name}
    loadingRows={data ? undefined : measures.length}
    loadingHeight="96px"
    renderCard={(measure) =>
      data && (
        <CardListItem
          row={measure}
          title={measure.name}
          subtitle={null}
          aside={<HowCounted of={measure.name}>{measure.help}</HowCounted>}
        >
          <Flex gap="4">
            {sideNames.map((name) => (
              <Box key={name} flex="1" minWidth="0">
                <Text textStyle="small" color="textMuted">
                  {sideTitles[name]}
                </Text>
                <Value {...{ measure, name, data }} {...props} />
              </Box>
            ))}
          </Flex>
          <Text mt="1" textStyle="small" color="textMuted">
            {describeDifference(measure, data)}
          </Text>
        </CardListItem>
      )
    }
  />
);

/** The table as text, for a file of the page. */
const readShown = (data: Comparison | undefined): ShownPart => {
  if (!data) return { missing: caption };
  return {
    table: {
      title: caption,
      note: '',
      columns: [
        'Measure',
        ...sideNames.flatMap((name) => [sideTitles[name], `${sideTitles[name]}, cases`]),
        'Difference',
        'Percent',
      ],
      rows: measures.map((measure) => [
        measure.name,
        ...sideNames.flatMap((name) => {
          const { text, note = '' } = showValue(measure, data[name]);
          return [text, note];
        }),
        showDifference(measure, data),
        showPercent(measure, data),
      ]),
    },
  };
};

/** The figures of both sides, and how much the comparison differs from the baseline. */
export const ComparisonTable = ({ query, ...props }: Props) => {
  const { data, error, isPlaceholderData, refetch } = query;
  const isNarrow = useIsNarrow();
  if (error)
    return (
      <Card as="div">
        <LoadError
          error={error}
          refused="You do not have access to these figures"
          onRetry={() => void refetch()}
        />
      </Card>
    );
  const part = <PagePart read={() => readShown(data)} />;
  if (isNarrow)
    return (
      <>
        {part}
        <MeasureCards data={data} {...props} />
      </>
    );
  return (
    <Card as="div" padded={false} overflowX="auto" opacity={isPlaceholderData ? 0.5 : 1}>
      {part}
      <Table
        caption={caption}
        columns={buildColumns(data, props)}
        rows={data ? measures : []}
        rowKey={({ name }) => name}
        loadingRows={data ? undefined : measures.length}
      />
    </Card>
  );
};
