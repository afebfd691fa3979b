import { api } from '@readerlens/auth';
import type { JobRun, RunState } from '@readerlens/contract';
import {
  Box,
  Button,
  Card,
  Pagination,
  RowList,
  SelectField,
  Span,
  Stack,
  confirm,
  toast,
  useIsNarrow,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useMemo } from 'react';
import {
  NoValue,
  StateAndTime,
  StateBadge,
  kindLabel,
  showDuration,
  showTime,
  stateLabels,
  states,
} from './run-labels.tsx';
import { pageSizes } from './runs-query.ts';
import type { RunsFilter } from './runs-query.ts';

const msPerMinute = 60_000;

const formatRunName = ({ kind, about, ownerId }: JobRun) => `${kindLabel(kind)} ${about ?? ownerId}`;

const RunName = ({ run: { kind, about, ownerId } }: { run: JobRun }) => (
  <>
    {kindLabel(kind)}
    {ownerId !== 'system' && (
      <Span display="block" color="textMuted" textStyle="small" overflowWrap="anywhere">
        {about ?? ownerId}
      </Span>
    )}
  </>
);

const Started = ({ run: { startedAt, finishedAt } }: { run: JobRun }) => {
  if (!startedAt) return <NoValue label="not started" />;
  return (
    <>
      <Span whiteSpace="nowrap">{showTime(startedAt)}</Span>
      {finishedAt && (
        <Span display="block" color="textMuted" textStyle="small">
          {showDuration(startedAt, finishedAt)}
        </Span>
      )}
    </>
  );
};

const LastStart = ({ run: { state, startedAt, finishedAt } }: { run: JobRun }) =>
  startedAt ? <StateAndTime {...{ state, startedAt, finishedAt }} /> : <StateBadge state={state} />;

const Slot = ({ run: { slotAt, missedSlots } }: { run: JobRun }) => (
  <>
    <Span whiteSpace="nowrap">{showTime(slotAt)}</Span>
    {missedSlots > 0 && (
      <Span display="block" color="textMuted" textStyle="small">
        {missedSlots === 1 ? '1 earlier slot missed' : `${missedSlots} earlier slots missed`}
      </Span>
    )}
  </>
);

const slotColumn: TableColumn<JobRun> = { id: 'slot', header: 'Slot', cell: (run) => <Slot run={run} /> };

const attemptsColumn: TableColumn<JobRun> = {
  id: 'attempts',
  header: 'Attempts',
  numeric: true,
  cell: ({ attempts }) => String(attempts),
};

const wideColumns: readonly TableColumn<JobRun>[] = [
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  slotColumn,
  attemptsColumn,
  { id: 'started', header: 'Last started', cell: (run) => <Started run={run} /> },
];

const startedInItsSlot = ({ slotAt, startedAt, missedSlots }: JobRun): boolean =>
  startedAt !== null && missedSlots === 0 && Date.parse(startedAt) - Date.parse(slotAt) < msPerMinute;

/** On a phone a run has a line for each column: what goes without saying has none. */
const narrowColumns: readonly TableColumn<JobRun>[] = [
  { id: 'started', header: 'Last started', cell: (run) => <LastStart run={run} /> },
  { ...slotColumn, isEmpty: startedInItsSlot },
  { ...attemptsColumn, isEmpty: ({ attempts }) => attempts <= 1 },
];

/** A run that waits after a failed attempt need not wait: staff may have mended the reason. */
const canRetry = ({ state, attempts }: JobRun): boolean =>
  state === 'failed' || (state === 'waiting' && attempts > 0);

const columnsWith = (
  onRetry: (run: JobRun) => void,
  { narrow }: { narrow: boolean },
): readonly TableColumn<JobRun>[] => [
  { id: 'run', header: 'Run', cell: (run) => <RunName run={run} /> },
  ...(narrow ? narrowColumns : wideColumns),
  {
    id: 'next',
    header: 'Not before',
    isEmpty: ({ nextAt }) => nextAt === null,
    cell: ({ nextAt }) =>
      nextAt ? <Span whiteSpace="nowrap">{showTime(nextAt)}</Span> : <NoValue label="not queued" />,
  },
  {
    id: 'error',
    header: 'Error or reason',
    isEmpty: ({ error }) => !error,
    cell: ({ error }) => (error ? <Span overflowWrap="anywhere">{error}</Span> : <NoValue label="none" />),
  },
  {
    id: 'retry',
    header: 'Action',
    isEmpty: (run) => !canRetry(run),
    cell: (run) =>
      canRetry(run) ? (
        <Button size="sm" aria-label={`Retry ${formatRunName(run)}`} onClick={() => onRetry(run)}>
          Retry
        </Button>
      ) : (
        <NoValue label="none" />
      ),
  },
];

const filterId = 'runs-filter';

/** For when the focused button disappears with the next refresh. */
export const focusRuns = () => document.querySelector<HTMLElement>(`#${filterId}`)?.focus();

const confirmAndRetry = async (run: JobRun, onChanged: () => void): Promise<void> => {
  const confirmed = await confirm({
    title: `Retry ${formatRunName(run)}?`,
    message:
      'The run is queued for now with a full set of attempts. A worker picks it up within a few seconds.',
    confirmLabel: 'Retry',
  });
  if (!confirmed) return;
  try {
    await api('POST /api/operations/runs/{id}/retry', { params: { id: run.id } });
    toast.success('The run is queued again.');
  } catch (error) {
    toast.error((error as Error).message);
  }
  focusRuns();
  onChanged();
};

interface Props {
  kinds: readonly string[];
  filter: RunsFilter;
  onFilter: (change: Partial<RunsFilter>) => void;
  runs: readonly JobRun[];
  total: number;
  onChanged: () => void;
}

const FilterFields = ({ kinds, filter, onFilter }: Pick<Props, 'kinds' | 'filter' | 'onFilter'>) => {
  const all = filter.kind && !kinds.includes(filter.kind) ? [...kinds, filter.kind] : kinds;
  return (
    <Box display="flex" flexWrap="wrap" gap="3">
      <SelectField
        label="Kind"
        placeholder="All kinds"
        options={all.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
        value={filter.kind ?? ''}
        onChange={(event: { target: { value: string } }) =>
          onFilter({ kind: event.target.value || undefined })
        }
      />
      <SelectField
        label="State"
        placeholder="All states"
        options={states.map((state) => ({ value: state, label: stateLabels[state] }))}
        value={filter.state ?? ''}
        onChange={(event: { target: { value: string } }) =>
          onFilter({ state: (event.target.value || undefined) as RunState | undefined })
        }
      />
    </Box>
  );
};

/** Runs by kind and state, with a way to retry those that failed, or wait after a failed attempt. */
export const RunsCard = ({ kinds, filter, onFilter, runs, total, onChanged }: Props) => {
  const narrow = useIsNarrow();
  const columns = useMemo(
    () => columnsWith((run) => void confirmAndRetry(run, onChanged), { narrow }),
    [onChanged, narrow],
  );
  return (
    <Card title="Runs">
      <Stack gap="4">
        <Box id={filterId} tabIndex={-1} role="group" aria-label="Filter runs" outline="none">
          <FilterFields {...{ kinds, filter, onFilter }} />
        </Box>
        <RowList caption="Runs" columns={columns} rows={runs} rowKey={({ id }) => id} empty="No matches." />
        <Pagination
          label="Pages of runs"
          page={filter.page}
          size={filter.size}
          sizes={pageSizes}
          total={total}
          onPage={(page) => onFilter({ page })}
          onSize={(size) => onFilter({ size })}
        />
      </Stack>
    </Card>
  );
};
