import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../components/index.ts';
import { useColorMode } from './color-mode.ts';
import { cssColor, palette } from './palette.ts';
import type { ColorName, ColorScheme } from './palette.ts';
import { AreaProvider, UiProvider } from './providers.tsx';
import { system } from './system.ts';
import { withoutLayer } from './without-layers.ts';

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string) => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const onGround: ColorName[] = [
  'text',
  'textMuted',
  'textSubtle',
  'accentText',
  'negative',
  'positive',
  'warning',
  'info',
];
const grounds: ColorName[] = ['bg', 'surface', 'raised', 'sunken'];
const pairs: [ColorName, ColorName][] = [
  ...onGround.flatMap((text) => grounds.map((ground): [ColorName, ColorName] => [text, ground])),
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['accentText', 'accentSubtle'],
  ['onHighlight', 'highlight'],
  ['onNegative', 'negative'],
  ['positive', 'positiveSubtle'],
  ['negative', 'negativeSubtle'],
  ['warning', 'warningSubtle'],
  ['info', 'infoSubtle'],
  ['textMuted', 'hover'],
  ['textMuted', 'track'],
  ['text', 'thumb'],
  ['onRole', 'rolePrimary'],
  ['onRole', 'roleSecondary'],
  ['onRole', 'roleNeutral'],
];

describe.each<ColorScheme>(['light', 'dark'])('the %s scheme', (scheme) => {
  const colors = palette[scheme];

  it.each(pairs)('has readable %s on %s', (text, ground) => {
    expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it('has sufficient contrast between controls, charts and their background', () => {
    const chartColors = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((place) => colors[`chart${place}`]);
    const shapes = [colors.control, colors.focus, colors.chartGhost, ...chartColors];
    for (const shape of shapes) {
      expect(contrast(shape, colors.surface)).toBeGreaterThanOrEqual(3);
    }
  });
});

it('has the same CSS variables for colors as the system', () => {
  for (const name of Object.keys(palette.light) as ColorName[]) {
    expect(system.token.var(`colors.${name}`)).toBe(cssColor(name));
  }
});

it('makes the recipe of a component once', () => {
  const recipe = { base: { color: 'accent' } };
  expect(system.cva(recipe)).toBe(system.cva(recipe));
  expect(system.cva({ base: { color: 'text' } })()).not.toEqual(system.cva(recipe)());
});

it('renders an area with the same theme, without repeating the global styles', () => {
  const styles = () => document.head.querySelectorAll('style').length;
  render(<UiProvider>shell</UiProvider>);
  const before = styles();
  expect(before).toBeGreaterThan(0);
  render(<AreaProvider>area</AreaProvider>);
  expect(styles()).toBe(before);
});

const Mode = () => {
  const [mode, setMode] = useColorMode();
  return <button onClick={() => setMode('dark')}>{mode}</button>;
};

it('stores the color mode and follows other tabs', async () => {
  render(
    <UiProvider>
      <Mode />
    </UiProvider>,
  );
  const root = document.documentElement;
  expect(root).toHaveClass('light');
  await userEvent.click(screen.getByRole('button', { name: 'system' }));
  expect(root).toHaveClass('dark');
  expect(localStorage.getItem('readerlens.color-mode')).toBe('dark');
  localStorage.setItem('readerlens.color-mode', 'light');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'readerlens.color-mode' })));
  expect(root).toHaveClass('light');
  expect(screen.getByRole('button', { name: 'light' })).toBeInTheDocument();
});

describe('a rule of an element', () => {
  it('is in no layer, and wins over recipes whatever their selectors are', () => {
    expect(withoutLayer('.rl-1ab{color:red;}')).toBe('.rl-1ab:not(#rl){color:red;}');
    expect(withoutLayer('@media print{.rl-1ab:hover::before{color:red;}}')).toBe(
      '@media print{.rl-1ab:not(#rl):hover::before{color:red;}}',
    );
    expect(withoutLayer('@layer recipes{.rl-1ab{color:red;}.dark .rl-1ab:hover{color:blue;}}')).toBe(
      '@media all{:where(.rl-1ab){color:red;}.dark :where(.rl-1ab):hover{color:blue;}}',
    );
  });

  it('is without a layer in the page', () => {
    render(
      <UiProvider>
        <Button>Save</Button>
      </UiProvider>,
    );
    const { classList } = screen.getByRole('button', { name: 'Save' });
    const rules = [...document.querySelectorAll('style')]
      .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText))
      .filter((text) => [...classList].some((name) => text.includes(name)));
    expect(rules).not.toEqual([]);
    expect(rules.filter((text) => text.includes('@layer'))).toEqual([]);
  });
});
