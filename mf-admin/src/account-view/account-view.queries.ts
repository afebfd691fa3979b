import { api } from '@readerlens/auth';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

const call = 'POST /api/users/view';

/** The values of a form, of an existing account or of a new one. */
export type ViewRequest = CallInput<Calls[typeof call]>['body'];
export type AccountView = CallData<Calls[typeof call]>['after'];

/** What an account sees, now and with the values of a form. */
export const accountViewQuery = (
  body: ViewRequest,
  viewer: { userId: string | undefined; blinded: boolean },
) =>
  queryOptions({
    queryKey: ['account-view', body, viewer] as const,
    queryFn: async ({ signal }) => (await api(call, { body }, { signal })).data,
    staleTime: 0,
  });
