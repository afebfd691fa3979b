import { api } from '@readerlens/auth';
import { isRecord } from '@readerlens/contract/guards';
import type { NavigationBadge } from '@readerlens/contract/registry';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';

const key = 'navigation-badge';

/** The call comes from the registry, so this build has no type for its response. */
const get = api as unknown as (
  call: string,
  input: undefined,
  options: { signal: AbortSignal; background: true },
) => Promise<{ data: unknown }>;

const countIn = (data: unknown): number =>
  isRecord(data) && typeof data['count'] === 'number' ? data['count'] : 0;

/** The count of a menu entry; 0 until it is known and if it cannot be loaded. */
export const useBadgeCount = ({ call }: NavigationBadge): number => {
  const { data, isSuccess } = useQuery({
    queryKey: [key, call],
    queryFn: async ({ signal }) => countIn((await get(call, undefined, { signal, background: true })).data),
    retry: false,
    staleTime: 0,
  });
  return isSuccess ? data : 0;
};

/** Refetches all visible counts, after something changed. */
export const refreshBadges = (client: QueryClient) => client.invalidateQueries({ queryKey: [key] });

/** Refetches them on navigation; a pending request is recent enough. */
export const refreshBadgesOnNavigation = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
