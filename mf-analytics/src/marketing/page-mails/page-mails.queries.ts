import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import { toast } from '@readerlens/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

export type PageMail = CallData<Calls['GET /api/marketing-performance/page-mails']>[number];
export type PageMailInput = CallInput<Calls['POST /api/marketing-performance/page-mails']>['body'];
type Change = CallInput<Calls['PATCH /api/marketing-performance/page-mails/{id}']>['body'];

export const pageMailsKey = 'page-mails';

/** The scheduled emails of the user. */
export const usePageMails = () => {
  const viewer = useViewer();
  return useQuery({
    queryKey: [pageMailsKey, viewer],
    queryFn: async ({ signal }) =>
      (await api('GET /api/marketing-performance/page-mails', {}, { signal })).data,
    enabled: viewer.userId !== undefined,
  });
};

/** Makes a change of scheduled emails, says what the API answers, and reads the list again. */
const useListChange = <Input>(change: (input: Input) => Promise<{ message: string }>) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async ({ message }) => {
      toast.success(message);
      await queries.invalidateQueries({ queryKey: [pageMailsKey] });
    },
  });
};

/** The changes of one scheduled email. */
export const usePageMailChanges = ({ id }: PageMail) => {
  const params = { id };
  const change = useListChange((body: Change) =>
    api('PATCH /api/marketing-performance/page-mails/{id}', { params, body }),
  );
  const send = useListChange(() => api('POST /api/marketing-performance/page-mails/{id}/send', { params }));
  const end = useListChange(() => api('DELETE /api/marketing-performance/page-mails/{id}', { params }));
  return {
    isBusy: change.isPending || send.isPending || end.isPending,
    error: change.error ?? send.error ?? end.error,
    change: (body: Change) => change.mutate(body),
    send: () => send.mutate(undefined),
    end: () => end.mutate(undefined),
  };
};
