import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { Text } from '../layout.ts';
import { useIsNarrow } from '../use-media-query.ts';
import { Table } from './table.tsx';
import type { TableProps } from './table.tsx';

// Values at the end of the line: figures of all rows are in one column.
const Facts = chakra('dl', {
  base: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1.5',
    textStyle: 'small',
    fontVariantNumeric: 'tabular-nums',
    '& + &': { mt: '4', pt: '4', borderTopWidth: '1px' },
    '& dt': { color: 'textMuted' },
    '& dd': { m: 0, textAlign: 'end', overflowWrap: 'anywhere' },
    '& dd > *': { justifyContent: 'flex-end' },
  },
});

export type RowListProps<Row> = Pick<
  Required<TableProps<Row>>,
  'caption' | 'columns' | 'rows' | 'rowKey' | 'empty'
>;

/** A table; on phones, where most columns would be out of view, a description list for each row. */
export const RowList = <Row,>(props: RowListProps<Row>) => {
  const { caption, columns, rows, rowKey, empty } = props;
  const isNarrow = useIsNarrow();
  if (!isNarrow) return <Table {...props} />;
  if (rows.length === 0) return <Text color="textMuted">{empty}</Text>;
  return (
    <div role="group" aria-label={caption}>
      {rows.map((row, index) => (
        <Facts key={rowKey(row, index)}>
          {columns
            .filter(({ isEmpty }) => !isEmpty?.(row))
            .map(({ id, header, cell }) => (
              <Fragment key={id}>
                <dt>{header}</dt>
                <dd>{cell(row, index)}</dd>
              </Fragment>
            ))}
        </Facts>
      ))}
    </div>
  );
};
