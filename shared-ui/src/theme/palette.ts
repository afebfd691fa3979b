// The one place where colours are numbers. Everything else names them.
// Contrast is checked by palette.test.ts: text >= 4.5:1, control borders and chart colours >= 3:1 on their surfaces.

const light = {
  bg: '#F4F2EC',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  sunken: '#FAF9F5',
  hover: '#F1EFE8',
  track: '#EDEAE1',
  thumb: '#FFFFFF',
  selected: '#E2EFED',
  border: '#E3E0D6',
  borderStrong: '#CBC7BA',
  control: '#8B887D',
  text: '#17222A',
  textMuted: '#515C64',
  textSubtle: '#626B71',
  accent: '#0B5C60',
  accentHover: '#07474B',
  accentSubtle: '#DDEDEB',
  accentText: '#0A5256',
  onAccent: '#FFFFFF',
  highlight: '#F4BD3F',
  highlightSubtle: '#FDF1D2',
  onHighlight: '#2B2105',
  positive: '#1A7446',
  positiveSubtle: '#DFF2E6',
  negative: '#B8312A',
  negativeHover: '#97231D',
  negativeSubtle: '#FBE6E3',
  onNegative: '#FFFFFF',
  warning: '#8A5700',
  warningSubtle: '#FDF0D0',
  info: '#23609F',
  infoSubtle: '#E1ECF8',
  rolePrimary: '#0B5C60',
  roleSecondary: '#8A4B7C',
  roleNeutral: '#5F686E',
  onRole: '#FFFFFF',
  focus: '#0B7C82',
  overlay: '#17222A73',
  chart1: '#0C6E73',
  chart2: '#C97B0A',
  chart3: '#C8472B',
  chart4: '#3D6CC0',
  chart5: '#8B4A86',
  chart6: '#5D8A2D',
  chart7: '#6C7883',
  chart8: '#C4567C',
  chartGhost: '#87939A',
  chartGrid: '#E9E6DD',
};

export type ColorName = keyof typeof light;
export type ColorScheme = 'light' | 'dark';

const dark: Record<ColorName, string> = {
  bg: '#0D1316',
  surface: '#141C20',
  raised: '#1B252A',
  sunken: '#10171A',
  hover: '#1E292F',
  track: '#10171A',
  thumb: '#2B3940',
  selected: '#12353A',
  border: '#263138',
  borderStrong: '#37454D',
  control: '#6A7982',
  text: '#E9EDEC',
  textMuted: '#A9B5BA',
  textSubtle: '#95A2A8',
  accent: '#52C4BF',
  accentHover: '#79D6D1',
  accentSubtle: '#12353A',
  accentText: '#74D3CE',
  onAccent: '#06282A',
  highlight: '#F0B93A',
  highlightSubtle: '#3A2F12',
  onHighlight: '#231A03',
  positive: '#5CC48B',
  positiveSubtle: '#12301F',
  negative: '#F2877D',
  negativeHover: '#F6A49C',
  negativeSubtle: '#3A1B19',
  onNegative: '#2E0906',
  warning: '#EDBB57',
  warningSubtle: '#352A10',
  info: '#84B3EA',
  infoSubtle: '#152A40',
  rolePrimary: '#52C4BF',
  roleSecondary: '#D79CCB',
  roleNeutral: '#A9B5BA',
  onRole: '#0D1316',
  focus: '#5CD2CC',
  overlay: '#04080AB3',
  chart1: '#45B5B1',
  chart2: '#E8B04A',
  chart3: '#EE8463',
  chart4: '#7EA6EE',
  chart5: '#C58FC0',
  chart6: '#98C262',
  chart7: '#A4B0BA',
  chart8: '#EC8BAE',
  chartGhost: '#71808A',
  chartGrid: '#232E34',
};

/** Raw colours by scheme, for what cannot read CSS variables: canvas, exported SVG and PDF, interpolations. */
export const palette: Record<ColorScheme, Record<ColorName, string>> = { light, dark };

const chartNames = ['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6', 'chart7', 'chart8'] as const;

/** The eight categorical colours of a scheme, in the order in which they tell apart best. */
export const chartPalette = (scheme: ColorScheme): string[] =>
  chartNames.map((name) => palette[scheme][name]);

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A semantic colour as a CSS variable, following the colour mode: `cssColor('accent')` is 'var(--rl-colors-accent)'. */
export const cssColor = (name: ColorName): string => `var(--rl-colors-${dashed(name)})`;
