// What needs a browser but no React. The pure model is `@readerlens/filters/model`, hooks are in `.../react`.
export * from './lookups/option-lookups.ts';
export * from './panel/default-model.ts';
export * from './panel/draft.ts';
export * from './panel/panel-fields.ts';
export * from './search/current-search.ts';
export * from './search/search-store.ts';
