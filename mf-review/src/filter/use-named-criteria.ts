import { namedCatalogue, termsFilter, listSelectedTerms } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { useNamedModel } from '@readerlens/filters';
import { useCallback, useMemo, useState } from 'react';
import type { ReviewCriteria } from './review-criteria.ts';

type Names = ReadonlyMap<string, string>;

const buildNameKey = (field: string, id: string) => `${field} ${id}`;

const named = (field: string, terms: readonly Term[], names: Names): Term[] =>
  terms.map((term) => {
    const name = term.name ?? names.get(buildNameKey(field, term.id));
    return name === undefined ? term : { id: term.id, name };
  });

const namesIn = ({ onlines, clients }: ReviewCriteria): [string, string][] =>
  [...onlines.map((term) => ['Onlines', term] as const), ...clients.map((term) => ['Clients', term] as const)]
    .filter(([, { name }]) => name !== undefined)
    .map(([field, { id, name = id }]) => [buildNameKey(field, id), name]);

/**
 * Adds names to the clients and communities of criteria. The URL contains ids only: names selected on this page are
 * kept by `remember`, others are looked up.
 */
export const useNamedCriteria = (criteria: ReviewCriteria) => {
  const [remembered, setRemembered] = useState<Names>(new Map());
  const model = useMemo(
    () => ({
      filters: [
        termsFilter('Onlines', named('Onlines', criteria.onlines, remembered)),
        termsFilter('Clients', named('Clients', criteria.clients, remembered)),
      ],
      indices: [],
    }),
    [criteria, remembered],
  );
  const { filters } = useNamedModel(model, namedCatalogue);
  const withNames = useMemo(
    (): ReviewCriteria => ({
      ...criteria,
      onlines: listSelectedTerms(filters, 'Onlines'),
      clients: listSelectedTerms(filters, 'Clients'),
    }),
    [criteria, filters],
  );
  const remember = useCallback(
    (next: ReviewCriteria) => setRemembered((before) => new Map([...before, ...namesIn(next)])),
    [],
  );
  return { criteria: withNames, remember };
};
