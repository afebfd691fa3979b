import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { Viewer } from '@readerlens/auth/react';
import { useQueries } from '@tanstack/react-query';
import type { Named } from './account-values.ts';

/** The communities and analyst tags of one client. */
export interface ClientChoices {
  readonly communities: readonly Named[];
  readonly tags: readonly Named[];
}

const clientChoicesQuery = (clientId: string, viewer: Viewer) => ({
  queryKey: ['client-choices', clientId, viewer],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ClientChoices> => {
    const [communities, tags] = await Promise.all([
      api('GET /api/common-lookup/onlines', { query: { companyIds: clientId } }, { signal }),
      api(
        'POST /api/filter-lookups/cms/tags',
        { body: { field: 'AnalystTags', cIds: [clientId] } },
        { signal },
      ),
    ]);
    return { communities: communities.data.map(({ id, name }) => ({ id, name })), tags: tags.data };
  },
  staleTime: 5 * 60_000,
});

const union = (lists: readonly (readonly Named[])[]): Named[] =>
  [...new Map(lists.flat().map((one) => [one.id, one])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );

/** What can be chosen for the selected clients, by client: what only a removed client has is known at once. */
export const useClientChoices = (clientIds: readonly string[]) => {
  const viewer = useViewer();
  return useQueries({
    queries: clientIds.map((id) => clientChoicesQuery(id, viewer)),
    combine: (results) => {
      const byClient = new Map(clientIds.map((id, index) => [id, results[index]?.data]));
      const buildChoices = (ids: readonly string[]): ClientChoices => {
        const known = ids.flatMap((id) => byClient.get(id) ?? []);
        return {
          communities: union(known.map(({ communities }) => communities)),
          tags: union(known.map(({ tags }) => tags)),
        };
      };
      return {
        ...buildChoices(clientIds),
        buildChoices,
        isPending: results.some(({ isPending }) => isPending),
        error: results.find(({ error }) => error)?.error ?? null,
        retry: () => void Promise.all(results.map(({ refetch }) => refetch())),
      };
    },
  });
};
