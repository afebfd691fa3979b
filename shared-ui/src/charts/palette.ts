import { palette } from '../theme/index.ts';
import type { ColorScheme } from '../theme/index.ts';
import type { ColorSlot } from './chart-model.ts';
import { mix } from './contrast.ts';

/**
 * The colours of charts in hex, as drawings, colour pickers and the contrast check need them. What has an order
 * (initial before subsequent, early before late) has shades of one blue, so that it also reads in grey.
 */
export const chartColors = (scheme: ColorScheme): Record<ColorSlot, string> => {
  const from = palette[scheme];
  const blue = from.chart4;
  // Away from the surface: darker on light ground, lighter on dark ground.
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
    ghost: from.textSubtle,
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
