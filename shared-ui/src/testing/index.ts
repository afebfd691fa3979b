// For tests only.
export * from './render-area.tsx';
export * from './render-ui.tsx';
