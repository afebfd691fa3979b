import { maxSeriesRows } from '@readerlens/contract/most-active';
import { shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { ListColumn } from '@readerlens/filters/list';
import { Box } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { RankedSubject } from './trend-presets.tsx';

/** The ids of the rows that are asked for together with one. */
type FindPart = (id: string) => readonly string[];

/** Divides rows into parts by their ids, so that only those near the ones on screen are asked for. */
export const divideRows = (ids: readonly string[]): FindPart => {
  const places = new Map(ids.map((id, place) => [id, place]));
  return (id) => {
    const place = places.get(id) ?? 0;
    const start = place - (place % maxSeriesRows);
    return ids.slice(start, start + maxSeriesRows);
  };
};

interface Series {
  readonly before: readonly number[];
  readonly now: readonly number[];
}

const seriesQueries = {
  organizations: (search: DashboardSearch, orgIds: string[]) =>
    shapedFigureQuery(
      'POST /api/most-active-cos/over-time',
      search,
      { body: { orgIds } },
      ({ data, bucket }) => ({
        byId: new Map<string, Series>(data.map((row) => [row.orgId, row])),
        bucket,
      }),
    ),
  readers: (search: DashboardSearch, readerIds: string[]) =>
    shapedFigureQuery(
      'POST /api/most-active-readers/over-time',
      search,
      { body: { readerIds } },
      ({ data, bucket }) => ({
        byId: new Map<string, Series>(data.map((row) => [row.readerId, row])),
        bucket,
      }),
    ),
} satisfies Record<RankedSubject, unknown>;

const width = 96;
const height = 22;

const colors = {
  '& svg': { display: 'block' },
  '& [data-period=before]': { fill: 'var(--rl-colors-text-muted)', opacity: 0.5 },
  '& [data-period=now]': { fill: 'var(--rl-colors-accent)' },
};

const describe = (counts: readonly number[]) => counts.join(', ');

/** What the bars of all rows have in common. */
export interface OverTimeSource {
  readonly subject: RankedSubject;
  readonly search: DashboardSearch;
  readonly findPart: FindPart;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The engagements of an organization or a reader as bars: those of the period before, then those of the range. */
const OverTime = ({ id, name, subject, search, findPart }: Named & OverTimeSource) => {
  const { data } = useQuery(seriesQueries[subject](search, [...findPart(id)]));
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
  source: OverTimeSource,
  nameRow: (row: Row) => Named,
): ListColumn<Row> => ({
  id: 'overTime',
  header: 'Both Periods',
  minWidth: '120px',
  grow: 0,
  cell: (row) => <OverTime {...nameRow(row)} {...source} />,
});
