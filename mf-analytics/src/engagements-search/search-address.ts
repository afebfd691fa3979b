// URL state of the list apart from its filters: `?query=acme&sort=company&order=asc&page=2&size=100`. Default values
// are omitted; invalid values count as missing.
import { searchPageSizes, searchSortFields } from '@readerlens/contract/explorer';
import type { SearchPageSize, SearchSortField } from '@readerlens/contract/explorer';
import { docAges } from '@readerlens/contract/vocabulary';
import type { DocAge } from '@readerlens/contract/vocabulary';
import { setParameter } from '@readerlens/filters';
import { knownOption, listPlaceParameters, readListPlace } from '@readerlens/filters/list';
import type { ListPlace } from '@readerlens/filters/list';

export interface SearchView extends ListPlace<SearchSortField, SearchPageSize> {
  /** The text that the server searches for in reader, company and document title; '' for none. */
  readonly query: string;
  /** Ids of the documents that a link narrows the search to; empty for all. */
  readonly documents: readonly string[];
  /** Id of the reader that a link narrows the search to; '' for all. */
  readonly reader: string;
  /** Id of the organization at the time of the activity; '' for all. */
  readonly org: string;
  /** Age of the documents that a link narrows the search to; undefined for any. */
  readonly docAge: DocAge | undefined;
}

/** What a link narrows the filters to. */
export type Narrowing = Pick<SearchView, 'docAge' | 'documents' | 'org' | 'query' | 'reader'>;

const rules = {
  sortColumns: searchSortFields,
  sizes: searchPageSizes,
  start: { sort: { column: 'date', descending: true }, page: 1, size: 50 },
} as const;
export const maxQueryLength = 200;
const maxDocuments = 200;
const maxIdLength = 64;
const isId = (text: string): boolean => text !== '' && text.length <= maxIdLength;

/** Reads the view from a `location.search`. */
export const readAddress = (search: string): SearchView => {
  const parameters = new URLSearchParams(search);
  const documents = (parameters.get('documents') ?? '').split(',').filter(isId);
  const idOf = (name: string) => [parameters.get(name) ?? ''].find(isId) ?? '';
  return {
    ...readListPlace(search, rules),
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    documents: [...new Set(documents)].slice(0, maxDocuments),
    reader: idOf('reader'),
    org: idOf('org'),
    docAge: knownOption(docAges, parameters.get('docAge')),
  };
};

/** Sets the view in a `location.search`; other parameters are kept as written. */
export const writeAddress = (view: SearchView, search: string): string => {
  const { query, documents, reader, org, docAge } = view;
  const parameters: [string, string | undefined][] = [
    ['query', query === '' ? undefined : query],
    ['documents', documents.length === 0 ? undefined : documents.join()],
    ['reader', reader || undefined],
    ['org', org || undefined],
    ['docAge', docAge],
    ...listPlaceParameters(view, rules),
  ];
  return parameters.reduce((written, [name, value]) => setParameter(written, name, value), search);
};
