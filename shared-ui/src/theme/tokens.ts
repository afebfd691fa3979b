import { defineSemanticTokens, defineTokens } from '@chakra-ui/react';
import { palette } from './palette.ts';

const values = <V extends string | number>(entries: Record<string, V>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }]));

// Spacing is in pixels: the root font is 14 px, and quarter rems of it fall between pixels.
const steps = [0, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96];
const spacing = Object.fromEntries(steps.map((px) => [String(px / 4), { value: `${px}px` }]));

export const tokens = defineTokens({
  spacing,
  sizes: { ...spacing, full: { value: '100%' } },
  fonts: values({
    body: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
    mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  }),
  // 11, 12, 13, 14, 16, 19, 24, 30 px at the root of 14 px.
  fontSizes: values({
    '2xs': '0.786rem',
    xs: '0.857rem',
    sm: '0.929rem',
    md: '1rem',
    lg: '1.143rem',
    xl: '1.357rem',
    '2xl': '1.714rem',
    '3xl': '2.143rem',
  }),
  fontWeights: values({ regular: 420, medium: 520, semibold: 620, bold: 680 }),
  lineHeights: values({ tight: 1.15, snug: 1.3, body: 1.5 }),
  letterSpacings: values({ tight: '-0.02em', snug: '-0.01em', wide: '0.05em' }),
  radii: values({ sm: '4px', md: '6px', lg: '10px', xl: '14px', full: '999px' }),
  durations: values({ fast: '120ms', moderate: '180ms', slow: '260ms' }),
  easings: values({ out: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }),
  zIndex: values({
    // Above the areas, each of which is a stacking context of its own, and above what sticks inside a page.
    frame: 10,
    bar: 20,
    overlay: 1000,
    modal: 1100,
    popover: 1200,
    tooltip: 1300,
    toast: 1400,
  }),
});

const lightColors: Record<string, string> = palette.light;
const colors = Object.fromEntries(
  Object.entries(palette.dark).map(([name, dark]) => [
    name,
    { value: { base: lightColors[name] ?? dark, _dark: dark } },
  ]),
);

export const semanticTokens = defineSemanticTokens({
  colors,
  shadows: {
    xs: { value: { base: '0 1px 1px #17222A0D', _dark: '0 1px 1px #00000066' } },
    sm: { value: { base: '0 1px 2px #17222A14, 0 2px 8px #17222A0A', _dark: '0 1px 3px #00000080' } },
    lg: {
      value: {
        base: '0 0 0 1px #17222A0F, 0 4px 12px #17222A14, 0 16px 40px #17222A1F',
        _dark: '0 0 0 1px #FFFFFF14, 0 16px 48px #000000B3',
      },
    },
  },
});

const text = (fontSize: string, lineHeight = 'body', more: Record<string, string> = {}) => ({
  value: { fontSize, lineHeight, ...more },
});

export const textStyles = {
  overline: text('2xs', 'snug', {
    fontWeight: 'semibold',
    letterSpacing: 'wide',
    textTransform: 'uppercase',
  }),
  caption: text('xs', 'snug'),
  small: text('sm'),
  body: text('md'),
  lead: text('lg'),
  title: text('lg', 'snug', { fontWeight: 'semibold', letterSpacing: 'snug' }),
  page: text('2xl', 'tight', { fontWeight: 'semibold', letterSpacing: 'tight' }),
  figure: text('3xl', 'tight', {
    fontWeight: 'semibold',
    letterSpacing: 'tight',
    fontVariantNumeric: 'tabular-nums',
  }),
};
