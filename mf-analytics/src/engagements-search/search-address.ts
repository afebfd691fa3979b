// URL state of the list apart from its filters: `?query=acme&sort=company&order=asc&page=2&size=100`. Default values
// are omitted; invalid values count as missing.
import { searchPageSizes, searchSortFields } from '@readerlens/contract/explorer';
import type { SearchPageSize, SearchSortField } from '@readerlens/contract/explorer';
import { setParameter } from '@readerlens/filters';
import { listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace } from '@readerlens/filters/list';

export interface SearchView extends ListPlace<SearchSortField, SearchPageSize> {
  /** The text that the server searches for in reader, company and document title; '' for none. */
  readonly query: string;
  /** Ids of the documents that a link narrows the search to; empty for all. */
  readonly documents: readonly string[];
}

const rules = {
  sortColumns: searchSortFields,
  sizes: searchPageSizes,
  start: { sort: { column: 'date', descending: true }, page: 1, size: 50 },
} as const;
export const maxQueryLength = 200;
const maxDocuments = 200;

/** Reads the view from a `location.search`. */
export const readAddress = (search: string): SearchView => {
  const parameters = new URLSearchParams(search);
  const documents = (parameters.get('documents') ?? '')
    .split(',')
    .filter((id) => id !== '' && id.length <= 64);
  return {
    ...readListPlace(search, rules),
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    documents: [...new Set(documents)].slice(0, maxDocuments),
  };
};

/** Sets the view in a `location.search`; other parameters are kept as written. */
export const writeAddress = (view: SearchView, search: string): string => {
  const { query, documents } = view;
  const parameters: [string, string | undefined][] = [
    ['query', query === '' ? undefined : query],
    ['documents', documents.length === 0 ? undefined : documents.join()],
    ...listPlaceParameters(view, rules),
  ];
  return parameters.reduce((written, [name, value]) => setParameter(written, name, value), search);
};
