import type { Alarm, JobSummary, RunState } from '@readerlens/contract';
import { Badge, Card, RowList, Span, TextLink, useIsNarrow } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useMemo } from 'react';
import { alarmTitles, alarmTones } from './alarms.tsx';
import { NoValue, StateAndTime, kindLabel, showTime, stateLabels, states } from './run-labels.tsx';
import { runsAddress } from './runs-query.ts';

const LastRun = ({ lastRun }: Pick<JobSummary, 'lastRun'>) =>
  lastRun ? <StateAndTime {...lastRun} /> : <NoValue label="none yet" />;

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

/** The states that have runs: '30 done, 1 failed'. */
const Counts = ({ job }: { job: JobSummary }) => {
  const found = states.filter((state) => job.counts[state] > 0);
  if (found.length === 0) return <NoValue label="none" />;
  return found.map((state, index) => (
    <Span key={state} whiteSpace="nowrap">
      <Count {...{ job, state }} /> {stateLabels[state].toLowerCase()}
      {index < found.length - 1 && ', '}
    </Span>
  ));
};

const stateColumns: readonly TableColumn<JobSummary>[] = states.map((state) => ({
  id: state,
  header: stateLabels[state],
  numeric: true,
  cell: (job: JobSummary) => <Count job={job} state={state} />,
}));

/** On a phone a kind would have a line for each state, most of them 0. */
const countsColumn: TableColumn<JobSummary> = {
  id: 'counts',
  header: 'Runs',
  cell: (job) => <Counts job={job} />,
};

const buildColumns = (narrow: boolean, alarms: readonly Alarm[]): readonly TableColumn<JobSummary>[] => [
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
        {alarms
          .filter(
            ({ condition, kinds }) => kinds.includes(kind) && !(lateSince && condition === 'late-slots'),
          )
          .map(({ condition, severity }) => (
            <Span key={condition} display="block">
              <Badge tone={alarmTones[severity]}>{alarmTitles[condition]}</Badge>
            </Span>
          ))}
        {held && (
          <Span display="block" color="textMuted" textStyle="small">
            {held}
          </Span>
        )}
      </>
    ),
  },
  ...(narrow ? [countsColumn] : stateColumns),
  { id: 'last', header: 'Last run', cell: (job) => <LastRun lastRun={job.lastRun} /> },
  {
    id: 'next',
    header: 'Next scheduled',
    cell: ({ nextAt }) =>
      nextAt ? <Span whiteSpace="nowrap">{showTime(nextAt)}</Span> : <NoValue label="not scheduled" />,
  },
];

/** Every kind of job, with how many of its runs are in which state. */
export const KindsCard = ({ jobs, alarms }: { jobs: readonly JobSummary[]; alarms: readonly Alarm[] }) => {
  const narrow = useIsNarrow();
  const columns = useMemo(() => buildColumns(narrow, alarms), [narrow, alarms]);
  return (
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
};
