import { useViewer } from '@readerlens/auth/react';
import { alertReports } from '@readerlens/contract/alerts';
import { Banner, PageHeader, Stack } from '@readerlens/ui';
import { DetailFailure, DetailLoading, ListLink } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { RunActivities } from './run-activities.tsx';
import { RunEntities } from './run-entities.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunNotes } from './run-notes.tsx';
import { RunTools } from './run-tools.tsx';
import { runsPath } from './runs-address.ts';
import { runQuery } from './runs.queries.ts';
import type { RunDetails } from './runs.queries.ts';
import { useMarkAsOpened } from './use-mark-runs.ts';

const Failure = (props: { error: Error; onRetry: () => void }) => (
  <DetailFailure
    {...props}
    thing="notification"
    notFound={{
      title: 'Result not found',
      message: 'It does not exist, or it was not sent to you.',
    }}
    list={{ path: runsPath, name: 'the Notification Dashboard' }}
  />
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
    {alertReports[run.type] === 'activities' ? <RunActivities run={run} /> : <RunEntities run={run} />}
  </Stack>
);

/** One run of an alert: what it found, and why. Opening it marks it as read. */
export const RunDetailsScreen = () => {
  const { notificationId = '', runId = '' } = useParams();
  const { data, error, refetch } = useQuery(runQuery(runId, notificationId, useViewer()));
  useMarkAsOpened(data);
  return (
    <>
      <PageHeader
        overline={<ListLink to={runsPath}>Notification Dashboard</ListLink>}
        title={data?.notificationName ?? 'Result'}
        description={data?.why}
        actions={data && <RunTools run={data} />}
      />
      {data && <Content key={data.id} run={data} />}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailLoading label="Loading result" />}
    </>
  );
};
