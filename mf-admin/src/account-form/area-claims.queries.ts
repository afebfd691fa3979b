import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type AreaClaims = CallData<Calls['GET /api/areas/claims']>[number];

/** The claims that deployed areas declare, by area. They change with deploys. */
export const areaClaimsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['area-claims', userId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/areas/claims', undefined, { signal })).data,
    enabled: userId !== undefined,
  });
