import { useId, useState } from 'react';
import { computeTicks } from './axis.ts';
import { plainColor } from './chart-fill.tsx';
import { Picture, followLink } from './chart-frame.tsx';
import type { Tip } from './chart-frame.tsx';
import { LineLegend } from './chart-legend.tsx';
import type { DrawProps } from './chart-model.ts';

export interface CurvePoint {
  /** On the axis below: 'Week 3'. */
  name: string;
  /** Undefined where there is no value; the curve is interrupted there. */
  value: number | undefined;
  /** The value in words, or why there is none. */
  text: string;
  /** What else the tooltip says: 'of 14 documents'. */
  note?: string;
  /** Link to the list behind the value. */
  href?: string | undefined;
}

export interface Curve {
  /** What the curve shows: 'Engagements per document'. */
  series: string;
  points: readonly CurvePoint[];
}

export interface CurveChartProps extends DrawProps {
  /** All with the same steps. */
  curves: readonly Curve[];
}

const height = 240;
const margin = { top: 12, right: 16, bottom: 28, left: 40 };
const tickStyle = { fontSize: 12 };
const nameWidth = 64;
/** Minimum touch target (WCAG 2.5.8). Links of narrower points are in the data table only. */
const leastTarget = 24;

/** Strokes by which the curves differ besides their colors. */
const dashes = [undefined, '7 5', '2 4'] as const;

/** The path through all values; a missing one interrupts it. */
const drawPath = (places: readonly ({ x: number; y: number } | undefined)[]): string =>
  places
    .map((place, at) => (place ? `${at > 0 && places[at - 1] ? 'L' : 'M'}${place.x},${place.y}` : ''))
    .join('');

/** Curves over equal steps, such as the weeks since publication. Only the points of a single curve are links. */
export const CurveChart = ({ curves, width, label, chooseColor }: CurveChartProps) => {
  const id = useId();
  const [tip, setTip] = useState<Tip>();
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const values = curves.flatMap(({ points }) => points.map(({ value = 0 }) => value));
  const ticks = computeTicks(Math.max(0, ...values));
  const most = ticks.at(-1) ?? 1;
  const steps = curves[0]?.points ?? [];
  const step = inner.width / Math.max(1, steps.length - 1);
  const lines = curves.map(({ series, points }, nth) => ({
    series,
    points,
    color: plainColor(chooseColor(series)),
    dash: dashes[nth % dashes.length],
    places: points.map(({ value }, at) =>
      value === undefined
        ? undefined
        : { x: margin.left + at * step, y: margin.top + inner.height * (1 - value / most) },
    ),
  }));
  const every = Math.max(1, Math.ceil(nameWidth / Math.max(step, 1)));
  const isWide = step >= leastTarget;
  const spots = steps.flatMap(({ name, text, href }, at) =>
    href === undefined || !isWide || curves.length > 1
      ? []
      : {
          id: `${id}-${at}`,
          label: `${name}: ${text}`,
          href,
          x: margin.left + (at - 0.5) * step,
          y: margin.top,
          width: step,
          height: inner.height,
        },
  );
  const describeStep = (at: number) =>
    lines.flatMap(({ series, points }) => {
      const point = points[at];
      if (!point) return [];
      const { text, note } = point;
      return [{ name: series, value: text }, ...(note === undefined ? [] : [{ name: note, value: '' }])];
    });
  const picture = (
    <Picture {...{ label, width, height, tip, spots }} pointsItself>
      <svg width={width} height={height} role="presentation">
        {ticks.map((tick) => {
          const y = margin.top + inner.height * (1 - tick / most);
          return (
            <g key={tick}>
              <line
                x1={margin.left}
                x2={width - margin.right}
                y1={y}
                y2={y}
                stroke="currentColor"
                strokeOpacity={0.14}
              />
              <text
                x={margin.left - 8}
                y={y}
                dy="0.35em"
                textAnchor="end"
                fill="currentColor"
                style={tickStyle}
              >
                {tick.toLocaleString('en-US')}
              </text>
            </g>
          );
        })}
        {lines.map(({ series, color, dash, places }) => (
          <path
            key={series}
            d={drawPath(places)}
            fill="none"
            stroke={color}
            strokeWidth={2.5}
            strokeLinejoin="round"
            strokeDasharray={dash}
          />
        ))}
        {steps.map(({ name }, at) => {
          const x = margin.left + at * step;
          const spot = spots.find((one) => one.id === `${id}-${at}`)?.id;
          const heights = lines.flatMap(({ places }) => places[at]?.y ?? []);
          return (
            <g
              key={name}
              cursor={spot === undefined ? undefined : 'pointer'}
              onPointerEnter={() =>
                setTip({
                  left: x - 8,
                  right: x + 8,
                  top: Math.max(0, Math.min(...heights, margin.top + inner.height) - 20),
                  title: name,
                  rows: describeStep(at),
                })
              }
              onPointerLeave={() => setTip(undefined)}
              onClick={spot === undefined ? undefined : (event) => followLink(spot, event)}
            >
              <rect x={x - step / 2} y={margin.top} width={step} height={inner.height} fill="transparent" />
              {lines.map(({ series, color, places }) => {
                const place = places[at];
                return place && <circle key={series} cx={place.x} cy={place.y} r={3.5} fill={color} />;
              })}
              {at % every === 0 && (
                <text x={x} y={height - 8} textAnchor="middle" fill="currentColor" style={tickStyle}>
                  {name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </Picture>
  );
  if (curves.length < 2) return picture;
  return (
    <>
      <LineLegend items={lines.map(({ series, color, dash }) => ({ name: series, color, dash }))} />
      {picture}
    </>
  );
};
