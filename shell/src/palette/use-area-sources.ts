import { satisfies } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import type { CommandSource } from '@readerlens/ui';
import { useQueries } from '@tanstack/react-query';
import { loadCommandSources, useRegistry } from '../host/index.ts';

export interface AreaSources {
  sources: readonly (CommandSource & { id: string })[];
  loading: boolean;
  /** Names of the areas that could not be loaded. */
  failed: readonly string[];
}

/** What the areas that the user may enter add to the palette. One area does not wait for another. */
export const useAreaSources = (): AreaSources => {
  const state = useRegistry();
  const claims = useSession((session) => session.claims);
  const areas = state.status === 'ready' ? state.registry.areas : [];
  const entered = areas.filter(({ routes }) => routes.some(({ access }) => satisfies(claims, access)));
  const answers = useQueries({
    queries: entered.map((area) => ({
      queryKey: ['command-sources', area.id, area.version],
      queryFn: () => loadCommandSources(area),
      staleTime: Infinity,
      retry: false,
    })),
  });
  return {
    sources: answers
      .flatMap(({ data = [] }, at) =>
        data.map((source) => ({ ...source, id: `${entered[at]?.id} ${source.group}` })),
      )
      .toSorted((a, b) => a.order - b.order),
    loading: answers.some(({ isPending }) => isPending),
    failed: entered.filter((_, at) => answers[at]?.isError).map(({ name }) => name),
  };
};
