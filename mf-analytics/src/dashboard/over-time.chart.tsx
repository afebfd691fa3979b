import type { Bucket } from '@readerlens/contract/buckets';
import { useUrlChoice } from '@readerlens/filters';
import {
  monthDrills,
  planBuckets,
  usePreviousData,
  useQueryChart,
  withPartial,
  withPrevious,
} from '@readerlens/filters/dashboard';
import type { Compared, DashboardSearch, Narrowing } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { SegmentedControl, useIsNarrow } from '@readerlens/ui';
import { ChartCard, monthlyView } from '@readerlens/ui/charts';
import type { MonthPoint, Unit } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

const names = { day: 'Days', week: 'Weeks', month: 'Months' } as const;

/** Days, weeks or months: what suits the dates, or what the user chooses while the dates allow it. */
const useBucket = (model: FilterModel, now: Date) => {
  const { automatic, offered } = planBuckets(model, now);
  const [chosen, choose] = useUrlChoice<Bucket | 'auto'>('bucket', ['auto', 'day', 'week', 'month']);
  const bucket = offered.find((known) => known === chosen) ?? automatic;
  const control = offered.length > 1 && (
    <SegmentedControl
      label="Divide time by"
      options={offered.map((value) => ({ value, label: names[value] }))}
      value={bucket}
      onChange={(next) => choose(next === automatic ? 'auto' : next)}
    />
  );
  return { bucket, control };
};

/** What a call is asked for, and how its points know their bucket. */
interface Division {
  body: { bucket?: Bucket };
  shape: (answer: { data: readonly MonthPoint[] }) => readonly MonthPoint[];
}

const divideBy = (bucket: Bucket): Division =>
  bucket === 'month'
    ? { body: {}, shape: ({ data }) => data }
    : { body: { bucket }, shape: ({ data }) => data.map((point) => ({ ...point, bucket })) };

interface OverTimeChartProps {
  compared: Compared;
  buildQuery: (search: DashboardSearch, division: Division) => UseQueryOptions<readonly MonthPoint[]>;
  /** What links to activities are narrowed to besides the filters. */
  within?: Narrowing;
  unit: Unit;
  /** False when the parts must not be added up, as for unique readers. Default true. */
  additive?: boolean;
  /** Beside the choice between days, weeks and months. */
  actions?: ReactNode;
}

/** Engagements or readers over time. Each column leads to its activities. */
export const OverTimeChart = ({
  compared,
  buildQuery,
  within,
  unit,
  additive = true,
  actions,
}: OverTimeChartProps) => {
  const { search, previous } = compared;
  const [now] = useState(() => new Date());
  const { bucket, control } = useBucket(search.model, now);
  const isNarrow = useIsNarrow();
  const division = divideBy(bucket);
  const query = useQuery(buildQuery(search, division));
  const before = usePreviousData(previous, (period) => buildQuery(period, division));
  return (
    <ChartCard
      title="Engagements Over Time"
      actions={
        <>
          {!isNarrow && control}
          {actions}
        </>
      }
      // On a phone, the tools of a card are in one row with its title.
      note={isNarrow && control}
      minHeight={288}
      {...useQueryChart(query, (points) => {
        const drilled = withPrevious(points, before).map((point) => ({
          ...point,
          hrefs: monthDrills(search.model, point, now, within),
        }));
        return monthlyView(withPartial(drilled, search.model, now), { unit, additive });
      })}
    />
  );
};
