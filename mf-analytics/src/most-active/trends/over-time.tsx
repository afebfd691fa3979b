import type { ListColumn } from '@readerlens/filters/list';
import { Box } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';

interface Counts {
  readonly before: readonly number[];
  readonly now: readonly number[];
}

/** The engagements of some rows over time, by their ids; the bucket is null for a range of too many months. */
export interface Series {
  readonly byId: ReadonlyMap<string, Counts>;
  readonly bucket: string | null;
}

/** The query that a row is asked for with, together with those near it. */
export type FindSeries = (id: string) => UseQueryOptions<Series>;

const width = 96;
const height = 22;

const colors = {
  '& svg': { display: 'block' },
  '& [data-period=before]': { fill: 'var(--rl-colors-text-muted)', opacity: 0.5 },
  '& [data-period=now]': { fill: 'var(--rl-colors-accent)' },
};

const describe = (counts: readonly number[]) => counts.join(', ');

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The engagements of an organization or a reader as bars: those of the period before, then those of the range. */
const OverTime = ({ id, name, findSeries }: Named & { findSeries: FindSeries }) => {
  const { data } = useQuery(findSeries(id));
  const series = data?.byId.get(id);
  if (!series || !data?.bucket) return null;
  const bars = [
    ...series.before.map((count) => ({ count, period: 'before' })),
    ...series.now.map((count) => ({ count, period: 'now' })),
  ];
  const step = width / bars.length;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <Box css={colors}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${name} by ${data.bucket}: ${describe(series.now)}; before: ${describe(series.before)}`}
      >
        {bars.map(({ count, period }, place) => {
          const size = count === 0 ? 1 : Math.max(2, (count / most) * height);
          return (
            <rect
              // The bars have no other identity than their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              data-period={period}
              x={place * step}
              y={height - size}
              width={Math.max(1, step - 1)}
              height={size}
            />
          );
        })}
      </svg>
    </Box>
  );
};

export const overTimeColumn = <Row,>(
  findSeries: FindSeries,
  nameRow: (row: Row) => Named,
): ListColumn<Row> => ({
  id: 'overTime',
  header: 'Both Periods',
  minWidth: '120px',
  grow: 0,
  cell: (row) => <OverTime {...nameRow(row)} findSeries={findSeries} />,
});
