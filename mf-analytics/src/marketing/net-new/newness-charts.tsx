import { cohortWindowDays, cohortWindows } from '@readerlens/contract/marketing';
import { describeRate, formatRate } from '@readerlens/contract/marketing-rates';
import type { CallData, Calls } from '@readerlens/contract/client';
import { sourceLabels } from '@readerlens/contract/vocabulary';
import {
  figureQuery,
  useFigure,
  useQueryChart,
  withPartial,
  withPrevious,
} from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { HowCounted, formatCount } from '@readerlens/ui';
import {
  ChartCard,
  barsView,
  formatMonth,
  formatMonthLong,
  heatView,
  monthlyView,
} from '@readerlens/ui/charts';
import type { ChartView, Unit } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeNewness, subjectWords } from './newness.ts';
import type { NewnessChoice } from './newness.ts';
import { rowsLink } from './newness-rows.tsx';

type Months = CallData<Calls['POST /api/marketing-performance/newness/by-month']>;
type Sources = CallData<Calls['POST /api/marketing-performance/newness/by-source']>;
type Cohorts = CallData<Calls['POST /api/marketing-performance/newness/cohorts']>;

interface Props extends Compared {
  choice: NewnessChoice;
  /** `location.search` of the page. */
  address: string;
}

const chooseUnit = ({ subject }: NewnessChoice): Unit => subjectWords[subject];

const toPoints = (months: Months, address: string) =>
  months.map(({ key, value: { netNew, reactivated, returning } }) => {
    const fresh = netNew + reactivated;
    const link = (kind: 'active' | 'new' | 'returning', count: number) =>
      count > 0 ? rowsLink(address, { kind, month: key }) : undefined;
    return {
      key,
      value: { primary: fresh, secondary: returning },
      hrefs: {
        month: link('active', fresh + returning),
        primary: link('new', fresh),
        secondary: link('returning', returning),
      },
    };
  });

/** New and returning ones by month. They add up to all who were active in the month. */
export const NewnessByMonth = ({ search, previous, choice, address }: Props) => {
  const call = 'POST /api/marketing-performance/newness/by-month';
  const { query, before } = useFigure(call, { search, previous }, { body: choice });
  const [now] = useState(() => new Date());
  const title = `New And Returning ${subjectWords[choice.subject].title} By Month`;
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      minHeight={288}
      actions={
        <HowCounted of={title}>
          {`${describeNewness(choice)} Each month is decided on its own: somebody active in several months counts once in each.`}
        </HowCounted>
      }
      {...useQueryChart(query, (months) =>
        monthlyView(
          withPartial(
            withPrevious(toPoints(months, address), before && toPoints(before, address)),
            search.model,
            now,
          ),
          { unit: chooseUnit(choice), additive: false, names: ['New', 'Returning'] },
        ),
      )}
    />
  );
};

/** The source of the first activity of new ones. */
export const FirstSources = ({ search, previous, choice, address }: Props) => {
  const call = 'POST /api/marketing-performance/newness/by-source';
  const { query, before } = useFigure(call, { search, previous }, { body: choice });
  const title = 'Source Of The First Engagement';
  return (
    <ChartCard
      title={title}
      actions={
        <HowCounted of={title}>
          {`The source of the first activity in the period of each new ${subjectWords[choice.subject].one}. The parts add up to all new ones.`}
        </HowCounted>
      }
      {...useQueryChart(query, (points: Sources) =>
        barsView(
          points
            .map(({ name, value }) => ({
              name: sourceLabels[name],
              value,
              ...(before
                ? { previous: before.find((point: Sources[number]) => point.name === name)?.value ?? 0 }
                : {}),
              href: value > 0 ? rowsLink(address, { kind: 'new', source: name }) : undefined,
            }))
            .toSorted((a, b) => b.value - a.value),
          { unit: chooseUnit(choice), of: 'Source' },
        ),
      )}
    />
  );
};

const windowNames = Array.from({ length: cohortWindows }, (_, window) =>
  window === 0
    ? `Days 1–${cohortWindowDays - 1}`
    : `${window * cohortWindowDays}–${(window + 1) * cohortWindowDays - 1}`,
);

const nameCohort = (key: string, size: number): string => `${formatMonth(key)} (${formatCount(size)})`;

const summarizeCohorts = ({ mean }: Cohorts, unit: Unit): string => {
  const [first] = mean;
  return first
    ? `${formatRate({ part: first.active, of: first.of })} of new ${unit.many} were active again within ${cohortWindowDays} days (${describeRate({ part: first.active, of: first.of })}).`
    : `No month of new ${unit.many} has had ${cohortWindowDays} days yet.`;
};

const cohortsView = (data: Cohorts, { choice, address }: Pick<Props, 'address' | 'choice'>): ChartView => {
  const unit = chooseUnit(choice);
  const cohorts = data.cohorts.filter(({ size }) => size > 0);
  const rows = [
    ...cohorts.map(({ key, size, active }) => ({
      name: nameCohort(key, size),
      href: rowsLink(address, { kind: 'new', month: key }),
      label: formatMonthLong(key),
      cases: active.map((count) => (count === null ? null : { part: count, of: size })),
    })),
    {
      name: 'All full months',
      href: undefined,
      label: 'All full months',
      cases: data.mean.map((sum) => sum && { part: sum.active, of: sum.of }),
    },
  ];
  const cells = rows.flatMap(({ name, href, cases }) =>
    cases.map((one, at) => ({
      row: name,
      column: windowNames[at] ?? '',
      value: one && one.of > 0 ? (100 * one.part) / Math.max(one.of, 10) : 0,
      text: one === null ? '–' : one.of < 10 ? `${one.part} of ${one.of}` : formatRate(one),
      href: one === null ? undefined : href,
    })),
  );
  const columns = ['New in', ...windowNames];
  return {
    ...heatView(cells, { unit, of: 'New in', rows: rows.map(({ name }) => name), columns: windowNames }),
    empty: cohorts.length === 0,
    series: [{ name: 'Active again', slot: 'single' }],
    summary: summarizeCohorts(data, unit),
    table: {
      columns,
      rows: rows.map(({ name, href, cases }) => ({
        name,
        href,
        cells: cases.map((one) =>
          one === null ? 'Not over yet' : `${formatRate(one)} (${describeRate(one)})`,
        ),
      })),
    },
  };
};

/** How many of the new ones of each month came back, in windows of 30 days. */
export const CohortGrid = ({ search, choice, address }: Props) => {
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/newness/cohorts', search, { body: choice }),
  );
  const title = 'Active Again After The First Engagement';
  return (
    <ChartCard
      title={title}
      titleLimit={42}
      note="A month appears with its number of new ones. A window stays empty until everybody of the month has had it."
      actions={
        <HowCounted of={title}>
          {`Of the new ${subjectWords[choice.subject].many} of a month, how many had another activity in each window of ${cohortWindowDays} days after the day of their first one. The last row adds up the months that have had the whole window.`}
        </HowCounted>
      }
      {...useQueryChart(query, (data) => cohortsView(data, { choice, address }))}
    />
  );
};
