import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { toast } from '@readerlens/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const path = '/api/marketing-data/{clientId}/influence-webhook';

export type InfluenceWebhook = CallData<Calls['GET /api/marketing-data/{clientId}/influence-webhook']>;
type Message = InfluenceWebhook['messages'][number];

const key = 'influence-webhook';

export const useInfluenceWebhook = (clientId: string) =>
  useQuery({
    queryKey: [key, clientId, useViewer()],
    queryFn: async ({ signal }) => (await api(`GET ${path}`, { params: { clientId } }, { signal })).data,
    gcTime: 0,
  });

/** Changes the webhook of a client's deals; what is shown is read again. */
export const useWebhookChanges = (clientId: string) => {
  const queries = useQueryClient();
  const params = { clientId };
  const reread = () => void queries.invalidateQueries({ queryKey: [key, clientId] });
  const change = useMutation({
    mutationFn: async (work: () => Promise<string>) => work(),
    onSuccess: (text) => void toast.success(text),
    onSettled: reread,
  });
  return {
    reread,
    isBusy: change.isPending,
    refusal: change.error,
    turnOn: () => change.mutate(async () => (await api(`PUT ${path}`, { params })).message),
    turnOff: () => change.mutate(async () => (await api(`DELETE ${path}`, { params })).message),
    resume: () => change.mutate(async () => (await api(`POST ${path}/resume`, { params })).message),
    sendAgain: ({ createdOn }: Message) =>
      change.mutate(async () => {
        const body = { from: createdOn, to: createdOn };
        await api(`POST ${path}/replay`, { params, body });
        return 'The deals are being sent again.';
      }),
  };
};
