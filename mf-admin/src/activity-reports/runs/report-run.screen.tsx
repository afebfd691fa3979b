import { useViewer } from '@readerlens/auth/react';
import { RunFileButton } from '@readerlens/filters/runs';
import { Button, PageHeader, Stack, useOffers } from '@readerlens/ui';
import { DetailFailure, DetailLoading, ListLink, ReportParametersDialog } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { reportRunsPath } from '../report-paths.ts';
import { runQuery } from '../reports.queries.ts';
import type { ReportDetails } from '../reports.queries.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { RunActivities } from './run-activities.tsx';
import { RunFacts } from './run-facts.tsx';
import { describeRunFile } from './run-file.ts';

/** The shell shows its own page for a run of someone else. */
const Failure = (props: { error: Error; onRetry: () => void }) => (
  <DetailFailure
    {...props}
    thing="report"
    notFound={{
      title: 'Activity report not found',
      message: 'It does not exist, or you may not see it.',
    }}
    list={{ path: reportRunsPath, name: 'Activity Reports' }}
  />
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
      <RunFileButton file={describeRunFile(run)} />
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
        overline={<ListLink to={reportRunsPath}>Activity Reports</ListLink>}
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
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailLoading label="Loading report" />}
    </>
  );
};
