import { api } from '@readerlens/auth';
import { useUser, useViewer } from '@readerlens/auth/react';
import { excludedReportFields, reportTypes } from '@readerlens/contract/activity-reports';
import { isStaff } from '@readerlens/contract/vocabulary';
import { defaultFiltersKey, useCatalogue } from '@readerlens/filters';
import { readStoredModel } from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { Banner, LinkButton, LoadError, PageHeader, Skeleton, Stack } from '@readerlens/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { AccountPending } from '../../person/account-pending.tsx';
import { accountQuery } from '../../person/account.queries.ts';
import type { Account } from '../../person/account.queries.ts';
import { personName } from '../../person/person.ts';
import { ReadOnlyBanner } from '../../person/read-only-banner.tsx';
import { SomeoneElse } from '../../person/someone-else.tsx';
import { useMayDo } from '../../person/use-account-actions.ts';
import { useSearchOwner } from '../../saved-searches/editor/search-owner.ts';
import { myReportsPath, reportPath, reportsTabPath } from '../report-paths.ts';
import { configQuery } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';
import { ReportForm } from './report-form.tsx';
import { ReportTools } from './report-tools.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { isUuid } from '@readerlens/contract/guards';

const Loading = () => (
  <Stack gap="4" as="output" aria-busy="true" aria-label="Loading">
    <Skeleton height="220px" />
    <Skeleton height="320px" />
  </Stack>
);

/** The default filters of a user, which a new report starts with. */
const useDefaults = (userId: string, enabled: boolean) =>
  useQuery({
    queryKey: [...defaultFiltersKey(userId), 'report'] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/default-filters/{userId}', { params: { userId } }, { signal })).data,
    enabled,
    gcTime: 0,
    staleTime: Infinity,
  });

const excluded: readonly string[] = excludedReportFields;
const undated = ({ filters, indices }: FilterModel): FilterModel => ({
  filters: filters.filter(({ field }) => !excluded.includes(field)),
  indices,
});

interface EditorProps {
  account: Account;
  config: ReportConfig | undefined;
  catalogue: FieldCatalogue;
  onSaved: (config: ReportConfig) => void;
}

/** Names for the ids of a stored report. */
const useNames = (config: ReportConfig | undefined) => {
  const { data } = useQuery({
    queryKey: ['report-places', config?.companyId] as const,
    queryFn: async ({ signal }) => {
      const companyIds = config?.companyId ?? '';
      return (await api('GET /api/common-lookup/onlines', { query: { companyIds } }, { signal })).data;
    },
    enabled: config?.onlineId != null,
  });
  return {
    companyName: config?.clientName ?? '',
    onlineName: data?.find(({ id }) => id === config?.onlineId)?.name ?? 'One community',
    isPending: config?.onlineId != null && !data,
  };
};

const Editor = ({ account, config, catalogue, onSaved }: EditorProps) => {
  const owner = useSearchOwner(account);
  const user = useUser();
  const stored = useDefaults(account.id, config === undefined);
  const { isPending, ...names } = useNames(config);
  if (stored.error)
    return (
      <LoadError
        error={stored.error}
        refused="You do not have access to the filters of this account"
        onRetry={() => void stored.refetch()}
      />
    );
  if ((config === undefined && !stored.data) || isPending) return <Loading />;
  const defaults = undated(readStoredModel(stored.data ?? { filters: [], indices: [] }, catalogue));
  return (
    <Stack gap="5">
      {config?.problem != null && config.webhookPausedOn === null && (
        <Banner tone="warning" shape="box" role="status">
          {config.problem}
        </Banner>
      )}
      {config?.reportType === reportTypes.Webhook && (
        <WebhookCard config={config} isStaff={user !== undefined && isStaff(user.role)} onResumed={onSaved} />
      )}
      <ReportForm key={config?.id ?? 'new'} {...{ owner, catalogue, config, defaults, names, onSaved }} />
    </Stack>
  );
};

const Page = ({ userId, configId }: { userId: string; configId: string | undefined }) => {
  const user = useUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const account = useQuery(accountQuery(userId));
  const { catalogue, ...fields } = useCatalogue();
  const query = useQuery({ ...configQuery(configId ?? '', viewer), enabled: configId !== undefined });
  const config = configId === undefined ? undefined : query.data;
  const mayChange = useMayDo();
  const onSaved = (saved: ReportConfig) => {
    queryClient.setQueryData(configQuery(saved.id, viewer).queryKey, saved);
    if (configId === undefined) void navigate(reportPath(userId, saved.id), { replace: true });
  };
  const failed = fields.error ?? query.error;
  const isLoading = fields.isPending || (configId !== undefined && !config);
  const isTab = user !== undefined && isStaff(user.role);
  if (config && config.userId !== userId) return <Navigate replace to={config.editUrl} />;
  return (
    <>
      <PageHeader
        title={
          configId === undefined ? 'New Activity Report Configuration' : 'Edit Activity Report Configuration'
        }
        description={account.data && `${personName(account.data)} · ${account.data.email}`}
        actions={
          <>
            <LinkButton
              to={isTab ? reportsTabPath(userId) : myReportsPath}
              icon={<ArrowLeft size={15} aria-hidden="true" />}
            >
              Return to Profile
            </LinkButton>
            {config && <ReportTools config={config} />}
          </>
        }
      />
      {account.data && <SomeoneElse account={account.data} />}
      <AccountPending account={account} loading={<Loading />} />
      {account.data &&
        (failed ? (
          <LoadError
            error={failed}
            refused="You do not have access to this activity report"
            onRetry={() => void (fields.error ? fields.retry() : query.refetch())}
          />
        ) : isLoading ? (
          <Loading />
        ) : mayChange('changeSearches', account.data) ? (
          <Editor account={account.data} {...{ config, catalogue, onSaved }} />
        ) : (
          <ReadOnlyBanner />
        ))}
    </>
  );
};

/** Addresses with only the id of a configuration lead to its page. */
const ById = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(configQuery(id, useViewer()));
  if (data) return <Navigate replace to={data.editUrl} />;
  return error ? (
    <LoadError
      error={error}
      refused="You do not have access to this activity report"
      onRetry={() => void refetch()}
    />
  ) : (
    <Loading />
  );
};

/** The form of a report: `/{userId}` for a new one, `/{userId}/{configId}`, and for links elsewhere `/{configId}`. */
export const ReportConfigScreen = () => {
  const { userId = '', configId } = useParams();
  if (isUuid(userId)) return <ById id={userId} />;
  return <Page key={userId} userId={userId} configId={configId} />;
};
