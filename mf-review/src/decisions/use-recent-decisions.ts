import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { decisionsQuery, withOlder } from '../activities/activities.queries.ts';
import type { Decisions, Viewer } from '../activities/activities.queries.ts';

/**
 * Recent decisions, and the way to older ones. The shell does not provide React Query's own way to pages: every first
 * load would carry it, for this dialog alone.
 */
export const useRecentDecisions = (viewer: Viewer) => {
  const queryClient = useQueryClient();
  const options = decisionsQuery(viewer);
  const query = useQuery(options);
  const older = useMutation({
    networkMode: 'always',
    mutationFn: (shown: Decisions) => withOlder(shown),
    // A list that was renewed meanwhile tells more than the older one that this continues.
    onSuccess: (read, shown) =>
      queryClient.setQueryData(options.queryKey, (now) => (now === shown ? read : now)),
  });
  return { query, older };
};
