import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

// Plain class names from one recipe: a table of thousands of cells must not pay for style props in each.
const Root = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'small',
    '& th': {
      textAlign: 'start',
      fontWeight: 'medium',
      color: 'textMuted',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
      borderColor: 'borderStrong',
      px: '2.5',
      py: '2',
    },
    '& td': { px: '2.5', py: '2', borderBottomWidth: '1px', verticalAlign: 'top' },
    '& tbody tr:last-of-type td': { borderBottomWidth: 0 },
    '& tbody tr:hover td': { background: 'hover' },
    '& [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  },
});

export interface TableColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Aligned at the end, digits of one width. */
  numeric?: boolean;
  width?: string;
}

interface Props<Row> {
  /** Names the table for assistive technology. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Instead of rows, when there are none. */
  empty?: ReactNode;
}

/** A simple table of what is at hand: no paging, no sorting of its own. Scrolls sideways on small screens. */
export const Table = <Row,>({ caption, columns, rows, rowKey, empty = 'No records found.' }: Props<Row>) => (
  <chakra.section overflowX="auto" tabIndex={0} aria-label={caption} outlineOffset="-2px">
    <Root>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              data-numeric={column.numeric ? '' : undefined}
              style={{ width: column.width }}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length}>{empty}</td>
          </tr>
        )}
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)}>
            {columns.map((column) => (
              <td key={column.id} data-numeric={column.numeric ? '' : undefined}>
                {column.cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Root>
  </chakra.section>
);
