// What the list shows beside its filters, as it stands in the address: `?query=acme&sort=company&order=asc&page=2&size=100`.
// What is as on a fresh page is left out; what cannot be read counts as left out.
import { searchPageSizes, searchSortFields } from '@readerlens/contract/engagements';
import type { SearchPageSize, SearchSortField } from '@readerlens/contract/engagements';
import { setParameter } from '../dashboard/url-state.ts';

export interface SearchView {
  /** What the server looks for in reader, company and document title; '' for nothing. */
  readonly query: string;
  /** Ids of the documents that a link is about; none for all. */
  readonly documents: readonly string[];
  readonly sort: { readonly column: SearchSortField; readonly descending: boolean };
  /** From 1. */
  readonly page: number;
  readonly size: SearchPageSize;
}

export const defaultSort = { column: 'date', descending: true } as const;
export const maxQueryLength = 200;
const maxDocuments = 200;

const known = <T extends string | number>(options: readonly T[], text: string | null): T | undefined =>
  options.find((option) => String(option) === text);

/** What an address says. */
export const readAddress = (search: string): SearchView => {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page') ?? 1);
  const order = parameters.get('order');
  const documents = (parameters.get('documents') ?? '')
    .split(',')
    .filter((id) => id !== '' && id.length <= 64);
  return {
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    documents: [...new Set(documents)].slice(0, maxDocuments),
    sort: {
      column: known(searchSortFields, parameters.get('sort')) ?? defaultSort.column,
      descending: order === null ? defaultSort.descending : order !== 'asc',
    },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: known(searchPageSizes, parameters.get('size')) ?? 50,
  };
};

/** The address with a view in it; everything else of it stays as it is written. */
export const writeAddress = (search: string, view: SearchView): string => {
  const { query, documents, sort, page, size } = view;
  const isDefaultSort = sort.column === defaultSort.column && sort.descending === defaultSort.descending;
  const parameters: [string, string | undefined][] = [
    ['query', query === '' ? undefined : query],
    ['documents', documents.length === 0 ? undefined : documents.join()],
    ['sort', isDefaultSort ? undefined : sort.column],
    ['order', isDefaultSort ? undefined : sort.descending ? 'desc' : 'asc'],
    ['page', page > 1 ? String(page) : undefined],
    ['size', size === 50 ? undefined : String(size)],
  ];
  return parameters.reduce((written, [name, value]) => setParameter(written, name, value), search);
};
