import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';

type ProxyData = CallData<Calls['GET /api/user-proxy']>;
/** A row of a lookup: a named id or an organization question. */
export type ProxyRow = Extract<ProxyData, readonly unknown[]>[number];

/** The rows of a lookup of the user service. Other paths return one reader or organization. */
export const lookUp = async (
  query: { path: string; q?: string; ids?: string },
  signal: AbortSignal,
): Promise<readonly ProxyRow[]> => {
  const { data } = await api('GET /api/user-proxy', { query }, { signal });
  return Array.isArray(data) ? data : [];
};
