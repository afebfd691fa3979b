import { palette } from '../theme/index.ts';
import type { ColorScheme } from '../theme/index.ts';
import type { ColorSlot } from './chart-model.ts';

const channel = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const parse = (hex: string): [number, number, number] => {
  const digits = hex.replace('#', '');
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number];
};

const luminance = (hex: string): number => {
  const [red, green, blue] = parse(hex);
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
};

/** WCAG contrast ratio of two colors in hex, 1 to 21. */
export const contrastRatio = (first: string, second: string): number => {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Minimum contrast of a bar or slice with its background (WCAG 1.4.11). */
export const minimumContrast = 3;

/** Black or white, whichever contrasts more with the background: at least 4.58:1, which no dark gray reaches on every color. */
export const inkOn = (hex: string): string =>
  contrastRatio(hex, '#ffffff') >= contrastRatio(hex, '#000000') ? '#ffffff' : '#000000';

/** Interpolates two hex colors; `share` is 0 to 1. */
export const mix = (from: string, to: string, share: number): string => {
  const [start, end] = [parse(from), parse(to)];
  const channels = start.map((value, at) => Math.round(value + ((end[at] ?? value) - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/**
 * Chart colors in hex, as needed by drawings, color pickers and the contrast check. Ordered series
 * (initial before subsequent, early before late) are shades of one blue, so that they also work in grayscale.
 */
export const chartColors = (scheme: ColorScheme): Record<ColorSlot, string> => {
  const from = palette[scheme];
  const blue = from.chart4;
  // More contrast with the surface: darker on light, lighter on dark.
  const strong = (share: number) => mix(blue, from.text, share);
  const weak = (share: number) => mix(blue, from.surface, share);
  return {
    single: blue,
    initial: strong(scheme === 'light' ? 0.3 : 0),
    subsequent: scheme === 'light' ? weak(0.22) : strong(0.55),
    early: weak(0.22),
    middle: strong(0.12),
    late: strong(0.58),
    other: from.chart7,
    ghost: from.chartGhost,
    c1: from.chart4,
    c2: from.chart1,
    c3: from.chart2,
    c4: from.chart5,
    c5: from.chart3,
    c6: from.chart6,
    c7: from.chart8,
    c8: mix(from.chart2, from.text, 0.5),
  };
};

const hues: readonly (readonly [number, string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [66, 'yellow'],
  [160, 'green'],
  [196, 'teal'],
  [250, 'blue'],
  [285, 'violet'],
  [325, 'purple'],
  [347, 'pink'],
  [361, 'red'],
];

const computeHue = ([red, green, blue]: [number, number, number], most: number, spread: number): number => {
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return sector * 60;
};

/** The common name of a hex color: 'dark blue', 'light gray'. For users who cannot see the color. */
export const colorName = (hex: string): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  const [spread, light] = [most - least, (most + least) / 2];
  if (light > 0.96) return 'white';
  if (light < 0.06) return 'black';
  const shade = light > 0.68 ? 'light ' : light < 0.32 ? 'dark ' : '';
  if (spread < 0.1) return `${shade}gray`;
  const hue = computeHue(parts, most, spread);
  if (shade === 'dark ' && hue >= 15 && hue < 66) return 'brown';
  return `${shade}${hues.find(([end]) => hue < end)?.[1] ?? 'red'}`;
};
