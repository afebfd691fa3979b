import { sideNames } from '@readerlens/contract/marketing';
import {
  comparisonTitle as caption,
  showDifference,
  showPercent,
  showValue,
  sideTitles,
  unknown,
  writeComparison,
} from '@readerlens/contract/marketing-figures';
import type { Comparison } from '@readerlens/contract/marketing-figures';
import type { SideName } from '@readerlens/contract/marketing';
import { narrowToSide } from '@readerlens/filters/model';
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
  useIsNarrow,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { listMeasures } from './measures.ts';
import type { Measure } from './measures.ts';
import type { Sides } from './sides.ts';

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
    rows={data ? listMeasures(data) : []}
    rowKey={({ name }) => name}
    loadingRows={data ? undefined : listMeasures(undefined).length}
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
  const part = <PagePart read={() => (data ? { table: writeComparison(data) } : { missing: caption })} />;
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
        rows={data ? listMeasures(data) : []}
        rowKey={({ name }) => name}
        loadingRows={data ? undefined : listMeasures(undefined).length}
      />
    </Card>
  );
};
