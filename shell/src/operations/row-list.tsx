import { Box, Table, Text, styled, useIsNarrow } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { Fragment } from 'react';

const Facts = styled('dl', {
  base: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1.5',
    textStyle: 'small',
    '& + &': { mt: '4', pt: '4', borderTopWidth: '1px' },
    '& dt': { color: 'textMuted' },
    '& dd': { m: 0, overflowWrap: 'anywhere' },
  },
});

export interface RowListProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: string;
}

/** A table; on phones, where most columns would be out of view, a description list for each row. */
export const RowList = <Row,>({ caption, columns, rows, rowKey, empty }: RowListProps<Row>) => {
  const isNarrow = useIsNarrow();
  if (!isNarrow) return <Table {...{ caption, columns, rows, rowKey, empty }} />;
  if (rows.length === 0) return <Text color="textMuted">{empty}</Text>;
  return (
    <Box role="group" aria-label={caption}>
      {rows.map((row, index) => (
        <Facts key={rowKey(row)}>
          {columns.map(({ id, header, cell }) => (
            <Fragment key={id}>
              <dt>{header}</dt>
              <dd>{cell(row, index)}</dd>
            </Fragment>
          ))}
        </Facts>
      ))}
    </Box>
  );
};
