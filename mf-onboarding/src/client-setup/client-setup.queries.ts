import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { formsKey } from '../form/form.queries.ts';

type SetupCall = Calls['POST /api/onboarding/{formId}/client-setup'];
export type ClientSetup = CallData<SetupCall>;
export type SetupProposal = NonNullable<ClientSetup['proposal']>;
export type MadeSetup = NonNullable<ClientSetup['made']>;
export type SetupInput = CallInput<SetupCall>['body'];

/** What can be set up from a form, for its client or for another one, or what was set up. */
export const setupQuery = (formId: string, clientId: string | undefined, viewer: Viewer) =>
  queryOptions({
    queryKey: [formsKey, 'client-setup', formId, clientId, viewer] as const,
    queryFn: async ({ signal }) => {
      const query = clientId === undefined ? {} : { clientId };
      const call = 'GET /api/onboarding/{formId}/client-setup';
      return (await api(call, { params: { formId }, query }, { signal })).data;
    },
    enabled: viewer.userId !== undefined && !viewer.blinded,
    networkMode: 'always',
    meta: { pageContent: true },
    // A form that is not submitted does not become so while one waits.
    retry: false,
  });
