// For tests only.
export * from './fake-clock.ts';
export * from './narrow-window.ts';
export * from './render-area.tsx';
export * from './render-ui.tsx';
