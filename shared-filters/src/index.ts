// The current search and the options of its fields. The pure model is `@readerlens/filters/model`.
export type { Option, OptionLookup, OptionRequest, OptionUser } from './lookups/option-lookup.ts';
export * from './lookups/option-lookups.ts';
export { questionsQuery } from './lookups/questions.ts';
export type { QuestionRow } from './lookups/questions.ts';
export { OptionsField } from './lookups/options-field.tsx';
export type { OptionsFieldProps } from './lookups/options-field.tsx';
export * from './lookups/use-catalogue.ts';
export * from './lookups/use-named-model.ts';
export * from './lookups/use-options.ts';
export { recentClientIds } from './search/recent-clients.ts';
export * from './search/default-model.ts';
export * from './search/search-store.ts';
export * from './search/use-current-search.ts';
export { savedSearchesKey, savedSearchesQuery } from './search/use-saved-searches.ts';
export * from './search/use-stored-defaults.ts';
export * from './search/url-parameters.ts';
export * from './search/use-url-choice.ts';
export * from './search/use-area-search.ts';
