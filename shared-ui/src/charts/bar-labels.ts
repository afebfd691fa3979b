import { truncateTitle } from './format.ts';

/** As in the theme. A canvas does not know the variables of the page. */
const font = "12.5px 'Inter Variable', Inter, system-ui, sans-serif";
/** Where nothing measures: the average width in Inter. */
const characterWidth = 6.8;
/** The most of a chart that labels take. */
const largestShare = 0.4;
/** Between a label and its bar. */
const gap = 14;

type Measure = (text: string) => number;

let context: OffscreenCanvasRenderingContext2D | null | undefined;

const measureText: Measure = (text) => {
  context ??= 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null;
  if (!context) return Array.from(text).length * characterWidth;
  context.font = font;
  // Digits of charts are all as wide as a zero, which a canvas cannot be told.
  return context.measureText(text.replaceAll(/\d/g, '0')).width;
};

/** The text, cut so that it is at most as wide as the room, in pixels. */
export const cutLabel = (text: string, room: number, measure = measureText): string => {
  let cut = text;
  for (let length = Array.from(text).length; length > 1 && measure(cut) > room;) {
    length -= 1;
    cut = truncateTitle(text, length);
  }
  return cut;
};

/** The room for labels beside bars, in pixels: what the widest one needs, up to a share of the chart. */
export const measureLabels = (
  labels: readonly string[],
  width: number,
  measure = measureText,
): { withGap: number; room: number } => {
  const widest = Math.ceil(Math.max(0, ...labels.map((label) => measure(label))));
  const withGap = Math.min(widest + gap, Math.floor(width * largestShare));
  return { withGap, room: withGap - gap };
};
