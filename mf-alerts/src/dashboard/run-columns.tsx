import { alertTypeLabels } from '@readerlens/contract/alerts';
import type { ListColumn } from '@readerlens/filters/list';
import { RunFileIconButton, RunLink } from '@readerlens/filters/runs';
import { Box, Span, VisuallyHidden } from '@readerlens/ui';
import { formatMoment, shortNames } from '@readerlens/ui/parts';
import type { ReactNode } from 'react';
import { describeRunFile } from './run-file.ts';
import { runPath } from './runs-address.ts';
import type { Run } from './runs.queries.ts';

/** The name, linked to the run. */
export const RunName = ({ run }: { run: Run }) => (
  <>
    {!run.isRead && (
      <>
        <Box
          as="span"
          aria-hidden="true"
          display="inline-block"
          width="7px"
          height="7px"
          borderRadius="full"
          background="accent"
          me="2"
          verticalAlign="middle"
        />
        <VisuallyHidden>Unread: </VisuallyHidden>
      </>
    )}
    <RunLink to={runPath(run)}>{run.notificationName}</RunLink>
  </>
);

const Matched = ({ run: { totalMatched } }: { run: Run }) =>
  totalMatched === 0 ? <Span color="textMuted">0</Span> : totalMatched.toLocaleString('en-US');

/** In two lines, so that the number of others is not cut off. */
const Clients = ({ run }: { run: Run }) => {
  const { shown, others } = shortNames(run.companies);
  return (
    <>
      {shown}
      {others && (
        <>
          {' '}
          <br />
          {others}
        </>
      )}
    </>
  );
};

/** Unread runs are bold. */
const Weighted = ({ run, children }: { run: Run; children: ReactNode }) =>
  run.isRead ? children : <Span fontWeight="semibold">{children}</Span>;

const weighted =
  (cell: (run: Run) => ReactNode): ListColumn<Run>['cell'] =>
  (run) => <Weighted run={run}>{cell(run)}</Weighted>;

/** The columns of the list. */
export const runColumns: readonly ListColumn<Run>[] = [
  {
    id: 'notificationName',
    header: 'Alert',
    minWidth: '240px',
    grow: 3,
    isFixed: true,
    sortable: true,
    cell: (run) => (
      <>
        <Weighted run={run}>
          <RunName run={run} />
        </Weighted>
        <br />
        <Span textStyle="caption" color="textMuted">
          {run.why}
        </Span>
      </>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    minWidth: '164px',
    grow: 0,
    sortable: true,
    cell: weighted(({ type }) => alertTypeLabels[type]),
  },
  {
    id: 'companies',
    header: 'Clients',
    minWidth: '150px',
    grow: 2,
    cell: weighted((run) => <Clients run={run} />),
  },
  {
    id: 'totalMatched',
    header: 'Matched',
    minWidth: '90px',
    grow: 0,
    numeric: true,
    sortable: true,
    cell: weighted((run) => <Matched run={run} />),
  },
  {
    id: 'runOn',
    header: 'Run On',
    minWidth: '222px',
    grow: 0,
    sortable: true,
    cell: weighted(({ runOn }) => formatMoment(runOn, 'long')),
  },
  {
    id: 'notificationCreatedBy',
    header: 'Created By',
    minWidth: '106px',
    grow: 1,
    cell: weighted(({ notificationCreatedBy }) => notificationCreatedBy),
  },
  {
    id: 'file',
    header: 'File',
    minWidth: '56px',
    grow: 0,
    isFixed: true,
    cell: (run) => <RunFileIconButton file={describeRunFile(run)} />,
  },
];
