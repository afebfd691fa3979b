import { useBlinded } from '@readerlens/auth/react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../lookups/option-lookup.ts';
import { optionsQuery } from '../lookups/options-query.ts';
import { useFilterOwner } from '../lookups/owner.ts';
import { termsOf } from '../model/index.ts';
import type { FieldCatalogue, Filter } from '../model/index.ts';
import type { Offered } from './draft.ts';

/** The ids of a field's chosen terms; the same list as long as it says the same. */
const useIdsOf = (filters: readonly Filter[], field: string): readonly string[] => {
  const text = JSON.stringify(termsOf(filters, field).map(({ id }) => id));
  return useMemo(() => JSON.parse(text) as string[], [text]);
};

/** All options of a field, which its widget shows as well; undefined while they are not known or not needed. */
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

/** Tags that the chosen clients have, asked for only while there are tags to hold against them. */
const useTagIds = (filters: readonly Filter[], clientIds: readonly string[]) => {
  const needed = filters.some(
    (filter) => filter.$type === 'Terms' && filter.field === 'AnalystTags' && filter.value.length > 0,
  );
  const options = useAllOptions('analyst-tags', { needed, field: 'AnalystTags', clientIds });
  return useMemo(() => options && new Set(options.map(({ id }) => id)), [options]);
};

const asksForGroups = ({ fields }: FieldCatalogue): boolean =>
  fields.some(({ question }) => (question?.businessGroupId ?? null) !== null);

const none: ReadonlySet<string> = new Set();

const useBusinessGroupIds = (communityIds: readonly string[], catalogue: FieldCatalogue) => {
  const needed = communityIds.length > 0 && asksForGroups(catalogue);
  const options = useAllOptions('onlines', { needed, field: 'Onlines' });
  return useMemo(() => {
    if (communityIds.length === 0) return none;
    const chosen = options?.filter(({ id }) => communityIds.includes(id));
    return chosen && new Set(chosen.flatMap(({ businessGroupId }) => businessGroupId ?? []));
  }, [options, communityIds]);
};

/** What the chosen clients and communities, and Blinded Mode, leave of tags and of fields. */
export const useOffered = (filters: readonly Filter[], catalogue: FieldCatalogue) => {
  const clientIds = useIdsOf(filters, 'Clients');
  const communityIds = useIdsOf(filters, 'Onlines');
  const tagIds = useTagIds(filters, clientIds);
  const businessGroupIds = useBusinessGroupIds(communityIds, catalogue);
  const blinded = useBlinded();
  const offered: Offered = useMemo(
    () => ({ tagIds, businessGroupIds, blinded }),
    [tagIds, businessGroupIds, blinded],
  );
  return { clientIds, offered };
};
