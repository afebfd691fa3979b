import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { DealMatch, UploadDays, UploadKind, UploadMode } from '@readerlens/contract/marketing-pipeline';
import { toast } from '@readerlens/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

export type MarketingData = CallData<Calls['GET /api/marketing-data/{clientId}/uploads/{kind}']>;
export type OpportunityData = NonNullable<MarketingData['opportunities']>;
export type UploadOutcome = CallData<Calls['POST /api/marketing-data/{clientId}/uploads/{kind}']>;
export type UploadRow = MarketingData['uploads'][number];
export type Account = CallData<Calls['POST /api/marketing-data/{clientId}/accounts']>[number];
export type Stages = CallInput<Calls['PUT /api/marketing-data/{clientId}/stages']>['body']['stages'];

const key = 'marketing-data';

export interface UploadOptions {
  mode: UploadMode;
  days: UploadDays;
}

export const useMarketingData = (clientId: string, kind: UploadKind) => {
  const viewer = useViewer();
  return useQuery({
    queryKey: [key, clientId, viewer, 'uploads', kind],
    queryFn: async ({ signal }) =>
      (
        await api(
          'GET /api/marketing-data/{clientId}/uploads/{kind}',
          { params: { clientId, kind } },
          { signal },
        )
      ).data,
    enabled: clientId !== '' && viewer.userId !== undefined,
    meta: { pageContent: true },
  });
};

export const accountsSize = 10;

export const useAccounts = (clientId: string, match: DealMatch, page: number) => {
  const viewer = useViewer();
  return useQuery({
    queryKey: [key, clientId, viewer, 'accounts', match, page],
    queryFn: async ({ signal }) => {
      const body = { match, page, size: accountsSize };
      const call = 'POST /api/marketing-data/{clientId}/accounts';
      const { data, total } = await api(call, { params: { clientId }, body }, { signal });
      return { rows: data, total };
    },
    enabled: clientId !== '' && viewer.userId !== undefined,
  });
};

export const useUpload = (clientId: string, uploadId: string) => {
  const viewer = useViewer();
  return useQuery({
    queryKey: [key, clientId, viewer, 'upload', uploadId],
    queryFn: async ({ signal }) =>
      (
        await api(
          'GET /api/marketing-data/{clientId}/changes/{uploadId}',
          { params: { clientId, uploadId } },
          { signal },
        )
      ).data,
  });
};

/** Sends a file; a dry run only says what it would change. */
export const sendFile = async (
  params: { clientId: string; kind: UploadKind },
  file: File,
  { mode, days }: UploadOptions,
  { dryRun, signal }: { dryRun: boolean; signal?: AbortSignal },
): Promise<UploadOutcome> => {
  const form = new FormData();
  form.append('mode', mode);
  form.append('days', days);
  form.append('dryRun', String(dryRun));
  form.append('file', file);
  const input = { params, body: { mode } };
  const { data } = await api('POST /api/marketing-data/{clientId}/uploads/{kind}', input, {
    form,
    ...(signal ? { signal } : {}),
  });
  return data;
};

/** A change of the data of a client. What is shown is read again, also on the pages that count it. */
export const useDataChange = <Input>(change: (input: Input) => Promise<string>) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (message) => {
      toast.success(message);
      await Promise.all([
        queries.invalidateQueries({ queryKey: [key] }),
        queries.invalidateQueries({ queryKey: ['dashboard'] }),
      ]);
    },
  });
};

export const saveStages = async (clientId: string, stages: Stages): Promise<string> =>
  (await api('PUT /api/marketing-data/{clientId}/stages', { params: { clientId }, body: { stages } }))
    .message;

export const matchAccount = async (
  clientId: string,
  dealId: string,
  organizationId: string | null,
): Promise<string> =>
  (
    await api('PUT /api/marketing-data/{clientId}/accounts/{dealId}', {
      params: { clientId, dealId },
      body: { organizationId },
    })
  ).message;
