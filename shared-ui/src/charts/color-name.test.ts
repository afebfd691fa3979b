import { colorName } from './color-name.ts';
import { contrastRatio, inkOn } from './contrast.ts';

it('names colours as people do', () => {
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
  expect(named).toEqual(['blue', 'red', 'green', 'purple', 'brown', 'grey', 'white', 'black', 'light teal']);
});

it('measures contrast as WCAG does', () => {
  expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect([inkOn('#234F9F'), inkOn('#F4BD3F')]).toEqual(['#ffffff', '#000000']);
});
