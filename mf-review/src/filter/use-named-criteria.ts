import { namedCatalogue, termsFilter, termsOf } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { useNamedModel } from '@readerlens/filters';
import { useCallback, useMemo, useState } from 'react';
import type { ReviewCriteria } from './review-criteria.ts';

type Names = ReadonlyMap<string, string>;

const keyOf = (field: string, id: string) => `${field} ${id}`;

const named = (field: string, terms: readonly Term[], names: Names): Term[] =>
  terms.map((term) => {
    const name = term.name ?? names.get(keyOf(field, term.id));
    return name === undefined ? term : { id: term.id, name };
  });

const namesIn = ({ onlines, clients }: ReviewCriteria): [string, string][] =>
  [...onlines.map((term) => ['Onlines', term] as const), ...clients.map((term) => ['Clients', term] as const)]
    .filter(([, { name }]) => name !== undefined)
    .map(([field, { id, name = id }]) => [keyOf(field, id), name]);

/**
 * Criteria with the names of their clients and communities. An address has ids only: names of what was chosen here
 * are remembered by `remember`, the others are looked up.
 */
export const useNamedCriteria = (criteria: ReviewCriteria) => {
  const [chosen, setChosen] = useState<Names>(new Map());
  const model = useMemo(
    () => ({
      filters: [
        termsFilter('Onlines', named('Onlines', criteria.onlines, chosen)),
        termsFilter('Clients', named('Clients', criteria.clients, chosen)),
      ],
      indices: [],
    }),
    [criteria, chosen],
  );
  const { filters } = useNamedModel(model, namedCatalogue);
  const withNames = useMemo(
    (): ReviewCriteria => ({
      ...criteria,
      onlines: termsOf(filters, 'Onlines'),
      clients: termsOf(filters, 'Clients'),
    }),
    [criteria, filters],
  );
  const remember = useCallback(
    (next: ReviewCriteria) => setChosen((before) => new Map([...before, ...namesIn(next)])),
    [],
  );
  return { criteria: withNames, remember };
};
