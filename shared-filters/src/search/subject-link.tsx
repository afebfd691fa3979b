import { OfferedLink } from '@readerlens/ui';
import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import { isDateFilter, listSelectedTerms, namedCatalogue, termsFilter, writeSearch } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { searchStore, storedModel } from './search-store.ts';
import type { SearchState } from './search-store.ts';
import { analyticsArea } from './use-area-search.ts';

/** The remembered search if it has the client, else this client within the remembered dates. */
const searchWithClient = (remembered: FilterModel | undefined, clientId: string): FilterModel => {
  const filters = remembered?.filters ?? [];
  if (remembered && listSelectedTerms(filters, 'Clients').some(({ id }) => id === clientId))
    return remembered;
  return {
    filters: [termsFilter('Clients', [{ id: clientId }]), ...filters.filter(isDateFilter)],
    indices: [],
  };
};

/**
 * The address of the page of a reader or an organization with the search to show there, so that it is the same in a new tab. A row that
 * knows its client leads to what this client knows, whatever was searched before.
 */
export const addSearch = (
  path: string,
  { state = searchStore.getState(), clientId }: { state?: SearchState; clientId?: string | undefined } = {},
): string => {
  const remembered = storedModel(state, analyticsArea, namedCatalogue);
  // It has fields of which nothing is known here, and it applies there without being in the address.
  if (!remembered && Object.hasOwn(state.areas, analyticsArea)) return path;
  const model = clientId === undefined ? remembered : searchWithClient(remembered, clientId);
  return model ? `${path}${writeSearch('', model)}` : path;
};

/**
 * The client of the remembered search, if it is one of the clients of a row; else the first of these, which come in the order of their
 * activities.
 */
export const chooseClientOfRow = (
  clientIds: readonly string[],
  state: SearchState = searchStore.getState(),
): string | undefined => {
  const remembered = storedModel(state, analyticsArea, namedCatalogue)?.filters ?? [];
  const searched = new Set(listSelectedTerms(remembered, 'Clients').map(({ id }) => id));
  return clientIds.find((id) => searched.has(id)) ?? clientIds[0];
};

interface Props extends ComponentProps<typeof OfferedLink> {
  /** Of the row. */
  clientId?: string | undefined;
  /** What the row counts, instead of the remembered search. */
  model?: FilterModel | undefined;
}

/** A link to the page of a reader or an organization, with the search to show there. */
export const SubjectLink = ({ to, clientId, model, ...rest }: Props) => {
  const state = useStore(searchStore);
  const withSearch = (path: string) =>
    model ? `${path}${writeSearch('', model)}` : addSearch(path, { state, clientId });
  return <OfferedLink to={to === null ? null : withSearch(to)} {...rest} />;
};
