import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { decisionsQuery, fetchOlder } from '../activities/activities.queries.ts';
import type { Decisions, Viewer } from '../activities/activities.queries.ts';

/**
 * Recent decisions, and a mutation that loads older ones. The shell does not share useInfiniteQuery: every first load
 * would include it just for this dialog.
 */
export const useRecentDecisions = (viewer: Viewer) => {
  const queryClient = useQueryClient();
  const options = decisionsQuery(viewer);
  const query = useQuery(options);
  const older = useMutation({
    networkMode: 'always',
    mutationFn: (shown: Decisions) => fetchOlder(shown),
    // If the list was refetched meanwhile, it is newer than the one this page continues, so keep it.
    onSuccess: (read, shown) =>
      queryClient.setQueryData(options.queryKey, (now) => (now === shown ? read : now)),
  });
  return { query, older };
};
