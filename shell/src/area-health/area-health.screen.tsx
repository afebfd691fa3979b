import { api } from '@readerlens/auth';
import { useAccess } from '@readerlens/auth/react';
import {
  Banner,
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  SegmentedControl,
  Skeleton,
  Stack,
} from '@readerlens/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { areaStates, useRegistry } from '../host/index.ts';
import { messages } from '../messages.ts';
import { previewStore } from '../preview/preview-store.ts';
import { AreaCard } from './area-card.tsx';
import { canariesQuery } from './canaries.queries.ts';
import { DeployTokensCard } from './deploy-tokens-card.tsx';
import { EarlyAccessCard } from './early-access-card.tsx';
import { areaList } from './area-list.ts';
import type { ListedArea, VersionHealth } from './area-list.ts';

const ranges = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Days = (typeof ranges)[number]['value'];
const defaultDays: Days = '7';

/** The days in the address; the default if missing or invalid. */
const useDays = (): [Days, (days: Days) => void] => {
  const [query, setQuery] = useSearchParams();
  const requested = query.get('days');
  const days = ranges.find(({ value }) => value === requested)?.value ?? defaultDays;
  return [days, (next) => setQuery(next === defaultDays ? {} : { days: next }, { replace: true })];
};

const useHealth = (days: Days) =>
  useQuery({
    queryKey: ['areas', 'health', days],
    queryFn: async ({ signal }) =>
      (await api('GET /api/areas/health', { query: { days: Number(days) } }, { signal })).data,
    staleTime: 0,
  });

const useAreaList = (health: readonly VersionHealth[]): ListedArea[] => {
  const state = useRegistry();
  const states = useStore(areaStates);
  const preview = useStore(previewStore);
  return areaList({
    registry: state.status === 'ready' ? state.registry : undefined,
    health,
    states,
    preview: preview.status === 'shown' ? preview.preview : undefined,
  });
};

const Loading = () => (
  <Stack gap="5" as="output" aria-label="Loading" aria-busy="true">
    <Skeleton height="180px" />
    <Skeleton height="180px" />
  </Stack>
);

const Areas = ({ health }: { health: readonly VersionHealth[] }) => {
  const areas = useAreaList(health);
  const canaries = useQuery(canariesQuery);
  if (areas.length === 0)
    return <EmptyState title="No areas" message="Nothing is deployed and nothing was reported." />;
  return (
    <>
      {canaries.error && (
        <Banner tone="negative" shape="box" role="alert">
          {`The canaries cannot be shown: ${canaries.error.message}`}
        </Banner>
      )}
      {areas.map((area) => (
        <AreaCard
          key={area.id}
          area={area}
          canary={canaries.data?.find((canary) => canary.area === area.id)}
        />
      ))}
    </>
  );
};

const Content = ({ query }: { query: ReturnType<typeof useHealth> }) => {
  const { data, error } = query;
  if (!data) {
    return error ? <ErrorState message={error.message} onRetry={() => void query.refetch()} /> : <Loading />;
  }
  return (
    <Stack gap="5">
      {error && (
        <Banner tone="negative" shape="box" role="alert">
          {messages.notRefreshed(error.message)}
        </Banner>
      )}
      <Areas health={data} />
    </Stack>
  );
};

/** How the areas perform in users' browsers, by version. */
export const AreaHealthScreen = () => {
  const [days, setDays] = useDays();
  const query = useHealth(days);
  const queryClient = useQueryClient();
  const isSystemAdmin = useAccess({ role: 'SystemAdmin' });
  return (
    <>
      <PageHeader
        title="Area Health"
        description="How each version of each area performs in users’ browsers."
        actions={
          <>
            <SegmentedControl label="Period" options={ranges} value={days} onChange={setDays} />
            <Button
              loading={query.isFetching}
              icon={<RotateCw size={15} aria-hidden="true" />}
              onClick={() => {
                void query.refetch();
                void queryClient.invalidateQueries(canariesQuery);
              }}
            >
              Refresh
            </Button>
          </>
        }
      />
      <Stack gap="5">
        <Content query={query} />
        {isSystemAdmin && (
          <>
            <EarlyAccessCard />
            <DeployTokensCard />
          </>
        )}
      </Stack>
    </>
  );
};
