import { useId } from 'react';
import { FillDefs, seriesFills } from './chart-fill.tsx';
import { Picture } from './chart-frame.tsx';
import type { CategoryPoint, DrawProps, Unit } from './chart-model.ts';
import { truncateTitle } from './format.ts';
import { linkLabel } from './summaries.ts';
import { formatCount } from '../format.ts';

/** What is in some sets and in none of the others. */
export interface SetGroup extends CategoryPoint {
  /** Names of the sets that it is in. */
  sets: readonly string[];
}

export interface SetBarsChartProps extends DrawProps {
  groups: readonly SetGroup[];
  /** All sets, the first on top. */
  sets: readonly string[];
  series: string;
  unit: Unit;
}

const top = 24;
const barHeight = 150;
const gap = 14;
const rowHeight = 30;
const radius = 6;
const mostBar = 56;
const text = { fontSize: 12.5 };
/** Average width in Inter at 12.5 px. */
const characterWidth = 6.8;

/** How many a set has in all: each is in one group. */
export const countSet = (groups: readonly SetGroup[], set: string): number =>
  groups.reduce((sum, { sets, value }) => sum + (sets.includes(set) ? value : 0), 0);

interface ColumnProps {
  group: SetGroup;
  sets: readonly string[];
  /** Its middle, and the width and the height of its bar. */
  at: number;
  width: number;
  height: number;
  fill: string;
}

const middleOfRow = (row: number) => top + barHeight + gap + row * rowHeight + rowHeight / 2;

/** The bar of a group, above a dot for each set: filled and joined where the group is in it. */
const Column = ({ group, sets, at, width, height, fill }: ColumnProps) => {
  const rows = sets.flatMap((set, row) => (group.sets.includes(set) ? row : []));
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  return (
    <g>
      <title>{`${group.name}: ${formatCount(group.value)}`}</title>
      <rect
        className="chart-shape"
        x={at - width / 2}
        y={top + barHeight - height}
        width={width}
        height={height}
        rx={2}
        fill={fill}
      />
      <text className="chart-figure" x={at} y={top + barHeight - height - 8} textAnchor="middle" style={text}>
        {formatCount(group.value)}
      </text>
      <line
        x1={at}
        x2={at}
        y1={middleOfRow(first)}
        y2={middleOfRow(last)}
        stroke="currentColor"
        strokeWidth={3}
      />
      {sets.map((set, row) => (
        <circle
          key={set}
          cx={at}
          cy={middleOfRow(row)}
          r={radius}
          fill="currentColor"
          fillOpacity={group.sets.includes(set) ? 1 : 0.15}
        />
      ))}
    </g>
  );
};

/** Bars of the groups into which sets divide, above a matrix of the sets that each group is in. */
export const SetBarsChart = (props: SetBarsChartProps) => {
  const { groups, sets, series, unit, width, label, chooseColor, patterns } = props;
  const id = useId();
  const fills = seriesFills(id, [series], chooseColor, patterns);
  const left = Math.min(170, width * 0.48);
  const step = (width - left) / Math.max(groups.length, 1);
  const most = Math.max(1, ...groups.map(({ value }) => value));
  const height = middleOfRow(sets.length) - rowHeight / 2;
  const spots = groups.flatMap((group, at) =>
    group.href === undefined
      ? []
      : {
          id: `${id}-group-${at}`,
          label: linkLabel(group, unit),
          href: group.href,
          x: left + at * step,
          y: 0,
          width: step,
          height,
        },
  );
  return (
    <>
      <FillDefs fills={fills} />
      <Picture {...{ label, width, height, spots }}>
        <svg width={width} height={height} role="presentation">
          <line
            x1={left}
            x2={width}
            y1={top + barHeight}
            y2={top + barHeight}
            stroke="currentColor"
            strokeOpacity={0.25}
          />
          {sets.map((set, row) => (
            <g key={set}>
              {row % 2 === 0 && (
                <rect
                  x={0}
                  y={middleOfRow(row) - rowHeight / 2}
                  width={width}
                  height={rowHeight}
                  fill="currentColor"
                  fillOpacity={0.06}
                />
              )}
              <text x={6} y={middleOfRow(row)} dy="0.35em" fill="currentColor" style={text}>
                {truncateTitle(set, Math.floor((left - 64) / characterWidth))}
              </text>
              <text
                className="chart-figure"
                x={left - 10}
                y={middleOfRow(row)}
                dy="0.35em"
                textAnchor="end"
                style={text}
              >
                {formatCount(countSet(groups, set))}
              </text>
            </g>
          ))}
          {groups.map((group, at) => (
            <Column
              key={group.name}
              {...{ group, sets }}
              at={left + (at + 0.5) * step}
              width={Math.min(mostBar, step * 0.6)}
              height={Math.max((barHeight * group.value) / most, group.value > 0 ? 2 : 0)}
              fill={fills[0]?.fill ?? ''}
            />
          ))}
        </svg>
      </Picture>
    </>
  );
};
