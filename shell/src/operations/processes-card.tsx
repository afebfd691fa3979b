import type { RunningProcess } from '@readerlens/contract';
import { Card, RowList, Span } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { LoadedRows } from './loaded-rows.tsx';
import type { LoadedRowsProps } from './loaded-rows.tsx';
import { NoValue, showTime } from './run-labels.tsx';

const columns: readonly TableColumn<RunningProcess>[] = [
  { id: 'name', header: 'Process', cell: ({ name }) => <Span overflowWrap="anywhere">{name}</Span> },
  {
    id: 'version',
    header: 'Version',
    cell: ({ version }) =>
      version === null ? <NoValue label="not known" /> : <Span overflowWrap="anywhere">{version}</Span>,
  },
  { id: 'work', header: 'Background work', cell: ({ isWorker }) => (isWorker ? 'Yes' : 'No') },
  {
    id: 'started',
    header: 'Started',
    cell: ({ startedAt }) => <Span whiteSpace="nowrap">{showTime(startedAt)}</Span>,
  },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ seenAt }) => <Span whiteSpace="nowrap">{showTime(seenAt)}</Span>,
  },
];

const hasSeveralVersions = (processes: readonly RunningProcess[]): boolean =>
  new Set(processes.map(({ version }) => version)).size > 1;

/** What runs, so that an upgrade of one process after the other can be followed. */
export const ProcessesCard = (props: LoadedRowsProps<readonly RunningProcess[]>) => (
  <Card
    title="Processes"
    subtitle={
      props.data &&
      hasSeveralVersions(props.data) &&
      'They run several versions, as during an upgrade. A process that has stopped goes from the list within a minute.'
    }
  >
    <LoadedRows {...props} what="processes">
      {(processes) => (
        <RowList
          caption="Processes"
          columns={columns}
          rows={processes}
          rowKey={({ name, startedAt }) => `${name} ${startedAt}`}
          empty="No process has been seen within a minute."
        />
      )}
    </LoadedRows>
  </Card>
);
