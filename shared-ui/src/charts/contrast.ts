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

/** WCAG contrast ratio of two colours in hex, 1 to 21. */
export const contrastRatio = (first: string, second: string): number => {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Least contrast of a bar or slice with its background (WCAG 1.4.11). */
export const minimumContrast = 3;

/** Text colour that reads best on a coloured ground: at least 4.58:1, which no dark grey would reach everywhere. */
export const inkOn = (hex: string): string =>
  contrastRatio(hex, '#ffffff') >= contrastRatio(hex, '#000000') ? '#ffffff' : '#000000';

/** A colour between two, `share` 0 to 1 of the way. */
export const mix = (from: string, to: string, share: number): string => {
  const [start, end] = [parse(from), parse(to)];
  const channels = start.map((value, at) => Math.round(value + ((end[at] ?? value) - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
