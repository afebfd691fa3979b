export * from './area/index.ts';
export * from './components/index.ts';
export * from './forms/index.ts';
export * from './theme/index.ts';
export * from './format.ts';
export * from './listeners.ts';
export * from './page-parts/page-parts.tsx';
