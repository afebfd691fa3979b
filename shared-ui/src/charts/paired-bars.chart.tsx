import { useId } from 'react';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import { Legend } from './chart-legend.tsx';
import type { DrawProps, Unit } from './chart-model.ts';
import { truncateTitle } from './format.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

/** A category with two values that overlap, such as all deals and the influenced ones among them. */
export interface PairedPoint {
  name: string;
  values: readonly [number, number];
  /** Links to the lists behind the values. */
  hrefs: readonly [string | undefined, string | undefined];
}

export interface PairedBarsChartProps extends DrawProps {
  points: readonly PairedPoint[];
  series: readonly [string, string];
  unit: Unit;
}

/** Average width in Inter at 12.5 px. */
const characterWidth = 6.8;
const text = { fontSize: 12.5 };
const thickness = 14;
/** Of a bar with its room: the minimum touch target (WCAG 2.5.8). */
const barRoom = 24;
/** Between categories. */
const gap = 8;
/** Beside the longest bar, for its value. */
const figureRoom = 64;

/** Names stand beside the bars, or above them on narrow cards. */
const chooseLayout = (width: number) =>
  width >= 440 ? { left: Math.min(210, width * 0.34), nameRoom: 0 } : { left: 0, nameRoom: 20 };

/** Two bars for each category, side by side: parts of one whole would be stacked, and these overlap. */
export const PairedBarsChart = (props: PairedBarsChartProps) => {
  const { points, series, unit, width, label, chooseColor, patterns } = props;
  const id = useId();
  const fills = seriesFills(id, series, chooseColor, patterns);
  const { left, nameRoom } = chooseLayout(width);
  const rowHeight = nameRoom + 2 * barRoom + gap;
  const most = Math.max(1, ...points.flatMap(({ values }) => values));
  const height = Math.max(points.length, 1) * rowHeight;
  const bars = points.flatMap(({ name, values, hrefs }, row) =>
    values.map((value, at) => ({
      id: `${id}-${row}-bar-${at}`,
      name: `${name}, ${series[at]?.toLowerCase() ?? ''}`,
      value,
      href: hrefs[at],
      fill: fills[at]?.fill ?? '',
      top: row * rowHeight + nameRoom + at * barRoom,
      length: Math.max(((width - left - figureRoom) * value) / most, value > 0 ? 2 : 0),
    })),
  );
  const spots = bars.flatMap(({ href, top, ...bar }) =>
    href === undefined
      ? []
      : {
          id: bar.id,
          label: linkLabel(bar, unit),
          href,
          x: left,
          y: top,
          width: width - left,
          height: barRoom,
        },
  );
  return (
    <>
      <FillDefs fills={fills} />
      <Legend items={fills} />
      <Picture {...{ label, width, height, spots }}>
        <svg width={width} height={height} role="presentation">
          {points.map(({ name }, row) => (
            <text
              key={name}
              x={0}
              y={row * rowHeight + (nameRoom > 0 ? nameRoom / 2 : barRoom)}
              dy="0.35em"
              fill="currentColor"
              style={text}
            >
              {truncateTitle(name, Math.floor((nameRoom > 0 ? width : left - 14) / characterWidth))}
            </text>
          ))}
          {bars.map(({ id: key, name, value, fill, top, length }) => (
            <g key={key}>
              <title>{`${name}: ${formatCount(value)}`}</title>
              <rect
                className="chart-shape"
                x={left}
                y={top + (barRoom - thickness) / 2}
                width={length}
                height={thickness}
                rx={2}
                fill={fill}
              />
              <text
                className="chart-figure"
                x={left + length + 8}
                y={top + barRoom / 2}
                dy="0.35em"
                style={text}
              >
                {formatCount(value)}
              </text>
            </g>
          ))}
        </svg>
      </Picture>
    </>
  );
};
