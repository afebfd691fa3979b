import { SubjectLink } from '@readerlens/filters';
import { Badge, Box, Card, RowList, Text } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { formatDayIn } from '@readerlens/ui/parts';
import { AnyBreak } from './any-break.ts';
import type { RunDetails, RunEntity } from './runs.queries.ts';

const outcomes = {
  fires: { text: 'Reported', tone: 'positive' },
  'still above': { text: 'Still above', tone: 'neutral' },
  'still changed': { text: 'Still changed', tone: 'neutral' },
  'insufficient baseline': { text: 'Insufficient baseline', tone: 'warning' },
  quiet: { text: 'Not reported', tone: 'neutral' },
} as const;

const none = '–';
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? none : numbers.format(value);

/** Whole percent, rounded towards 0: 49.9% must not read as a threshold of 50% that was reached. */
export const changeText = (percent: number | null): string => {
  if (percent === null) return none;
  const whole = Math.floor(Math.abs(percent) + 1e-9);
  if (whole === 0) return '0%';
  return `${percent > 0 ? '+' : '−'}${whole.toLocaleString('en-US')}%`;
};

type Column = TableColumn<RunEntity>;

const figure = (id: string, header: string, cell: Column['cell']): Column => ({
  id,
  header,
  numeric: true,
  cell,
});

const nameColumns: readonly Column[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: '160px',
    cell: ({ url, name, client, clientId }) => (
      <AnyBreak>
        <SubjectLink to={url} clientId={clientId}>
          {name}
        </SubjectLink>
        <Text textStyle="caption" color="textMuted">
          {client}
        </Text>
      </AnyBreak>
    ),
  },
  {
    id: 'outcome',
    header: 'Result',
    cell: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].text}</Badge>,
  },
  {
    id: 'why',
    header: 'Why',
    minWidth: '200px',
    // On a phone, the other values are at the end of the line.
    cell: ({ why }) => (
      <Box as="span" display="block" textAlign="start">
        {why}
      </Box>
    ),
  },
];

const current = figure('current', 'Current', (entity) => numberText(entity.current.activities));
const readers = figure('readers', 'Readers', (entity) => numberText(entity.current.readers));
const changes: readonly Column[] = [
  figure('baseline', 'Baseline', (entity) => numberText(entity.baseline?.activities)),
  figure('expected', 'Expected', (entity) => numberText(entity.expected)),
  figure('change', 'Change', (entity) => changeText(entity.changePercent)),
];
const notified: Column = {
  id: 'notifiedOn',
  header: 'Notified before',
  minWidth: '120px',
  cell: ({ notifiedOn }) => (notifiedOn === null ? none : formatDayIn('UTC', notifiedOn, 'long')),
};

/** A reader is the only one of its activities. */
const hasReaders = ({ current: now, baseline }: RunEntity): boolean =>
  now.readers > 1 || (baseline?.readers ?? 0) > 1;

const buildColumns = ({ baseline, entities }: RunDetails): readonly Column[] => [
  ...nameColumns,
  current,
  ...(baseline ? changes : []),
  ...(entities.some(hasReaders) ? [readers] : []),
  notified,
];

/** The readers or organizations that a run evaluated, with what explains why each was reported or not. */
export const RunEntities = ({ run }: { run: RunDetails }) => {
  const title = run.totalMatched > 0 ? 'Why did this fire?' : 'Why did nothing match?';
  return (
    <Card title={title} aria-label={title}>
      <RowList
        caption="Readers and organizations"
        columns={buildColumns(run)}
        rows={run.entities}
        rowKey={({ clientId, entityId }) => `${clientId} ${entityId}`}
        empty="The rule holds for no reader or organization."
      />
    </Card>
  );
};
