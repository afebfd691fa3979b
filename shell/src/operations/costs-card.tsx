import type { ClientCost, ClientCosts, CostPayer } from '@readerlens/contract';
import { formatCount } from '@readerlens/contract/numbers';
import { Box, Card, ErrorState, RowList, Skeleton, Span } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { showHour } from './run-labels.tsx';

const payerLabels: Record<Exclude<CostPayer, 'client'>, string> = {
  several: 'People with several clients',
  staff: 'Staff',
  none: 'Without a client or a session',
};

/** '0.4 s', '1,234 s': tenths say something about short times only. */
const formatSeconds = (seconds: number): string =>
  `${seconds.toLocaleString('en-US', seconds < 100 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumFractionDigits: 0 })} s`;

const PayerName = ({ cost: { payer, client } }: { cost: ClientCost }) =>
  payer === 'client' ? (
    <Span overflowWrap="anywhere">{client?.name}</Span>
  ) : (
    <Span color="textMuted">{payerLabels[payer]}</Span>
  );

const columns: readonly TableColumn<ClientCost>[] = [
  { id: 'client', header: 'Client', cell: (cost) => <PayerName cost={cost} /> },
  { id: 'calls', header: 'Calls', numeric: true, cell: ({ calls }) => formatCount(calls) },
  {
    id: 'refused',
    header: 'Refused',
    numeric: true,
    cell: ({ refused }) =>
      refused > 0 ? (
        <Span color="negative" fontWeight="medium">
          {formatCount(refused)}
        </Span>
      ) : (
        '0'
      ),
  },
  {
    id: 'seconds',
    header: 'Time to answer',
    numeric: true,
    cell: ({ seconds }) => <Span whiteSpace="nowrap">{formatSeconds(seconds)}</Span>,
  },
  {
    id: 'background',
    header: 'Background',
    numeric: true,
    cell: ({ backgroundSeconds }) => <Span whiteSpace="nowrap">{formatSeconds(backgroundSeconds)}</Span>,
  },
  {
    id: 'database',
    header: 'Database time',
    numeric: true,
    cell: ({ databaseSeconds }) => <Span whiteSpace="nowrap">{formatSeconds(databaseSeconds)}</Span>,
  },
];

const Content = ({ costs, error, onRetry }: Props) => {
  if (costs)
    return (
      <RowList
        caption="Heaviest clients"
        columns={columns}
        rows={costs.heaviest}
        rowKey={({ payer, client }) => client?.id ?? payer}
        empty="Nothing has been counted yet."
      />
    );
  if (error) return <ErrorState message={error.message} onRetry={onRetry} />;
  return (
    <Box as="output" display="block" aria-label="Loading the heaviest clients" aria-busy="true">
      <Skeleton height="120px" />
    </Box>
  );
};

interface Props {
  costs: ClientCosts | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Who has used the database for longest, and whose calls were refused. */
export const CostsCard = (props: Props) => (
  <Card
    title="Heaviest clients"
    subtitle={
      props.costs &&
      `The ten that have used the database for longest since ${showHour(props.costs.since)}. Each process adds its calls and background work every minute.`
    }
  >
    <Content {...props} />
  </Card>
);
