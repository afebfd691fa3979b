import { OptionsField, useNamedModel } from '@readerlens/filters';
import { namedCatalogue, termsFilter, listSelectedTerms } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { useMemo, useState } from 'react';

const definition = namedCatalogue.find('Clients');

/** The clients of these ids. The URL contains ids only: names selected on this page are kept, others are looked up. */
const useNamedClients = (ids: readonly string[], selected: readonly Term[]): readonly Term[] => {
  const model = useMemo(() => {
    const findTerm = (id: string) => selected.find((term) => term.id === id) ?? { id };
    return { filters: [termsFilter('Clients', ids.map(findTerm))], indices: [] };
  }, [ids, selected]);
  return listSelectedTerms(useNamedModel(model, namedCatalogue).filters, 'Clients');
};

interface Props {
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Limits the users to those of some clients. */
export const ClientsFilter = ({ ids, onChange }: Props) => {
  const [selected, setSelected] = useState<readonly Term[]>([]);
  const value = useNamedClients(ids, selected);
  if (!definition) return null;
  return (
    <OptionsField
      label="Clients"
      hideLabel
      placeholder="All clients"
      definition={definition}
      value={value}
      onChange={(terms) => {
        setSelected(terms);
        onChange(terms.map(({ id }) => id));
      }}
    />
  );
};
