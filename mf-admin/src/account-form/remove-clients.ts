import type { AccountValues, Named } from './account-values.ts';
import type { ClientChoices } from './client-choices.queries.ts';

const without = (removed: readonly Named[], kept: readonly Named[]) => {
  const lost = new Set(removed.map(({ id }) => id).filter((id) => !kept.some((one) => one.id === id)));
  return (id: string) => !lost.has(id);
};

/** The values with other clients: without the communities and analyst tags that only the removed clients have. */
export const withClients = (
  values: AccountValues,
  companies: readonly Named[],
  buildChoices: (ids: readonly string[]) => ClientChoices,
): Partial<AccountValues> => {
  const kept = companies.map(({ id }) => id);
  const removed = values.companies.map(({ id }) => id).filter((id) => !kept.includes(id));
  const [lost, left] = [buildChoices(removed), buildChoices(kept)];
  const isTagLeft = without(lost.tags, left.tags);
  const isCommunityLeft = without(lost.communities, left.communities);
  return {
    companies,
    analystTags: values.analystTags.filter(isTagLeft),
    communities: values.communities.filter(({ id }) => isCommunityLeft(id)),
  };
};
