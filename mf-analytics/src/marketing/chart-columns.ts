import type { ChartView } from '@readerlens/ui/charts';

/** Bars of counts, with the other numbers of each row in the table. */
export const withColumns = (
  view: ChartView,
  columns: string[],
  cells: readonly (readonly string[])[],
): ChartView => ({
  ...view,
  table: {
    columns: [view.table.columns[0] ?? '', ...columns],
    rows: view.table.rows.map((row, at) => ({ ...row, cells: [...(cells[at] ?? [])] })),
  },
});
