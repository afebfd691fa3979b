export * from './lookups/use-named-model.ts';
export * from './lookups/use-options.ts';
export * from './panel/use-filter-draft.ts';
export * from './search/use-current-search.ts';
