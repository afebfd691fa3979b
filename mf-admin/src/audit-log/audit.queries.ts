import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { buildAuditFilter } from './audit-address.ts';
import type { AuditView } from './audit-address.ts';

export type AuditEntry = CallData<Calls['GET /api/audit-events']>['items'][number];

/** The events of a view, the newest first. */
export const auditQuery = (view: AuditView, viewer: Viewer) =>
  infiniteQueryOptions({
    queryKey: ['audit-events', view, viewer] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...buildAuditFilter(view), ...(pageParam ? { before: pageParam } : {}) };
      return (await api('GET /api/audit-events', { query }, { signal })).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: viewer.userId !== undefined,
    staleTime: 0,
    meta: { pageContent: true },
  });

export const requestAuditFile = async (view: AuditView, signal: AbortSignal): Promise<Blob> =>
  (await api('POST /api/audit-events/export', { body: buildAuditFilter(view) }, { signal })).data;
