import type { BarCustomLayerProps, BarDatum } from '@nivo/bar';
import { createContext, useContext } from 'react';
import type { SeriesFill } from './chart-fill.tsx';
import { followLink } from './chart-frame.tsx';
import type { Tip } from './chart-frame.tsx';
import { previousPeriod } from './chart-model.ts';
import type { MonthPoint } from './chart-model.ts';
import { formatCount, formatMonthLong, formatShortCount } from './format.ts';

interface Scene {
  points: readonly MonthPoint[];
  fills: readonly SeriesFill[];
  /** Color of the previous period. */
  ghost: string;
  labeled: boolean;
  showTip: (tip: Tip | undefined) => void;
  /** Id of the link behind a month, if there is one. */
  linkOf: (point: MonthPoint) => string | undefined;
}

/** Extra data for the layers. The layers themselves are module constants, so that React keeps their elements. */
export const MonthContext = createContext<Scene | undefined>(undefined);

type LayerProps = BarCustomLayerProps<BarDatum>;

/** Columns with rounded corners and a 1 px gap between their parts. */
export const Columns = ({ bars }: LayerProps) => {
  const scene = useContext(MonthContext);
  return bars.map((bar) => (
    <rect
      key={bar.key}
      className="chart-shape"
      x={bar.x}
      y={bar.y}
      width={bar.width}
      height={Math.max(bar.height - 1, bar.height > 0 ? 1 : 0)}
      rx={Math.min(2, bar.width / 4)}
      fill={scene?.fills.find(({ name }) => name === bar.data.id)?.fill}
    />
  ));
};

const placeOf = (bars: LayerProps['bars'], point: MonthPoint) => ({
  left: bars.find(({ data }) => data.indexValue === point.key)?.x ?? 0,
  width: bars[0]?.width ?? 0,
});

/** A line across each column at the value of the previous period, with an outline that keeps it visible on the column. */
export const GhostMarks = ({ bars, yScale }: LayerProps) => {
  const scene = useContext(MonthContext);
  if (!scene) return null;
  return scene.points.map((point) => {
    if (point.previous === undefined) return null;
    const { left, width } = placeOf(bars, point);
    const y = Number(yScale(point.previous));
    const line = { x1: left - 4, x2: left + width + 4, y1: y, y2: y };
    return (
      <g key={point.key}>
        <line {...line} className="chart-hem" strokeWidth={4.5} />
        <line {...line} stroke={scene.ghost} strokeWidth={2} />
      </g>
    );
  });
};

const sumOf = ({ value }: MonthPoint) => value.primary + value.secondary;

/** Base line of a total: above its column, or above the mark when both do not fit in between. */
const labelFoot = (top: number, mark: number) => (mark < top && mark > top - 22 ? mark : top);

/** Totals above the columns, and the areas that react to the pointer. */
export const Totals = ({ bars, innerHeight, innerWidth, yScale, margin }: LayerProps) => {
  const scene = useContext(MonthContext);
  if (!scene) return null;
  return scene.points.map((point) => {
    const { left, width } = placeOf(bars, point);
    const top = Number(yScale(sumOf(point)));
    const mark = point.previous === undefined ? Infinity : Number(yScale(point.previous));
    // Includes half the gap on each side, so that the pointer is always over a month.
    const reach = (innerWidth / scene.points.length - width) / 2;
    const tip = (): Tip => ({
      x: margin.left + left + width / 2,
      y: margin.top + Math.min(top, mark),
      title: formatMonthLong(point.key),
      rows: tipRows(point, scene),
    });
    const link = scene.linkOf(point);
    return (
      <g
        key={point.key}
        cursor={link === undefined ? undefined : 'pointer'}
        onPointerEnter={() => scene.showTip(tip())}
        onPointerLeave={() => scene.showTip(undefined)}
        onClick={link === undefined ? undefined : (event) => followLink(link, event)}
      >
        <rect x={left - reach} y={0} width={width + 2 * reach} height={innerHeight} fill="transparent" />
        {scene.labeled && sumOf(point) > 0 && (
          <text
            x={left + width / 2}
            y={labelFoot(top, mark) - 7}
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

const tipRows = (point: MonthPoint, { fills, ghost }: Scene): Tip['rows'] => {
  const figures = [point.value.primary, point.value.secondary];
  const before = point.previous;
  return [
    ...fills.map(({ name, fill }, at) => ({ name, fill, value: formatCount(figures[at] ?? 0) })),
    { name: 'Total', value: formatCount(sumOf(point)) },
    ...(before === undefined ? [] : [{ name: previousPeriod, fill: ghost, value: formatCount(before) }]),
  ];
};
