import { pageFileLimits } from '@readerlens/contract/marketing';
import { PagePart, formatCount } from '@readerlens/ui';
import type { ShownTable } from '@readerlens/contract/marketing-figures';
import type { ShownPart } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListColumn } from './list-layout.ts';

interface Rows<Row> {
  readonly items: Row[];
  readonly total: number;
}

/** The query for a page of the list. `size` may be larger than what the list offers. */
export type ListFileQuery<Row> = (place: {
  page: number;
  size: number;
}) => Pick<UseQueryOptions<Rows<Row>>, 'queryKey' | 'queryFn' | 'meta'>;

/** The place of a list, with any size of its pages. */
export type FileView<View extends { size: number }> = Omit<View, 'size'> & { readonly size: number };

interface Props<Row> {
  title: string;
  columns: readonly ListColumn<Row>[];
  query: ListFileQuery<Row>;
}

/** As many rows as one call returns. */
const callSize = 200;

const readText = <Row,>({ text, cell }: ListColumn<Row>, row: Row): string => {
  if (text) return text(row);
  const shown = cell(row, 0);
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : '';
};

/** Rows as a table of texts. */
export const toShownTable = <Row,>(
  title: string,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  note = '',
): ShownTable => ({
  title,
  note,
  columns: columns.map(({ header }) => header),
  rows: rows.map((row) => columns.map((column) => readText(column, row))),
});

/** All rows of a list, not only the page that it shows, for a file of the page. */
export const ListFile = <Row,>({ title, columns, query }: Props<Row>) => {
  const client = useQueryClient();
  const readPage = (page: number) => {
    const { queryKey, queryFn, meta } = query({ page, size: callSize });
    return client.fetchQuery({ queryKey, ...(queryFn ? { queryFn } : {}), ...(meta ? { meta } : {}) });
  };
  const read = async (): Promise<ShownPart> => {
    const { items, total } = await readPage(1);
    const rows = [...items];
    const wanted = Math.min(total, pageFileLimits.rows);
    for (let page = 2; rows.length < wanted; page += 1) {
      const next = (await readPage(page)).items;
      if (next.length === 0) break;
      rows.push(...next);
    }
    const note = total > wanted ? `The first ${formatCount(wanted)} of ${formatCount(total)} rows` : '';
    return { table: toShownTable(title, columns, rows.slice(0, wanted), note) };
  };
  return <PagePart read={read} />;
};
