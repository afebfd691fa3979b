import { ApiError } from '@readerlens/auth';
import {
  Banner,
  Box,
  Card,
  EmptyState,
  LinkButton,
  LoadError,
  PageHeader,
  Skeleton,
  Stack,
  TextLink,
} from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { RunActivities } from './run-activities.tsx';
import { RunEntities } from './run-entities.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunNotes } from './run-notes.tsx';
import { RunTools } from './run-tools.tsx';
import { runPath, runsPath } from './runs-address.ts';
import { runQuery } from './runs.queries.ts';
import type { RunDetails } from './runs.queries.ts';
import { useMarkAsOpened } from './use-mark-runs.ts';
import { useViewer } from './use-runs.ts';

const listOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : '';

/** Returns to the list as it was left: its page, order and filters exist only in its URL. */
const Back = () => (
  <TextLink to={`${runsPath}${listOf(useLocation().state)}`}>Notification Dashboard</TextLink>
);

const Loading = () => (
  <Card>
    <Box as="output" aria-label="Loading notification" aria-busy="true" display="grid" gap="3">
      <Skeleton height="18px" maxW="420px" />
      <Skeleton height="18px" maxW="360px" />
      <Skeleton height="18px" maxW="400px" />
      <Skeleton height="160px" />
    </Box>
  </Card>
);

/** Whether it does not exist or was sent to others makes no difference. */
const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
    <EmptyState
      title="Notification not found"
      message="It does not exist, or it was not sent to you."
      action={<LinkButton to={runsPath}>Go to the Notification Dashboard</LinkButton>}
    />
  ) : (
    <LoadError refused="You do not have access to this notification" {...{ error, onRetry }} />
  );

const Content = ({ run }: { run: RunDetails }) => (
  <Stack gap="4">
    {run.disabled && (
      <Banner tone="negative" shape="box" role="status">
        {run.disabledReason ?? 'This alert is disabled.'}
      </Banner>
    )}
    <RunFacts run={run} />
    <RunNotes run={run} />
    {run.type === 'SpecificActivityNotification' ? <RunActivities run={run} /> : <RunEntities run={run} />}
  </Stack>
);

/** One run of an alert: what it found, and why. Opening it marks it as read. */
export const RunDetailsScreen = () => {
  const { notificationId, runId = '' } = useParams();
  const { state } = useLocation();
  const { data, error, refetch } = useQuery(runQuery(runId, useViewer()));
  useMarkAsOpened(data);
  if (data && data.notificationId !== notificationId)
    return <Navigate replace to={runPath(data)} state={state} />;
  return (
    <>
      <PageHeader
        overline={<Back />}
        title={data?.notificationName ?? 'Notification'}
        description={data?.why}
        actions={data && <RunTools run={data} />}
      />
      {data && <Content key={data.id} run={data} />}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />)}
    </>
  );
};
