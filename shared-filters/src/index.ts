// What needs a browser but no React. The pure model is `@readerlens/filters/model`, hooks are in `.../react`.
export type { Option, OptionLookup, OptionRequest, OptionUser } from './lookups/option-lookup.ts';
export * from './lookups/option-lookups.ts';
export type { QuestionRow } from './lookups/questions.ts';
export * from './panel/default-model.ts';
export * from './panel/draft.ts';
export * from './panel/panel-fields.ts';
export * from './panel/same-search.ts';
export * from './search/applied-from.ts';
export * from './search/current-search.ts';
export * from './search/search-store.ts';
export * from './search/share-link.ts';
