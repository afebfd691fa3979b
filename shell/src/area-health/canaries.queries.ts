import { api } from '@readerlens/auth';
import type { CanaryChange } from '@readerlens/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshRegistry } from '../host/index.ts';

const canariesKey = ['areas', 'canaries'] as const;
const earlyAccessKey = ['areas', 'early-access'] as const;

export const canariesQuery = queryOptions({
  queryKey: canariesKey,
  queryFn: async ({ signal }) => (await api('GET /api/canaries', {}, { signal })).data,
  staleTime: 0,
});

export const earlyAccessQuery = queryOptions({
  queryKey: earlyAccessKey,
  queryFn: async ({ signal }) => (await api('GET /api/early-access', {}, { signal })).data,
  staleTime: 0,
});

const useRefreshCanaries = () => {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: canariesKey }), refreshRegistry()]);
  };
};

export const useChangeCanary = (canaryId: string) =>
  useMutation({
    mutationFn: (body: CanaryChange) => api('PATCH /api/canaries/{canaryId}', { params: { canaryId }, body }),
    onSettled: useRefreshCanaries(),
  });

export const usePromoteCanary = (canaryId: string) =>
  useMutation({
    mutationFn: () => api('POST /api/canaries/{canaryId}/promote', { params: { canaryId } }),
    onSettled: useRefreshCanaries(),
  });

export const useSetEarlyAccess = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, earlyAccess }: { clientId: string; earlyAccess: boolean }) =>
      api('PUT /api/early-access/{clientId}', { params: { clientId }, body: { earlyAccess } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: earlyAccessKey }),
  });
};
