import type { JobSummary, RunState } from '@readerlens/contract';
import { Banner, Box, Button, ErrorState, PageHeader, Skeleton, Stack, StatCard } from '@readerlens/ui';
import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { messages } from '../messages.ts';
import { Alarms } from './alarms.tsx';
import { CostsCard } from './costs-card.tsx';
import { KindsCard } from './kinds-card.tsx';
import { ProcessesCard } from './processes-card.tsx';
import { stateLabels } from './run-labels.tsx';
import { RunsCard } from './runs-card.tsx';
import {
  runsAddress,
  useAlarms,
  useClientCosts,
  useJobs,
  useProcesses,
  useRuns,
  useRunsFilter,
} from './runs-query.ts';

const refreshMs = 10_000;

interface Refreshes {
  readonly refreshAlarms: () => void;
  readonly refreshLists: () => void;
}

/** The lists pause while the focus is in one, because rows that move or disappear would take the focus with them. */
const useAutoRefresh = ({ refreshAlarms, refreshLists }: Refreshes, lists: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      refreshAlarms();
      if (!lists.current?.contains(document.activeElement)) refreshLists();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [refreshAlarms, refreshLists, lists]);
};

const Loading = () => (
  <Stack gap="5" as="output" aria-label="Loading" aria-busy="true">
    <Skeleton height="104px" />
    <Skeleton height="180px" />
    <Skeleton height="320px" />
  </Stack>
);

const counted: readonly RunState[] = ['due', 'waiting', 'running', 'failed'];

const Counts = ({ jobs }: { jobs: readonly JobSummary[] }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
    gap="4"
  >
    {counted.map((state) => (
      <StatCard
        key={state}
        label={stateLabels[state]}
        value={jobs.reduce((sum, { counts }) => sum + counts[state], 0)}
        href={runsAddress({ kind: undefined, state, page: 1, size: 25 })}
      />
    ))}
  </Box>
);

interface Queries {
  alarms: ReturnType<typeof useAlarms>;
  jobs: ReturnType<typeof useJobs>;
  runs: ReturnType<typeof useRuns>;
  costs: ReturnType<typeof useClientCosts>;
  processes: ReturnType<typeof useProcesses>;
}

const Content = ({ alarms, jobs, runs, costs, processes }: Queries) => {
  const [filter, setFilter] = useRunsFilter();
  const lists = useRef<HTMLDivElement>(null);
  const [refetchAlarms, refetchJobs, refetchRuns] = [alarms.refetch, jobs.refetch, runs.refetch];
  const [refetchCosts, refetchProcesses] = [costs.refetch, processes.refetch];
  const refreshAlarms = useCallback(() => void refetchAlarms(), [refetchAlarms]);
  const refreshLists = useCallback(() => {
    void refetchJobs();
    void refetchRuns();
    void refetchCosts();
    void refetchProcesses();
  }, [refetchJobs, refetchRuns, refetchCosts, refetchProcesses]);
  useAutoRefresh({ refreshAlarms, refreshLists }, lists);
  const refresh = useCallback(() => {
    refreshAlarms();
    refreshLists();
  }, [refreshAlarms, refreshLists]);
  const error =
    alarms.error ??
    jobs.error ??
    runs.error ??
    (costs.data && costs.error) ??
    (processes.data && processes.error);
  if (!alarms.data || !jobs.data || !runs.data) {
    return error ? <ErrorState message={error.message} onRetry={refresh} /> : <Loading />;
  }
  return (
    <Stack gap="5">
      {error && (
        <Banner tone="negative" shape="box" role="alert">
          {messages.notRefreshed(error.message)}
        </Banner>
      )}
      <Alarms alarms={alarms.data} onReleased={refresh} />
      <Counts jobs={jobs.data} />
      <Stack gap="5" ref={lists}>
        <KindsCard jobs={jobs.data} alarms={alarms.data} />
        <ProcessesCard
          data={processes.data}
          error={processes.error}
          onRetry={() => void refetchProcesses()}
        />
        <CostsCard data={costs.data} error={costs.error} onRetry={() => void refetchCosts()} />
        <RunsCard
          kinds={jobs.data.map(({ kind }) => kind)}
          filter={filter}
          onFilter={setFilter}
          runs={runs.data.items}
          total={runs.data.total}
          onChanged={refresh}
        />
      </Stack>
    </Stack>
  );
};

/** Background work: what is due, running or failed, with a way to retry failed runs; which processes run; and whose calls cost most. */
export const OperationsScreen = () => {
  const [filter] = useRunsFilter();
  const alarms = useAlarms();
  const jobs = useJobs();
  const runs = useRuns(filter);
  const costs = useClientCosts();
  const processes = useProcesses();
  const refresh = () => {
    void alarms.refetch();
    void jobs.refetch();
    void runs.refetch();
    void costs.refetch();
    void processes.refetch();
  };
  return (
    <>
      <PageHeader
        title="Operations"
        description="Mails, cleanup and all scheduled work, the processes, and what clients cost. Refreshes every 10 seconds; lists wait while the focus is in one."
        actions={
          <Button
            loading={jobs.isFetching && runs.isFetching}
            icon={<RotateCw size={15} aria-hidden="true" />}
            onClick={refresh}
          >
            Refresh
          </Button>
        }
      />
      <Content alarms={alarms} jobs={jobs} runs={runs} costs={costs} processes={processes} />
    </>
  );
};
