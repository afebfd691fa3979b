import {
  Box,
  Button,
  Card,
  CardList,
  EmptyState,
  FillList,
  Flex,
  LoadError,
  Pagination,
  Stack,
  StaleList,
  Table,
  useIsNarrow,
} from '@readerlens/ui';
import type { CardListProps, TableProps } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { ListFile } from './list-file.tsx';
import type { ListFileQuery } from './list-file.tsx';
import { ListLayoutMenu } from './list-layout-menu.tsx';
import type { ListColumn, ListDensity, ListLayout } from './list-layout.ts';
import type { ListPlace, ListRules } from './list-view.ts';
import { SearchBox } from './search-box.tsx';
import type { ListSearch, SearchBoxProps } from './search-box.tsx';
import type { ListPage } from './use-list-page.ts';

interface ListToolbarProps<Row> extends Pick<
  SearchBoxProps,
  'label' | 'placeholder' | 'maxLength' | 'isLoading'
> {
  search: ListSearch;
  layout: ListLayout<Row>;
  /** All columns of the list. */
  columns: readonly ListColumn<Row>[];
  /** After the layout menu. On a phone they belong beside the sort order of the cards. */
  tools?: ReactNode;
  /** The counts. */
  children: ReactNode;
}

/** Search box, counts and tools above a list. Cards have no layout to choose. */
export const ListToolbar = <Row,>(props: ListToolbarProps<Row>) => {
  const { search, layout, columns, tools, children, ...field } = props;
  const { text, box, clear } = search;
  const narrow = useIsNarrow();
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <SearchBox {...field} ref={box} value={text} onClear={clear} />
      {children}
      {!narrow && (
        <Flex gap="2" ms="auto">
          <ListLayoutMenu layout={layout} columns={columns} />
          {tools}
        </Flex>
      )}
    </Flex>
  );
};

/** Shown when no row matches the text in the search box. */
export const NoTextMatch = ({ message, search }: { message: string; search: ListSearch }) => (
  <EmptyState message={message} action={<Button onClick={search.clear}>Clear search</Button>} />
);

interface ListStatesProps {
  list: Omit<ListPage<unknown>, 'total'>;
  /** Title if access is denied, such as 'You do not have access to these engagements'. */
  refused: string;
  /** Added while offline: what the page keeps. */
  offlineNote?: string;
  /** Shown when nothing is requested. */
  idle?: ReactNode;
  /** Shown when nothing matches. */
  empty: ReactNode;
  children: ReactNode;
}

/** The rows of a list, or why there are none. Older rows stay when a refresh fails. */
export const ListStates = ({ list, refused, offlineNote, idle, empty, children }: ListStatesProps) => {
  const { rows, isLoading, error, retry } = list;
  if (idle) return idle;
  if (error && rows.length === 0)
    return <LoadError {...{ refused, error }} {...(offlineNote ? { offlineNote } : {})} onRetry={retry} />;
  if (!isLoading && rows.length === 0) return empty;
  return (
    <Stack gap="3" data-fill="">
      {error && <StaleList error={error} onRetry={retry} />}
      {children}
    </Stack>
  );
};

interface ListTableProps<Row, Column extends string>
  extends
    Pick<TableProps<Row>, 'caption' | 'rows' | 'renderDetail' | 'currentRow' | 'onRowClick'>,
    Pick<
      CardListProps<Row>,
      'rowKey' | 'selection' | 'loadingHeight' | 'renderCard' | 'loadingRows' | 'tools'
    > {
  columns: readonly ListColumn<Row>[];
  sort: ListPlace<Column>['sort'];
  sortColumns: readonly Column[];
  /** Undefined while the order cannot be changed. */
  onSort: ((sort: ListPlace<Column>['sort']) => void) | undefined;
  density: ListDensity;
  /** False for a list that is one part of a page, and as tall as its rows. Default: true, it fills the rest of the page. */
  fills?: boolean;
}

const densityStyle = { '&[data-density=compact]': { '--row-height': '32px' } };

/** The rows of a page as a table, or as cards on narrow windows. */
export const ListTable = <Row, Column extends string>(props: ListTableProps<Row, Column>) => {
  const { caption, columns, rows, rowKey, selection, loadingRows, sort, sortColumns, density } = props;
  const { fills = true } = props;
  const { loadingHeight, renderCard, tools, renderDetail, currentRow, onRowClick, onSort } = props;
  const narrow = useIsNarrow();
  const list = {
    caption,
    columns,
    rows,
    rowKey,
    ...(selection ? { selection } : {}),
    loadingRows,
    sort,
    onSort:
      onSort &&
      (({ column, descending }: { column: string; descending: boolean }) => {
        const known = sortColumns.find((one) => one === column);
        if (known) onSort({ column: known, descending });
      }),
  };
  if (narrow) return <CardList {...list} {...{ renderCard, loadingHeight, tools }} />;
  const Frame = fills ? FillList : Box;
  return (
    <Frame data-density={density} css={densityStyle}>
      <Card padded={false} overflow="hidden">
        <Table list {...list} {...{ currentRow, onRowClick }} {...(renderDetail ? { renderDetail } : {})} />
      </Card>
    </Frame>
  );
};

interface ListPagerProps<Size extends number> {
  /** Names the group: 'Pages of activities'. */
  label: string;
  view: Pick<ListPlace<string, Size>, 'page' | 'size'>;
  total: number | undefined;
  sizes: readonly Size[];
  inWords?: boolean;
  show: (change: { page: number; size?: Size }) => void;
}

/** Pagination of a list. Another page size returns to the first page. */
export const ListPager = <Size extends number>(props: ListPagerProps<Size>) => {
  const { label, view, total, sizes, inWords = false, show } = props;
  return total === undefined ? null : (
    <Pagination
      {...{ label, total, sizes, inWords }}
      page={view.page}
      size={view.size}
      onPage={(page) => show({ page })}
      onSize={(size) => show({ size, page: 1 })}
    />
  );
};

interface ListRowsProps<Row, Column extends string, Size extends number>
  extends
    Pick<ListStatesProps, 'refused' | 'offlineNote' | 'empty'>,
    Pick<
      ListTableProps<Row, Column>,
      'caption' | 'columns' | 'density' | 'fills' | 'rowKey' | 'renderCard' | 'selection' | 'loadingHeight'
    > {
  list: ListPage<Row>;
  view: ListPlace<Column, Size>;
  show: (change: { page: number; size?: Size; sort?: ListPlace<Column>['sort'] }) => void;
  rules: ListRules<Column, Size>;
  /** Names the pages: 'Pages of alerts'; undefined for no pages. */
  pages: string | undefined;
  /** The pages say 'Showing 1 to 20 of 45'. */
  pagesInWords?: boolean;
  /** Default: true. */
  isSortable?: boolean;
  /** Placeholders while the total is unknown; default: a page of them. */
  firstRows?: number;
  /** Puts all rows into a file of the page. */
  file?: ListFileQuery<Row>;
}

/** A page of a list with its order and the other pages, or why there is none. */
export const ListRows = <Row, Column extends string, Size extends number>(
  props: ListRowsProps<Row, Column, Size>,
) => {
  const { list, view, show, rules, pages, pagesInWords = false, isSortable = true, file, ...rest } = props;
  const { firstRows = view.size, ...others } = rest;
  const { refused, offlineNote, empty, ...table } = others;
  const { rows, total, isLoading } = list;
  return (
    <ListStates {...{ list, refused, empty }} {...(offlineNote ? { offlineNote } : {})}>
      {file && <ListFile title={table.caption} columns={table.columns} query={file} />}
      <ListTable
        {...table}
        rows={rows}
        sort={view.sort}
        sortColumns={rules.sortColumns}
        onSort={isSortable ? (sort) => show({ sort, page: 1 }) : undefined}
        loadingRows={isLoading ? Math.min(view.size, total ?? firstRows) : undefined}
      />
      {pages !== undefined && (
        <ListPager label={pages} sizes={rules.sizes} inWords={pagesInWords} {...{ view, total, show }} />
      )}
    </ListStates>
  );
};
