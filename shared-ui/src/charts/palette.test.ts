import { palette } from '../theme/index.ts';
import type { ColorScheme } from '../theme/index.ts';
import { contrastRatio, minimumContrast } from './contrast.ts';
import { chartColors } from './palette.ts';

const schemes: ColorScheme[] = ['light', 'dark'];

describe('chart colours', () => {
  it.each(schemes)('stand out from the %s surface', (scheme) => {
    const weak = Object.entries(chartColors(scheme)).filter(
      ([, color]) => contrastRatio(color, palette[scheme].surface) < minimumContrast,
    );
    expect(weak).toEqual([]);
  });

  it.each(schemes)('keep ordered steps apart in grey on %s', (scheme) => {
    const { early, middle, late, initial, subsequent } = chartColors(scheme);
    expect(contrastRatio(early, middle)).toBeGreaterThan(1.3);
    expect(contrastRatio(middle, late)).toBeGreaterThan(1.3);
    expect(contrastRatio(initial, subsequent)).toBeGreaterThan(1.5);
  });
});
