import { useMemo } from 'react';
import { useNamedModel } from '../../../lookups/use-named-model.ts';
import {
  namedCatalogue,
  prepareForQuery,
  findDateRange,
  termsFilter,
  listSelectedTerms,
} from '../../../model/index.ts';
import type { ResolvedRange, Term } from '../../../model/index.ts';
import type { DashboardSearch } from '../figure-query.ts';

/** What the dialog shows: a form, the notes of one mark, or all notes. */
export interface NotesRequest {
  form?: 'add';
  ids?: readonly string[];
}

/** The clients of a search with their names, which are pseudonyms in Blinded Mode. A client without a known name is its id. */
export const useSearchClients = ({ model }: Pick<DashboardSearch, 'model'>): readonly Required<Term>[] => {
  const clients = useMemo(
    () => ({ filters: [termsFilter('Clients', listSelectedTerms(model.filters, 'Clients'))], indices: [] }),
    [model],
  );
  const { filters } = useNamedModel(clients, namedCatalogue);
  return useMemo(
    () => listSelectedTerms(filters, 'Clients').map(({ id, name = id }) => ({ id, name })),
    [filters],
  );
};

/** The dates of a search. */
export const rangeOfSearch = ({ model }: DashboardSearch, now: Date): ResolvedRange | undefined =>
  findDateRange(prepareForQuery(model.filters, { now, catalogue: namedCatalogue }));
