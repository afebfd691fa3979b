import { api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { useQuery } from '@tanstack/react-query';

/** The account whose clients and fields an alert uses. */
const accountQuery = (id: string) => ({
  queryKey: ['alert-owner', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SessionUserData> =>
    (await api('GET /api/user/{id}', { params: { id } }, { signal })).data,
  staleTime: Infinity,
  gcTime: 0,
});

/** The owner of an alert: the session's user, or for an administrator someone else. */
export const useAlertOwner = (ownerId: string) => {
  const user = useUser();
  const isOwn = user?.id === ownerId;
  const { data, error, refetch } = useQuery({
    ...accountQuery(ownerId),
    enabled: user !== undefined && !isOwn,
  });
  const owner = isOwn ? user : data;
  return { owner, isPending: owner === undefined, error: isOwn ? null : error, retry: () => void refetch() };
};
