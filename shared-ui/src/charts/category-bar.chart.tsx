import { Bar } from '@nivo/bar';
import type { BarCustomLayerProps, BarDatum } from '@nivo/bar';
import { createContext, useContext, useId } from 'react';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { isCompared } from './categories.ts';
import { Picture } from './chart-frame.tsx';
import { Legend, formatCategoryChange } from './chart-legend.tsx';
import { previousPeriod } from './chart-model.ts';
import type { CategoryPoint, DrawProps, Unit } from './chart-model.ts';
import { truncateTitle } from './format.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

export interface CategoryBarChartProps extends DrawProps {
  points: readonly CategoryPoint[];
  /** The one series; all bars have its color. */
  series: string;
  /** What is counted; used in the names of links. */
  unit: Unit;
  /** Fixed height in pixels; otherwise it follows the number of bars. */
  height?: number | undefined;
}

/** Average width in Inter at 12.5 px. */
const characterWidth = 6.8;
const label = { fontSize: 12.5 };
/** Beside the longest bar, for the value, and for the value with its change. */
const figureRoom = (compared: boolean) => (compared ? 112 : 64);
/** The bar of the previous period lies below the current one. */
const ghost = { gap: 1, thickness: 4 };

/** Labels stand beside the bars, or above them on narrow cards. */
const chooseLayout = (width: number) =>
  width >= 440
    ? { above: false, rowHeight: 36, thickness: 18, labelWidth: Math.min(210, width * 0.34) }
    : { above: true, rowHeight: 46, thickness: 10, labelWidth: 0 };

interface Scene {
  points: readonly CategoryPoint[];
  fill: string;
  /** Of the previous period; undefined without a comparison. */
  ghostFill: string | undefined;
  width: number;
}
const SceneContext = createContext<Scene | undefined>(undefined);

const formatBarTitle = ({ name, value, previous }: CategoryPoint): string => {
  const before = previous === undefined ? '' : ` (${formatCount(previous)} in the previous period)`;
  return `${name}: ${formatCount(value)}${before}`;
};

/** Draws name, bar and value of each category together, so that no axis is needed. */
const Rows = ({ xScale, yScale }: BarCustomLayerProps<BarDatum>) => {
  const scene = useContext(SceneContext);
  if (!scene) return null;
  const { above, thickness, labelWidth } = chooseLayout(scene.width);
  const room = above ? scene.width - figureRoom(scene.ghostFill !== undefined) : labelWidth - 14;
  return scene.points.map((point, at) => {
    const length = Number(xScale(point.value));
    const before = Number(xScale(point.previous ?? 0));
    const change = formatCategoryChange(point);
    const rowHeight = 'bandwidth' in yScale ? yScale.bandwidth() : 0;
    const middle = Number(yScale(at)) + rowHeight / 2 + (above ? 10 : 0);
    const textAt = above ? middle - 16 : middle;
    return (
      <g key={point.id ?? point.name}>
        <title>{formatBarTitle(point)}</title>
        <text x={-labelWidth} y={textAt} dy="0.35em" fill="currentColor" style={label}>
          {truncateTitle(point.name, Math.floor(room / characterWidth))}
        </text>
        <rect
          className="chart-shape"
          x={0}
          y={middle - thickness / 2}
          width={Math.max(length, point.value > 0 ? 2 : 0)}
          height={thickness}
          rx={2}
          fill={scene.fill}
        />
        {before > 0 && (
          <rect
            className="chart-shape"
            x={0}
            y={middle + thickness / 2 + ghost.gap}
            width={Math.max(before, 2)}
            height={ghost.thickness}
            rx={1}
            fill={scene.ghostFill}
          />
        )}
        <text
          className="chart-figure"
          x={above ? scene.width : Math.max(length, before) + 8}
          y={textAt}
          dy="0.35em"
          textAnchor={above ? 'end' : 'start'}
          style={label}
        >
          {formatCount(point.value)}
          {change && (
            <tspan className="chart-change" dx={6}>
              {change}
            </tspan>
          )}
        </text>
      </g>
    );
  });
};

/** Horizontal bars in the given order, the first on top. */
export const CategoryBarChart = (props: CategoryBarChartProps) => {
  const { points, series, unit, width, chooseColor, ...rest } = props;
  const id = useId();
  const compared = isCompared(points);
  const fills = seriesFills(id, compared ? [series, previousPeriod] : [series], chooseColor, rest.patterns);
  const { above, rowHeight, labelWidth } = chooseLayout(width);
  const height = rest.height ?? Math.max(points.length, 1) * rowHeight;
  const data: BarDatum[] = points.map((_, at) => ({ at })).toReversed();
  const scene = { points, fill: fills[0]?.fill ?? '', ghostFill: fills[1]?.fill, width };
  const band = height / Math.max(points.length, 1);
  const spots = points.flatMap((point, at) =>
    point.href === undefined
      ? []
      : {
          id: `${id}-${at}`,
          label: linkLabel(point, unit),
          href: point.href,
          x: 0,
          y: at * band,
          width,
          height: band,
        },
  );
  return (
    <>
      <FillDefs fills={fills} />
      {compared && <Legend items={fills} />}
      <Picture label={rest.label} width={width} height={height} spots={spots}>
        {/* oxlint-disable-next-line react/jsx-no-constructed-context-values -- a new scene is needed whenever the colors change */}
        <SceneContext value={scene}>
          <Bar
            width={width}
            height={height}
            // nivo makes the scales; bars of its own would each start nine animations.
            data={data}
            keys={[]}
            indexBy="at"
            layout="horizontal"
            margin={{ top: 0, right: above ? 0 : figureRoom(compared), bottom: 0, left: labelWidth }}
            padding={0}
            valueScale={{
              type: 'linear',
              nice: false,
              min: 0,
              max: Math.max(1, ...points.map(({ value, previous = 0 }) => Math.max(value, previous))),
            }}
            role="presentation"
            animate={false}
            isInteractive={false}
            layers={[Rows]}
          />
        </SceneContext>
      </Picture>
    </>
  );
};
