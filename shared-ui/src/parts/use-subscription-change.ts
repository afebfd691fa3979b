import { toast } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

/**
 * Runs changes of a subscription of webhook messages. A change returns what it has done, in words; then what is shown, below
 * `queryKey`, is read again.
 */
export const useSubscriptionChange = (queryKey: QueryKey) => {
  const queries = useQueryClient();
  const reread = () => void queries.invalidateQueries({ queryKey });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (work: () => Promise<string>) => work(),
    onSuccess: (text) => void toast.success(text),
    onSettled: reread,
  });
  return { reread, change: mutate, isBusy: isPending, refusal: error };
};
