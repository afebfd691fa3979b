import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { listQuery } from '@readerlens/filters/list';
import { queryOptions } from '@tanstack/react-query';
import { formsKey } from '../form/form.queries.ts';
import type { FormsView } from './forms-address.ts';

export type FormRow = CallData<Calls['POST /api/manage-onboarding/list']>['items'][number];

export const formsQuery = ({ query, ...place }: FormsView, viewer: Viewer) =>
  listQuery({
    key: [formsKey, 'list'],
    filter: { query, viewer },
    place,
    load: async (signal) => {
      const body = { page: place.page, pageSize: place.size, ...(query ? { searchString: query } : {}) };
      return (await api('POST /api/manage-onboarding/list', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
  });

export const publicationsQuery = () =>
  queryOptions({
    queryKey: ['onboarding-publications'] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/manage-onboarding/publications', undefined, { signal })).data,
    staleTime: Infinity,
    networkMode: 'always',
  });

/** After how many days without activity the person of a new form is reminded, unless staff choose otherwise. */
export const reminderDefaultQuery = () =>
  queryOptions({
    queryKey: ['onboarding-reminder-default'] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/manage-onboarding/reminder-default', undefined, { signal })).data.remindAfterDays,
    staleTime: Infinity,
    networkMode: 'always',
  });
