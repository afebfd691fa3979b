import { maxSeriesOrgs } from '@readerlens/contract/most-active';
import { shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Box } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { OrgRow } from './companies.queries.ts';

/** The ids of the rows that are asked for together with one. */
export type FindPart = (orgId: string) => readonly string[];

/** Divides the rows into parts, so that only the organizations near those on screen are asked for. */
export const divideRows = (rows: readonly OrgRow[]): FindPart => {
  const places = new Map(rows.map(({ orgId }, place) => [orgId, place]));
  return (orgId) => {
    const place = places.get(orgId) ?? 0;
    const start = place - (place % maxSeriesOrgs);
    return rows.slice(start, start + maxSeriesOrgs).map((row) => row.orgId);
  };
};

const seriesQuery = (search: DashboardSearch, orgIds: readonly string[]) =>
  shapedFigureQuery(
    'POST /api/most-active-cos/over-time',
    search,
    { body: { orgIds: [...orgIds] } },
    ({ data, bucket }) => ({ byId: new Map(data.map((row) => [row.orgId, row])), bucket }),
  );

const width = 96;
const height = 22;

const colors = {
  '& svg': { display: 'block' },
  '& [data-period=before]': { fill: 'var(--rl-colors-text-muted)', opacity: 0.5 },
  '& [data-period=now]': { fill: 'var(--rl-colors-accent)' },
};

const describe = (counts: readonly number[]) => counts.join(', ');

interface Props {
  row: OrgRow;
  search: DashboardSearch;
  findPart: FindPart;
}

/** The engagements of an organization as bars: those of the period before, then those of the range. */
export const OverTime = ({ row: { orgId, orgName }, search, findPart }: Props) => {
  const { data } = useQuery(seriesQuery(search, findPart(orgId)));
  const series = data?.byId.get(orgId);
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
        aria-label={`${orgName} by ${data.bucket}: ${describe(series.now)}; before: ${describe(series.before)}`}
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
