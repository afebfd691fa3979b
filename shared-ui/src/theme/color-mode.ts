import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import type { ColorScheme } from './palette.ts';

export const colorModes = ['light', 'dark', 'system'] as const;
export type ColorMode = (typeof colorModes)[number];

/** Storage key of the choice; the script that runs before the first paint reads the same key. */
export const colorModeKey = 'readerlens.color-mode';

const { subscribe, notify } = createListeners();
const darkQuery = () =>
  typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

/** The user's choice; 'system' by default. */
const getColorMode = (): ColorMode => {
  const stored = localStorage.getItem(colorModeKey);
  return colorModes.find((mode) => mode === stored) ?? 'system';
};

/** The current color scheme. */
export const getColorScheme = (): ColorScheme => {
  const mode = getColorMode();
  if (mode !== 'system') return mode;
  return darkQuery()?.matches ? 'dark' : 'light';
};

const apply = () => {
  const scheme = getColorScheme();
  const root = document.documentElement;
  root.classList.toggle('dark', scheme === 'dark');
  root.classList.toggle('light', scheme === 'light');
  root.style.colorScheme = scheme;
  notify();
};

export const setColorMode = (mode: ColorMode) => {
  localStorage.setItem(colorModeKey, mode);
  apply();
};

/** Follows the system's color scheme and changes in other tabs. Returns a function that stops it. */
export const followColorMode = (): (() => void) => {
  const query = darkQuery();
  const onStorage = (event: StorageEvent) => {
    if (event.key === colorModeKey || event.key === null) apply();
  };
  apply();
  query?.addEventListener('change', apply);
  addEventListener('storage', onStorage);
  return () => {
    query?.removeEventListener('change', apply);
    removeEventListener('storage', onStorage);
  };
};

/** The user's choice and its setter. */
export const useColorMode = (): [ColorMode, (mode: ColorMode) => void] => [
  useSyncExternalStore(subscribe, getColorMode),
  setColorMode,
];

/** The current color scheme; charts need it for raw colors. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, getColorScheme);
