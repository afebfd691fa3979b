import { api } from '@readerlens/auth';
import type { NavigationBadge } from '@readerlens/contract/registry';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from './read-registry.ts';

const key = 'navigation-badge';

/** The call comes from the registry: its answer is not in the types of this build. */
const get = api as unknown as (
  call: string,
  input: undefined,
  options: { signal: AbortSignal; background: true },
) => Promise<{ data: unknown }>;

const countIn = (data: unknown): number =>
  isRecord(data) && typeof data['count'] === 'number' ? data['count'] : 0;

/** The count of a menu entry; 0 until it is known, and when it cannot be read. */
export const useBadgeCount = ({ call }: NavigationBadge): number => {
  const { data, isSuccess } = useQuery({
    queryKey: [key, call],
    queryFn: async ({ signal }) => countIn((await get(call, undefined, { signal, background: true })).data),
    retry: false,
    staleTime: 0,
  });
  return isSuccess ? data : 0;
};

/** Reads all counts that are shown again, after something changed. */
export const refreshBadges = (client: QueryClient) => client.invalidateQueries({ queryKey: [key] });

/** Reads them on the way to another page; a request that is on its way is new enough. */
export const refreshBadgesOnNavigation = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
