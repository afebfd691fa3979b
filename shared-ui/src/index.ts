export * from './area/index.ts';
export * from './column-manager/index.ts';
export * from './components/index.ts';
export * from './filter-panel/index.ts';
export * from './forms/index.ts';
export * from './theme/index.ts';
