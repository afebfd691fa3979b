import type { ColorScheme } from '../theme/index.ts';
import { palette } from '../theme/index.ts';
import { chartColors, colorName, contrastRatio, inkOn, minimumContrast } from './colors.ts';

const schemes: ColorScheme[] = ['light', 'dark'];

describe('chart colors', () => {
  it.each(schemes)('stand out from the %s surface', (scheme) => {
    const weak = Object.entries(chartColors(scheme)).filter(
      ([, color]) => contrastRatio(color, palette[scheme].surface) < minimumContrast,
    );
    expect(weak).toEqual([]);
  });

  it.each(schemes)('keep ordered steps apart in gray on %s', (scheme) => {
    const { early, middle, late, initial, subsequent } = chartColors(scheme);
    expect(contrastRatio(early, middle)).toBeGreaterThan(1.3);
    expect(contrastRatio(middle, late)).toBeGreaterThan(1.3);
    expect(contrastRatio(initial, subsequent)).toBeGreaterThan(1.5);
  });
});

it('names colors as people do', () => {
  const named = [
    '#1F4FA8',
    '#C8472B',
    '#98C262',
    '#8B4A86',
    '#704D0A',
    '#808080',
    '#ffffff',
    '#000000',
    '#9AD8D4',
  ].map(colorName);
  expect(named).toEqual(['blue', 'red', 'green', 'purple', 'brown', 'gray', 'white', 'black', 'light teal']);
});

it('measures contrast as WCAG does', () => {
  expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect([inkOn('#234F9F'), inkOn('#F4BD3F')]).toEqual(['#ffffff', '#000000']);
});
