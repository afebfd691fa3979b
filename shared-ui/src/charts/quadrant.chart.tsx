import { useId, useState } from 'react';
import { computeTicks, findMedian } from './axis.ts';
import { plainColor } from './chart-fill.tsx';
import { Picture, followLink } from './chart-frame.tsx';
import type { Tip } from './chart-frame.tsx';
import type { DrawProps } from './chart-model.ts';
import { truncateTitle } from './format.ts';

export interface QuadrantItem {
  id: string;
  name: string;
  x: number;
  y: number;
  /** Link to the list behind the item. */
  href?: string | undefined;
}

export interface QuadrantAxis {
  /** 'Readers'. */
  name: string;
  format: (value: number) => string;
}

export interface QuadrantChartProps extends DrawProps {
  items: readonly QuadrantItem[];
  across: QuadrantAxis;
  up: QuadrantAxis;
  /** Names of the quarters: both low, only across high, only up high, both high. */
  quarters: readonly [string, string, string, string];
  series: string;
}

const height = 320;
const margin = { top: 30, right: 16, bottom: 40, left: 44 };
const tickStyle = { fontSize: 12 };
const quarterStyle = { fontSize: 11.5, fontWeight: 600 };
const radius = 5;
/** Minimum touch target (WCAG 2.5.8). */
const target = 24;
const characterWidth = 6.4;

/** Items by two figures. The lines are the medians: half of the items are on each side. */
export const QuadrantChart = (props: QuadrantChartProps) => {
  const { items, across, up, quarters, series, width, label, chooseColor } = props;
  const id = useId();
  const [tip, setTip] = useState<Tip>();
  const color = plainColor(chooseColor(series));
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const ticks = {
    x: computeTicks(Math.max(0, ...items.map(({ x }) => x))),
    y: computeTicks(Math.max(0, ...items.map(({ y }) => y))),
  };
  const toX = (value: number) => margin.left + (inner.width * value) / (ticks.x.at(-1) ?? 1);
  const toY = (value: number) => margin.top + inner.height * (1 - value / (ticks.y.at(-1) ?? 1));
  const middle = { x: toX(findMedian(items.map(({ x }) => x))), y: toY(findMedian(items.map(({ y }) => y))) };
  const bottom = height - margin.bottom;
  const right = width - margin.right;
  const findRoom = (from: number, to: number) => Math.floor((to - from - 12) / characterWidth);
  const names = [
    {
      text: quarters[0],
      x: margin.left + 6,
      y: bottom - 8,
      room: findRoom(margin.left, middle.x),
      end: false,
    },
    { text: quarters[1], x: right - 6, y: bottom - 8, room: findRoom(middle.x, right), end: true },
    {
      text: quarters[2],
      x: margin.left + 6,
      y: margin.top + 12,
      room: findRoom(margin.left, middle.x),
      end: false,
    },
    { text: quarters[3], x: right - 6, y: margin.top + 12, room: findRoom(middle.x, right), end: true },
  ];
  const spots = items.flatMap(({ id: item, name, x, y, href }) =>
    href === undefined
      ? []
      : {
          id: `${id}-${item}`,
          label: `${name}: ${across.format(x)} ${across.name.toLowerCase()}, ${up.format(y)} ${up.name.toLowerCase()}`,
          href,
          x: toX(x) - target / 2,
          y: toY(y) - target / 2,
          width: target,
          height: target,
        },
  );
  return (
    <Picture {...{ label, width, height, tip, spots }} pointsItself>
      <svg width={width} height={height} role="presentation">
        {ticks.x.map((tick) => (
          <text
            key={tick}
            x={toX(tick)}
            y={bottom + 16}
            textAnchor="middle"
            fill="currentColor"
            style={tickStyle}
          >
            {tick.toLocaleString('en-US')}
          </text>
        ))}
        {ticks.y.map((tick) => (
          <g key={tick}>
            <line
              x1={margin.left}
              x2={right}
              y1={toY(tick)}
              y2={toY(tick)}
              stroke="currentColor"
              strokeOpacity={0.1}
            />
            <text
              x={margin.left - 8}
              y={toY(tick)}
              dy="0.35em"
              textAnchor="end"
              fill="currentColor"
              style={tickStyle}
            >
              {tick.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        <line
          x1={middle.x}
          x2={middle.x}
          y1={margin.top}
          y2={bottom}
          stroke="currentColor"
          strokeOpacity={0.5}
          strokeDasharray="4 3"
        />
        <line
          x1={margin.left}
          x2={right}
          y1={middle.y}
          y2={middle.y}
          stroke="currentColor"
          strokeOpacity={0.5}
          strokeDasharray="4 3"
        />
        <text
          x={(margin.left + right) / 2}
          y={height - 6}
          textAnchor="middle"
          fill="currentColor"
          style={tickStyle}
        >
          {across.name}
        </text>
        <text x={0} y={10} fill="currentColor" style={tickStyle}>
          {up.name}
        </text>
        {items.map(({ id: item, name, x, y }) => {
          const spot = spots.find((one) => one.id === `${id}-${item}`)?.id;
          return (
            <circle
              key={item}
              cx={toX(x)}
              cy={toY(y)}
              r={radius}
              fill={color}
              fillOpacity={0.65}
              stroke={color}
              cursor={spot === undefined ? undefined : 'pointer'}
              onPointerEnter={() =>
                setTip({
                  left: toX(x) - radius,
                  right: toX(x) + radius,
                  top: Math.max(0, toY(y) - 20),
                  title: name,
                  rows: [
                    { name: across.name, value: across.format(x) },
                    { name: up.name, value: up.format(y) },
                  ],
                })
              }
              onPointerLeave={() => setTip(undefined)}
              onClick={spot === undefined ? undefined : (event) => followLink(spot, event)}
            />
          );
        })}
        {names.map(({ text, x, y, room, end }) =>
          room < 8 ? null : (
            <text
              key={text}
              x={x}
              y={y}
              textAnchor={end ? 'end' : 'start'}
              fill="currentColor"
              style={quarterStyle}
            >
              {truncateTitle(text, room)}
            </text>
          ),
        )}
      </svg>
    </Picture>
  );
};
