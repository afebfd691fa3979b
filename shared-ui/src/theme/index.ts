export { cssColor, palette } from './palette.ts';
export type { ColorName, ColorScheme } from './palette.ts';
export {
  colorModeKey,
  colorModes,
  getColorScheme,
  setColorMode,
  useColorMode,
  useColorScheme,
} from './color-mode.ts';
export type { ColorMode } from './color-mode.ts';
export { AreaProvider, UiProvider } from './providers.tsx';
