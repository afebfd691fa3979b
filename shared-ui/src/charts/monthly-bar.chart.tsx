import { Bar } from '@nivo/bar';
import type { BarCustomLayerProps, BarDatum } from '@nivo/bar';
import { createContext, useContext, useId, useState } from 'react';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import type { SeriesFill } from './chart-fill.tsx';
import { Picture, nivoTheme } from './chart-frame.tsx';
import type { Tip } from './chart-frame.tsx';
import { Legend } from './chart-legend.tsx';
import type { DrawProps, MonthPoint } from './chart-model.ts';
import { formatCount, formatMonth, formatMonthLong, formatShortCount } from './format.ts';

export interface MonthlyBarChartProps extends DrawProps {
  points: readonly MonthPoint[];
  /** Names of the two parts; the second is left out of legend and tooltip when the data has none. */
  names: readonly [string, string];
  /** Whether months add up; unique readers do not, and then no sums are shown. */
  additive: boolean;
}

const height = 260;
const tickWidth = 58;

interface Scene {
  points: readonly MonthPoint[];
  fills: readonly SeriesFill[];
  labelled: boolean;
  showTip: (tip: Tip | undefined) => void;
}
const SceneContext = createContext<Scene | undefined>(undefined);

type LayerProps = BarCustomLayerProps<BarDatum>;

/** Columns with rounded heads; a hair of ground between the parts keeps them apart without an outline. */
const Columns = ({ bars }: LayerProps) => {
  const scene = useContext(SceneContext);
  return bars.map((bar) => {
    const fill = scene?.fills.find(({ name }) => name === bar.data.id)?.fill;
    return (
      <rect
        key={bar.key}
        className="chart-shape"
        x={bar.x}
        y={bar.y}
        width={bar.width}
        height={Math.max(bar.height - 1, bar.height > 0 ? 1 : 0)}
        rx={Math.min(2, bar.width / 4)}
        fill={fill}
      />
    );
  });
};

const sumOf = ({ value }: MonthPoint) => value.primary + value.secondary;

/** Totals over the columns, and the areas that answer to the pointer. */
const Totals = ({ bars, innerHeight, innerWidth, yScale, margin }: LayerProps) => {
  const scene = useContext(SceneContext);
  if (!scene) return null;
  const barWidth = bars[0]?.width ?? 0;
  // Half of the gap on either side, so that the pointer never falls between two months.
  const reach = (innerWidth / scene.points.length - barWidth) / 2;
  return scene.points.map((point) => {
    const left = bars.find(({ data }) => data.indexValue === point.key)?.x ?? 0;
    const top = Number(yScale(sumOf(point)));
    const tip = (): Tip => ({
      x: margin.left + left + barWidth / 2,
      y: margin.top + top,
      title: formatMonthLong(point.key),
      rows: tipRows(point, scene.fills),
    });
    return (
      <g
        key={point.key}
        onPointerEnter={() => scene.showTip(tip())}
        onPointerLeave={() => scene.showTip(undefined)}
      >
        <rect x={left - reach} y={0} width={barWidth + 2 * reach} height={innerHeight} fill="transparent" />
        {scene.labelled && sumOf(point) > 0 && (
          <text
            x={left + barWidth / 2}
            y={top - 7}
            textAnchor="middle"
            fill="currentColor"
            style={{ fontSize: 11.5 }}
          >
            {formatShortCount(sumOf(point))}
          </text>
        )}
      </g>
    );
  });
};

const tipRows = ({ value }: MonthPoint, fills: readonly SeriesFill[]): Tip['rows'] => {
  const figures = [value.primary, value.secondary];
  const parts = fills.map(({ name, fill }, at) => ({ name, fill, value: formatCount(figures[at] ?? 0) }));
  return fills.length > 1
    ? [...parts, { name: 'Total', value: formatCount(value.primary + value.secondary) }]
    : parts;
};

/** Columns by month, initial below and subsequent above. */
export const MonthlyBarChart = ({
  points,
  names,
  additive,
  width,
  label,
  colorOf,
  patterns,
}: MonthlyBarChartProps) => {
  const [tip, setTip] = useState<Tip>();
  const fills = seriesFills(useId(), names, colorOf, patterns);
  const labelled = points.length > 0 && width / points.length >= 34;
  const every = Math.max(1, Math.ceil((points.length * tickWidth) / Math.max(width, 1)));
  const ticks = points.filter((_, at) => (points.length - 1 - at) % every === 0).map(({ key }) => key);
  const data: BarDatum[] = points.map(({ key, value }) => ({
    month: key,
    [names[0]]: value.primary,
    [names[1]]: value.secondary,
  }));
  const scene = { points, fills, labelled, showTip: setTip };
  return (
    <>
      <FillDefs fills={fills} />
      <Legend
        items={fills.map((fill, at) => ({
          ...fill,
          note: additive ? formatCount(partSum(points, at)) : undefined,
        }))}
      />
      <Picture label={label} width={width} height={height} tip={tip}>
        {/* oxlint-disable-next-line react/jsx-no-constructed-context-values -- new colours make a new scene anyway */}
        <SceneContext value={scene}>
          <Bar
            width={width}
            height={height}
            data={data}
            keys={names}
            indexBy="month"
            theme={nivoTheme}
            margin={{ top: 22, right: 2, bottom: 28, left: labelled ? 2 : 40 }}
            padding={points.length > 16 ? 0.25 : 0.38}
            animate={false}
            isInteractive={false}
            enableGridY={!labelled}
            gridYValues={4}
            axisLeft={
              labelled ? null : { tickValues: 4, tickSize: 0, tickPadding: 8, format: formatShortCount }
            }
            axisBottom={{ tickValues: ticks, tickSize: 0, tickPadding: 10, format: formatMonth }}
            layers={['grid', Columns, 'axes', Totals]}
          />
        </SceneContext>
      </Picture>
    </>
  );
};

const partSum = (points: readonly MonthPoint[], part: number) =>
  points.reduce((sum, { value }) => sum + (part === 0 ? value.primary : value.secondary), 0);
