import type { ReactNode } from 'react';
import type { ChartColor } from './chart-model.ts';
import { inkOn } from './colors.ts';

/** A single hex color for a chart color; for a gradient, its middle stop. */
export const plainColor = (color: ChartColor): string =>
  typeof color === 'string' ? color : (color.stops[Math.floor(color.stops.length / 2)]?.color ?? '#2f62c9');

/** The fill of one series of a chart. */
export interface SeriesFill {
  name: string;
  color: ChartColor;
  /** Value for the `fill` of a shape: a color, or a reference to `def`. */
  fill: string;
  def: ReactNode;
}

// The first series has no pattern, then four patterns repeat: with the order of the legend, nine series can be told apart.
const marks: readonly ((ink: string) => ReactNode)[] = [
  (ink) => <path d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" stroke={ink} strokeWidth="1.6" />,
  (ink) => <circle cx="4" cy="4" r="1.6" fill={ink} />,
  (ink) => <path d="M0,2 h8 M0,6 h8" stroke={ink} strokeWidth="1.4" />,
  (ink) => <path d="M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4" stroke={ink} strokeWidth="1.6" />,
];

const patternDef = (id: string, index: number, ground: string) => (
  <pattern key={id} id={id} width="8" height="8" patternUnits="userSpaceOnUse">
    <rect width="8" height="8" fill={ground} />
    <g opacity="0.6">{marks[(index - 1) % marks.length]?.(inkOn(ground))}</g>
  </pattern>
);

const gradientDef = (id: string, stops: { offset: number; color: string }[]) => (
  <linearGradient key={id} id={id} x1="0" y1="0" x2="0" y2="1">
    {stops.map((stop) => (
      <stop key={stop.offset} offset={`${stop.offset}%`} stopColor={stop.color} />
    ))}
  </linearGradient>
);

/** Fills of a chart's series. `prefix` makes ids unique among the charts of a page. */
export const seriesFills = (
  prefix: string,
  names: readonly string[],
  chooseColor: (series: string) => ChartColor,
  patterns: boolean,
): SeriesFill[] =>
  names.map((name, index) => {
    const color = chooseColor(name);
    const id = `${prefix}-${index}`;
    if (patterns && index > 0) {
      return { name, color, fill: `url(#${id})`, def: patternDef(id, index, plainColor(color)) };
    }
    if (typeof color === 'string') return { name, color, fill: color, def: null };
    return { name, color, fill: `url(#${id})`, def: gradientDef(id, color.stops) };
  });

/** Patterns and gradients referenced by fills. Takes no space, but must not be display: none. */
export const FillDefs = ({ fills }: { fills: readonly SeriesFill[] }) =>
  fills.some((fill) => fill.def) ? (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>{fills.map((fill) => fill.def)}</defs>
    </svg>
  ) : null;

/** The small square of a legend entry. */
export const Swatch = ({ fill }: { fill: string }) => (
  <svg width="10" height="10" aria-hidden="true" style={{ flexShrink: 0 }}>
    <rect width="10" height="10" rx="2.5" fill={fill} />
  </svg>
);
