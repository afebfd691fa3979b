import { Table, Text, formatCount } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { formatMoney } from '@readerlens/contract/marketing-figures';
import type { UploadOutcome } from './data.queries.ts';

type Change = UploadOutcome['changes'][number];
type Values = NonNullable<Change['after']>;

const formatValue = (name: string, values: Values): string => {
  const value = values[name];
  if (value === null || value === undefined) return '–';
  return name === 'Cents' && typeof value === 'number'
    ? formatMoney(value, typeof values['Currency'] === 'string' ? values['Currency'] : null)
    : String(value);
};

/** 'Stage: Proposal to Closed Won'. */
const describeChange = ({ before, after }: Change): string => {
  const values = after ?? before ?? {};
  const names = Object.keys(values).filter((name) => name !== 'Currency');
  const label = (name: string) => (name === 'Cents' ? 'Amount' : name);
  if (!before || !after) {
    const shown = names
      .filter((name) => values[name] !== null)
      .map((name) => `${label(name)} ${formatValue(name, values)}`);
    return `${after ? 'Added' : 'Removed'}: ${shown.join(', ')}`;
  }
  const changed = names.filter((name) => formatValue(name, before) !== formatValue(name, after));
  return changed
    .map((name) => `${label(name)}: ${formatValue(name, before)} to ${formatValue(name, after)}`)
    .join('; ');
};

const columns: readonly TableColumn<Change>[] = [
  { id: 'id', header: 'Id', minWidth: '100px', cell: ({ externalId }) => externalId },
  { id: 'change', header: 'Change', minWidth: '240px', cell: describeChange },
];

interface Props {
  changes: readonly Change[];
  /** Of all changes; an answer has the first ones. */
  count: number;
  empty?: ReactNode;
}

/** What an upload changes, or would change. */
export const ChangesTable = ({ changes, count, empty }: Props) => (
  <>
    <Table
      caption="Changes"
      columns={columns}
      rows={changes}
      rowKey={({ externalId }, at) => `${externalId} ${at}`}
      {...(empty === undefined ? {} : { empty })}
    />
    {count > changes.length && <ShownCount shown={changes.length} count={count} />}
  </>
);

/** Says that a table has only the first rows. */
export const ShownCount = ({ shown, count }: { shown: number; count: number }) => (
  <Text
    textStyle="small"
    color="textMuted"
  >{`The first ${formatCount(shown)} of ${formatCount(count)}.`}</Text>
);
