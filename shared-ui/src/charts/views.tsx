import { countText } from '@readerlens/contract/numbers';
import { isCompared, namedCategories, chooseColorSlot, topSegments, sumValues } from './categories.ts';
import { CategoryBarChart } from './category-bar.chart.tsx';
import { previousPeriod } from './chart-model.ts';
import type { CategoryPoint, ChartSeries, ChartTable, ChartView, MonthPoint, Unit } from './chart-model.ts';
import { formatCompared, formatShare } from './format.ts';
import { formatTimeInTable } from './time-keys.ts';
import { HalfDonut } from './half-donut.chart.tsx';
import { HeatGrid } from './heat-grid.chart.tsx';
import type { HeatCell } from './heat-grid.chart.tsx';
import { findMedian } from './axis.ts';
import { CurveChart } from './curve.chart.tsx';
import type { Curve, CurvePoint } from './curve.chart.tsx';
import { QuadrantChart } from './quadrant.chart.tsx';
import type { QuadrantChartProps, QuadrantItem } from './quadrant.chart.tsx';
import { MonthlyBarChart } from './monthly-bar.chart.tsx';
import { PieChart } from './pie.chart.tsx';
import { PairedBarsChart } from './paired-bars.chart.tsx';
import type { PairedPoint } from './paired-bars.chart.tsx';
import { RankedList } from './ranked-list.chart.tsx';
import type { RankedItem } from './ranked-list.chart.tsx';
import { SetBarsChart, countSet } from './set-bars.chart.tsx';
import type { SetGroup } from './set-bars.chart.tsx';
import { categoriesSummary, cellsSummary, monthsSummary } from './summaries.ts';
import { formatCount } from '../format.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface MonthlyOptions {
  unit: Unit;
  /** False when months must not be added up, as for unique readers. Default true. */
  additive?: boolean;
  names?: readonly [string, string];
}

const timeHeaders = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** Stacked columns by month, week or day, compared with the previous period where that is given. */
export const monthlyView = (
  points: readonly MonthPoint[],
  { unit, additive = true, names = ['Initial', 'Subsequent'] }: MonthlyOptions,
): ChartView => {
  const compared = points.some(({ previous }) => previous !== undefined);
  const series: ChartSeries[] = [
    { name: names[0], slot: 'initial' },
    { name: names[1], slot: 'subsequent' },
    ...(compared ? [{ name: previousPeriod, slot: 'ghost' } as const] : []),
  ];
  return {
    empty: points.every(({ value }) => value.primary + value.secondary === 0),
    months: points,
    series,
    summary: monthsSummary(points, unit, additive),
    table: {
      columns: [
        timeHeaders[points[0]?.bucket ?? 'month'],
        ...names,
        'Total',
        ...(compared ? [previousPeriod] : []),
      ],
      rows: points.map(({ key, bucket, value, partial, previous, hrefs }) => ({
        name: [formatTimeInTable({ key, bucket }), ...(partial ? [`(${partial})`] : [])].join(' '),
        cells: [
          ...[value.primary, value.secondary, value.primary + value.secondary].map(formatCount),
          ...(compared
            ? [
                previous
                  ? `${formatCount(previous.value)} (${formatTimeInTable({ key: previous.key, bucket })})`
                  : '',
              ]
            : []),
        ],
        cellHrefs: [hrefs?.primary, hrefs?.secondary, hrefs?.month],
      })),
    },
    isLate: true,
    isCentered: true,
    draw: (props) => (
      <MonthlyBarChart points={points} names={names} unit={unit} additive={additive} {...props} />
    ),
  };
};

interface CategoryOptions {
  unit: Unit;
  /** Header of the first column of the table: 'Document type'. */
  of: string;
}

interface ShareOptions extends CategoryOptions {
  /** Link to the list of the segments combined in 'Other'. */
  hrefOfRest?: (rest: readonly CategoryPoint[]) => string;
}

interface PieOptions extends ShareOptions {
  /** False keeps the given order, for categories with an order of their own. */
  sorted?: boolean;
  /** How many named categories are shown; 8 by default. */
  limit?: number;
}

/**
 * A donut of the largest named categories, without 'Unclassified' and '-1'. Shares are those of all categories,
 * and the ones that the donut leaves out are named below it.
 */
export const pieView = (all: readonly CategoryPoint[], options: PieOptions): ChartView => {
  const { unit, sorted = true, hrefOfRest, limit } = options;
  const { shown, omitted } = namedCategories(all, { hrefOfRest, ...(limit === undefined ? {} : { limit }) });
  const points = sorted ? shown : all.filter((point) => shown.includes(point));
  const parts = [...points, ...omitted];
  return {
    empty: parts.length === 0,
    series: points.map(({ name }, at) => ({ name, slot: chooseColorSlot(name, at) })),
    summary: categoriesSummary(points, unit, { omitted }),
    table: shareTable(parts, options),
    isLate: true,
    isCentered: true,
    draw: (props) => <PieChart points={points} omitted={omitted} unit={unit} {...props} />,
  };
};

/** A half donut of the eight largest segments and 'Other', in percent. */
export const halfDonutView = (all: readonly CategoryPoint[], options: ShareOptions): ChartView => {
  const points = topSegments(all, { hrefOfRest: options.hrefOfRest });
  return {
    empty: points.length === 0,
    series: points.map(({ name }, at) => ({ name, slot: chooseColorSlot(name, at) })),
    summary: categoriesSummary(points, options.unit),
    table: shareTable(points, options),
    isLate: true,
    isCentered: true,
    draw: (props) => <HalfDonut points={points} unit={options.unit} {...props} />,
  };
};

/** Horizontal bars in the given order. `additive` is false where parts overlap, as with unique readers by source. */
export const barsView = (
  points: readonly CategoryPoint[],
  { unit, of, additive = true, height }: CategoryOptions & { additive?: boolean; height?: number },
): ChartView => {
  const series = capital(unit.many);
  const plain = comparedTable(points, [of, series], ({ value }) => [formatCount(value)]);
  return {
    empty: sumValues(points) === 0,
    series: [
      { name: series, slot: 'single' },
      ...(isCompared(points) ? [{ name: previousPeriod, slot: 'ghost' } as const] : []),
    ],
    summary: categoriesSummary(points, unit, { additive }),
    table: additive ? shareTable(points, { unit, of }) : plain,
    isLate: true,
    draw: (props) => (
      <CategoryBarChart points={points} series={series} unit={unit} height={height} {...props} />
    ),
  };
};

interface SetOptions extends CategoryOptions {
  /** Names of all sets, in their order. */
  sets: readonly string[];
}

/** The groups into which overlapping sets divide: each thing is in one group. Names of sets are different. */
export const setsView = (groups: readonly SetGroup[], { unit, of, sets }: SetOptions): ChartView => {
  const series = capital(unit.many);
  const { columns, rows } = shareTable(groups, { unit, of });
  const [first = '', ...figures] = columns;
  const totals = sets.map((set) => `${set} has ${formatCount(countSet(groups, set))}`);
  return {
    empty: sumValues(groups) === 0,
    series: [{ name: series, slot: 'single' }],
    summary: `${categoriesSummary(groups, unit)} In all, ${totals.join(', ')}.`,
    table: {
      columns: [first, ...sets, ...figures],
      rows: rows.map((row, at) => ({
        ...row,
        cells: [...sets.map((set) => (groups[at]?.sets.includes(set) ? 'Yes' : 'No')), ...row.cells],
      })),
    },
    draw: (props) => <SetBarsChart {...{ groups, sets, series, unit }} {...props} />,
  };
};

interface PairedOptions extends CategoryOptions {
  /** Names of both values. */
  series: readonly [string, string];
}

/** Two bars for each category, in the given order: a value, and a part of it that must not be stacked on it. */
export const pairedBarsView = (
  points: readonly PairedPoint[],
  { unit, of, series }: PairedOptions,
): ChartView => {
  const wholes = points.map(({ name, values }) => ({ name, value: values[0] }));
  const parts = points.reduce((sum, { values }) => sum + values[1], 0);
  return {
    empty: sumValues(wholes) === 0,
    series: series.map((name, at) => ({ name, slot: at === 0 ? 'single' : 'c2' })),
    summary: `${categoriesSummary(wholes, unit)} ${series[1]}: ${formatCount(parts)}.`,
    table: {
      columns: [of, ...series],
      rows: points.map(({ name, values, hrefs }) => ({
        name,
        cells: values.map(formatCount),
        cellHrefs: hrefs,
      })),
    },
    isLate: true,
    draw: (props) => <PairedBarsChart {...{ points, series, unit }} {...props} />,
  };
};

interface HeatOptions {
  unit: Unit;
  of: string;
  rows: readonly string[];
  columns: readonly string[];
  /** The months (YYYY-MM) that the columns are, in their order. */
  months?: readonly string[];
}

/** A grid of counts by two categories, with rows and columns in the given order, including empty ones. */
export const heatView = (
  cells: readonly HeatCell[],
  { unit, of, rows, columns, months }: HeatOptions,
): ChartView => {
  const series = capital(unit.many);
  const findCell = (row: string, column: string) =>
    cells.find((cell) => cell.row === row && cell.column === column);
  return {
    empty: sumValues(cells) === 0,
    ...(months ? { months: months.map((key) => ({ key })) } : {}),
    series: [{ name: series, slot: 'single' }],
    summary: cellsSummary(cells, unit),
    table: {
      columns: [of, ...columns],
      rows: rows.map((row) => ({
        name: row,
        cells: columns.map((column) => formatCount(findCell(row, column)?.value ?? 0)),
        cellHrefs: columns.map((column) => findCell(row, column)?.href),
      })),
    },
    draw: (props) => <HeatGrid {...{ rows, columns, months, cells, series, unit }} {...props} />,
  };
};

interface CurveOptions {
  /** What the curve shows: 'Engagements per document'. */
  series: string;
  /** Header of the first column of the table: 'Week'. */
  of: string;
  /** Header and text of a second figure of each point, such as the number of cases. */
  cases?: { header: string; texts: readonly string[] };
}

const describeCurve = ({ series, points }: Curve): string => {
  const known = points.filter(({ value }) => value !== undefined);
  const best = known.reduce<CurvePoint | undefined>(
    (top, point) => (top && (top.value ?? 0) >= (point.value ?? 0) ? top : point),
    undefined,
  );
  return best
    ? `${series} from ${known[0]?.name ?? ''} to ${known.at(-1)?.name ?? ''}; highest ${best.name} with ${best.text}.`
    : `No ${series.toLowerCase()}.`;
};

const isEmptyCurve = ({ points }: Curve): boolean => points.every(({ value }) => value === undefined);

/** A curve over equal steps. A point without a value says why. */
export const curveView = (points: readonly CurvePoint[], { series, of, cases }: CurveOptions): ChartView => ({
  empty: isEmptyCurve({ series, points }),
  series: [{ name: series, slot: 'single' }],
  summary: describeCurve({ series, points }),
  table: {
    columns: [of, series, ...(cases ? [cases.header] : [])],
    rows: points.map(({ name, text, href }, at) => ({
      name,
      href,
      cells: [text, ...(cases ? [cases.texts[at] ?? ''] : [])],
    })),
  },
  draw: (props) => <CurveChart curves={[{ series, points }]} {...props} />,
});

/** Two curves over the same steps, in different colors and strokes. The table has the notes of the points, too. */
export const curvesView = (curves: readonly [Curve, Curve], { of }: { of: string }): ChartView => ({
  empty: curves.every(isEmptyCurve),
  series: curves.map(({ series }, at) => ({ name: series, slot: at === 0 ? 'c1' : 'c2' })),
  summary: curves.map(describeCurve).join(' '),
  table: {
    columns: [of, ...curves.flatMap(({ series }) => [series, `${series}: cases`])],
    rows: curves[0].points.map(({ name }, at) => ({
      name,
      cells: curves.flatMap(({ points }) => [points[at]?.text ?? '', points[at]?.note ?? '']),
    })),
  },
  draw: (props) => <CurveChart curves={curves} {...props} />,
});

interface QuadrantOptions extends Pick<QuadrantChartProps, 'across' | 'quarters' | 'up'> {
  unit: Unit;
  /** Header of the first column of the table: 'Document'. */
  of: string;
}

/** Items by two figures, in quarters around the medians. */
export const quadrantView = (
  items: readonly QuadrantItem[],
  { unit, of, across, up, quarters }: QuadrantOptions,
): ChartView => {
  const series = capital(unit.many);
  const median = { x: findMedian(items.map(({ x }) => x)), y: findMedian(items.map(({ y }) => y)) };
  const high = items.filter(({ x, y }) => x > median.x && y > median.y);
  return {
    empty: items.length === 0,
    series: [{ name: series, slot: 'single' }],
    summary: `${countText(items.length, unit.one, unit.many)}; the median has ${across.format(median.x)} ${across.name.toLowerCase()} and ${up.format(median.y)} ${up.name.toLowerCase()}. Above both: ${formatCount(high.length)}.`,
    table: {
      columns: [of, across.name, up.name],
      rows: items.map(({ name, x, y, href }) => ({ name, href, cells: [across.format(x), up.format(y)] })),
    },
    draw: (props) => <QuadrantChart {...{ items, across, up, quarters, series }} {...props} />,
  };
};

/** A ranked list, largest first. */
export const rankedView = (items: readonly RankedItem[], { unit, of }: CategoryOptions): ChartView => {
  const series = capital(unit.many);
  return {
    empty: items.length === 0,
    series: [{ name: series, slot: 'single' }],
    summary: categoriesSummary(items, unit, { additive: false }),
    table: {
      columns: [of, series],
      rows: items.map(({ name, value, listHref }) => ({
        name,
        cells: [formatCount(value)],
        cellHrefs: [listHref],
      })),
    },
    draw: (props) => <RankedList items={items} series={series} unit={unit} {...props} />,
  };
};

/** Categories as rows, with the previous period and the change if they are compared. */
const comparedTable = (
  points: readonly CategoryPoint[],
  columns: string[],
  buildCells: (point: CategoryPoint) => string[],
): ChartTable => {
  const compared = isCompared(points);
  const comparison = ({ value, previous = 0 }: CategoryPoint) => [
    formatCount(previous),
    formatCompared(value, previous),
  ];
  return {
    columns: [...columns, ...(compared ? [previousPeriod, 'Change'] : [])],
    rows: points.map((point) => ({
      name: point.name,
      href: point.href,
      cells: [...buildCells(point), ...(compared ? comparison(point) : [])],
    })),
  };
};

const shareTable = (points: readonly CategoryPoint[], { unit, of }: CategoryOptions): ChartTable => {
  const total = sumValues(points);
  return comparedTable(points, [of, capital(unit.many), 'Share'], ({ value }) => [
    formatCount(value),
    formatShare(value, total),
  ]);
};
