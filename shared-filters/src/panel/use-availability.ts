import { useBlinded } from '@readerlens/auth/react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../lookups/option-lookup.ts';
import { optionsQuery } from '../lookups/options-query.ts';
import { useFilterOwner } from '../lookups/owner.ts';
import { listSelectedTerms } from '../model/index.ts';
import type { FieldCatalogue, Filter } from '../model/index.ts';
import type { Availability } from './draft.ts';

/** The ids of a field's selected terms; referentially stable while equal. */
const useSelectedIds = (filters: readonly Filter[], field: string): readonly string[] => {
  const text = JSON.stringify(listSelectedTerms(filters, field).map(({ id }) => id));
  return useMemo(() => JSON.parse(text) as string[], [text]);
};

/** All options of a field, from the query that its widget uses too; undefined while not loaded or not needed. */
const useAllOptions = (
  lookup: 'analyst-tags' | 'onlines',
  { needed, ...context }: { needed: boolean; field: string; clientIds?: readonly string[] },
): readonly Option[] | undefined => {
  const user = useFilterOwner();
  const blinded = useBlinded();
  const query = user && needed ? optionsQuery({ lookup, user, blinded, ...context }, '') : undefined;
  return useQuery<readonly Option[]>({
    queryKey: query?.queryKey ?? ['filter-options', lookup],
    queryFn: query?.queryFn ?? skipToken,
    staleTime: query?.staleTime ?? Infinity,
  }).data;
};

/** The tags of the selected clients, requested only if there are selected tags to check. */
const useTagIds = (filters: readonly Filter[], clientIds: readonly string[]) => {
  const needed = filters.some(
    (filter) => filter.$type === 'Terms' && filter.field === 'AnalystTags' && filter.value.length > 0,
  );
  const options = useAllOptions('analyst-tags', { needed, field: 'AnalystTags', clientIds });
  return useMemo(() => options && new Set(options.map(({ id }) => id)), [options]);
};

const hasGroupQuestions = ({ fields }: FieldCatalogue): boolean =>
  fields.some(({ question }) => (question?.businessGroupId ?? null) !== null);

const none: ReadonlySet<string> = new Set();

const useBusinessGroupIds = (communityIds: readonly string[], catalogue: FieldCatalogue) => {
  const needed = communityIds.length > 0 && hasGroupQuestions(catalogue);
  const options = useAllOptions('onlines', { needed, field: 'Onlines' });
  return useMemo(() => {
    if (communityIds.length === 0) return none;
    const selected = options?.filter(({ id }) => communityIds.includes(id));
    return selected && new Set(selected.flatMap(({ businessGroupId }) => businessGroupId ?? []));
  }, [options, communityIds]);
};

/** The tags and fields available for the selected clients and communities, and in Blinded Mode. */
export const useAvailability = (filters: readonly Filter[], catalogue: FieldCatalogue) => {
  const clientIds = useSelectedIds(filters, 'Clients');
  const communityIds = useSelectedIds(filters, 'Onlines');
  const tagIds = useTagIds(filters, clientIds);
  const businessGroupIds = useBusinessGroupIds(communityIds, catalogue);
  const blinded = useBlinded();
  const availability: Availability = useMemo(
    () => ({ tagIds, businessGroupIds, blinded }),
    [tagIds, businessGroupIds, blinded],
  );
  return { clientIds, availability };
};
