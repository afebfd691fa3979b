import { ApiError } from '@readerlens/auth';
import {
  Box,
  Button,
  Card,
  EmptyState,
  LinkButton,
  LoadError,
  PageHeader,
  Skeleton,
  Stack,
  TextLink,
  useOffers,
} from '@readerlens/ui';
import { ReportParametersDialog } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { reportRunsPath } from '../report-paths.ts';
import { runQuery } from '../reports.queries.ts';
import type { ReportDetails } from '../reports.queries.ts';
import { useViewer } from '../use-viewer.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { RunActivities } from './run-activities.tsx';
import { RunFacts } from './run-facts.tsx';
import { FileButton } from './run-file.tsx';

const listOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : '';

/** Returns to the list as it was left: its page, order and filters exist only in its URL. */
const Back = () => (
  <TextLink to={`${reportRunsPath}${listOf(useLocation().state)}`}>Activity Reports</TextLink>
);

const Loading = () => (
  <Card>
    <Box as="output" aria-label="Loading report" aria-busy="true" display="grid" gap="3">
      <Skeleton height="18px" maxW="420px" />
      <Skeleton height="18px" maxW="360px" />
      <Skeleton height="160px" />
    </Box>
  </Card>
);

/** The shell shows its own page for a run of someone else. */
const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof ApiError && [400, 404].includes(error.status) ? (
    <EmptyState
      title="Activity report not found"
      message="It does not exist, or you may not see it."
      action={<LinkButton to={reportRunsPath}>Go to Activity Reports</LinkButton>}
    />
  ) : (
    <LoadError refused="You do not have access to this report" {...{ error, onRetry }} />
  );

const Tools = ({ run }: { run: ReportDetails }) => {
  const [isOpen, setOpen] = useState(false);
  const offers = useOffers();
  const { editable, disabled, editUrl, schedule, parameters } = run;
  return (
    <>
      <Button icon={<ListFilter size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Report Parameters
      </Button>
      <FileButton run={run} />
      <ReportParametersDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        kind="activityReport"
        parameters={{
          schedule,
          rows: parameters,
          disabled,
          ...(editable && offers(editUrl) ? { editPath: editUrl } : {}),
        }}
      />
    </>
  );
};

/** One run of a report: what it sent, to whom, and what became of it. */
export const ReportRunScreen = () => {
  const { configId = '', runId = '' } = useParams();
  const { data, error, refetch } = useQuery(runQuery({ configId, reportId: runId }, useViewer()));
  return (
    <>
      <PageHeader
        overline={<Back />}
        title={data ? `Report for ${data.contact.name || data.contact.email}` : 'Activity Report'}
        actions={data && <Tools run={data} />}
      />
      {data && (
        <Stack gap="4">
          <RunFacts run={data} />
          <DeliveryLog run={data} />
          <RunActivities run={data} />
        </Stack>
      )}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />)}
    </>
  );
};
