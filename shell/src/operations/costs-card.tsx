import type { ClientCost, ClientCosts, CostPayer } from '@readerlens/contract';
import { formatCount } from '@readerlens/contract/numbers';
import { Card, RowList, Span } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { LoadedRows } from './loaded-rows.tsx';
import type { LoadedRowsProps } from './loaded-rows.tsx';
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

/** Who has used the database for longest, and whose calls were refused. */
export const CostsCard = (props: LoadedRowsProps<ClientCosts>) => (
  <Card
    title="Heaviest clients"
    subtitle={
      props.data &&
      `The ten that have used the database for longest since ${showHour(props.data.since)}. Each process adds its calls and background work every minute.`
    }
  >
    <LoadedRows {...props} what="heaviest clients">
      {({ heaviest }) => (
        <RowList
          caption="Heaviest clients"
          columns={columns}
          rows={heaviest}
          rowKey={({ payer, client }) => client?.id ?? payer}
          empty="Nothing has been counted yet."
        />
      )}
    </LoadedRows>
  </Card>
);
