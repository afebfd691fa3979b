import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type ChatChannels = CallData<Calls['GET /api/client-channels/{clientId}']>;
export type ChatChannel = ChatChannels['channels'][number];

/** The Slack and Teams channels of a client. */
export const channelsQuery = (clientId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['client-channels', clientId, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/client-channels/{clientId}', { params: { clientId } }, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  });
