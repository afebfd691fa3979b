import { api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '../../alert/alert.queries.ts';

/** The account whose clients and fields an alert uses. */
const accountQuery = (id: string) => ({
  queryKey: ['alert-owner', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SessionUserData> =>
    (await api('GET /api/user/{id}', { params: { id } }, { signal })).data,
  staleTime: Infinity,
  gcTime: 0,
});

/**
 * The owner of an alert: the session's user, or for an administrator someone else. An alert that cannot be edited is
 * shown as far as the session's user may see its fields, because the account of its owner may be out of reach.
 */
export const useAlertOwner = ({ ownerId, isReadOnly, editable }: Alert) => {
  const user = useUser();
  const isOther = user?.id !== ownerId && !isReadOnly && editable;
  const { data, error, refetch } = useQuery({
    ...accountQuery(ownerId),
    enabled: user !== undefined && isOther,
  });
  return { owner: isOther ? data : user, error: isOther ? error : null, retry: () => void refetch() };
};
