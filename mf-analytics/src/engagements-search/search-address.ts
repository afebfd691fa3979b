import { searchPageSizes, searchSortFields } from '@readerlens/contract/explorer';
import { docAges } from '@readerlens/contract/vocabulary';
import type { DocAge } from '@readerlens/contract/vocabulary';
import { knownOption, listAddress, textParameter } from '@readerlens/filters/list';
import type { ListParameter } from '@readerlens/filters/list';

export const maxQueryLength = 200;
const maxDocuments = 200;
const maxIdLength = 64;
const isId = (text: string): boolean => text !== '' && text.length <= maxIdLength;

const idParameter: ListParameter<string> = {
  read: (text) => (text !== null && isId(text) ? text : ''),
  write: (id) => id || undefined,
};

const idsParameter: ListParameter<readonly string[]> = {
  read: (text) => [...new Set((text ?? '').split(',').filter(isId))].slice(0, maxDocuments),
  write: (ids) => ids.join() || undefined,
};

const docAgeParameter: ListParameter<DocAge | undefined> = {
  read: (text) => knownOption(docAges, text),
  write: (docAge) => docAge,
};

/** The list apart from its filters: `?query=acme&sort=company&order=asc&page=2&size=100`. */
export const searchAddress = listAddress(
  {
    sortColumns: searchSortFields,
    sizes: searchPageSizes,
    start: { sort: { column: 'date', descending: true }, page: 1, size: 50 },
  },
  {
    /** The text that the server searches for in reader, company and document title; '' for none. */
    query: textParameter(maxQueryLength),
    /** Ids of the documents that a link narrows the search to; empty for all. */
    documents: idsParameter,
    /** Id of the reader that a link narrows the search to; '' for all. */
    reader: idParameter,
    /** Id of the organization at the time of the activity; '' for all. */
    org: idParameter,
    /** Age of the documents that a link narrows the search to; undefined for any. */
    docAge: docAgeParameter,
  },
);

export type SearchView = ReturnType<typeof searchAddress.read>;

/** What a link narrows the filters to. */
export type Narrowing = Pick<SearchView, 'docAge' | 'documents' | 'org' | 'query' | 'reader'>;
