import type { JobSummary, RunState } from '@readerlens/contract';
import { Badge, Box, Card, RowList, Span, TextLink } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import {
  NoValue,
  StateBadge,
  kindLabel,
  showDuration,
  showTime,
  stateLabels,
  states,
} from './run-labels.tsx';
import { runsAddress } from './runs-query.ts';

const LastRun = ({ lastRun }: Pick<JobSummary, 'lastRun'>) => {
  if (!lastRun) return <NoValue label="none yet" />;
  const { state, startedAt, finishedAt } = lastRun;
  return (
    <Box display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="0.5">
      <StateBadge state={state} />
      <Span whiteSpace="nowrap">{showTime(startedAt)}</Span>
      {finishedAt && (
        <Span color="textMuted" whiteSpace="nowrap">
          {showDuration(startedAt, finishedAt)}
        </Span>
      )}
    </Box>
  );
};

const Count = ({ job, state }: { job: JobSummary; state: RunState }) => {
  const count = job.counts[state];
  if (count === 0) return '0';
  return (
    <TextLink
      to={runsAddress({ kind: job.kind, state, page: 1, size: 25 })}
      aria-label={`${count.toLocaleString('en-US')} ${stateLabels[state].toLowerCase()} runs of ${kindLabel(job.kind)}`}
    >
      {count.toLocaleString('en-US')}
    </TextLink>
  );
};

const columns: readonly TableColumn<JobSummary>[] = [
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, held, lateSince }) => (
      <>
        {kindLabel(kind)}
        {lateSince && (
          <Span display="block">
            <Badge tone="negative">{`Late since ${showTime(lateSince)}`}</Badge>
          </Span>
        )}
        {held && (
          <Span display="block" color="textMuted" textStyle="small">
            {held}
          </Span>
        )}
      </>
    ),
  },
  ...states.map((state) => ({
    id: state,
    header: stateLabels[state],
    numeric: true,
    cell: (job: JobSummary) => <Count job={job} state={state} />,
  })),
  { id: 'last', header: 'Last run', cell: (job) => <LastRun lastRun={job.lastRun} /> },
  {
    id: 'next',
    header: 'Next scheduled',
    cell: ({ nextAt }) =>
      nextAt ? <Span whiteSpace="nowrap">{showTime(nextAt)}</Span> : <NoValue label="not scheduled" />,
  },
];

/** Every kind of job, with how many of its runs are in which state. */
export const KindsCard = ({ jobs }: { jobs: readonly JobSummary[] }) => (
  <Card title="Kinds of jobs">
    <RowList
      caption="Kinds of jobs"
      columns={columns}
      rows={jobs}
      rowKey={({ kind }) => kind}
      empty="Nothing has run yet."
    />
  </Card>
);
