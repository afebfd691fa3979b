import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { useSubscriptionChange } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';

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
  const { change, ...state } = useSubscriptionChange([key, clientId]);
  const params = { clientId };
  return {
    ...state,
    turnOn: () => change(async () => (await api(`PUT ${path}`, { params })).message),
    turnOff: () => change(async () => (await api(`DELETE ${path}`, { params })).message),
    resume: () => change(async () => (await api(`POST ${path}/resume`, { params })).message),
    sendAgain: ({ createdOn }: Message) =>
      change(async () => {
        const body = { from: createdOn, to: createdOn };
        await api(`POST ${path}/replay`, { params, body });
        return 'The deals are being sent again.';
      }),
  };
};
