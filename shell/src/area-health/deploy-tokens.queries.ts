import { api } from '@readerlens/auth';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

const tokensKey = ['areas', 'deploy-tokens'] as const;

export const deployTokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async ({ signal }) => (await api('GET /api/deploy-tokens', {}, { signal })).data,
  staleTime: 0,
});

export const useRefreshTokens = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: tokensKey });
};

export const useRevokeToken = () => {
  const refresh = useRefreshTokens();
  return useMutation({
    mutationFn: (tokenId: string) => api('DELETE /api/deploy-tokens/{tokenId}', { params: { tokenId } }),
    onSettled: refresh,
  });
};
