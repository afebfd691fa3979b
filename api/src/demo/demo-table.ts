import type { Rows, Schema } from '../platform/db/index.ts';

/** Rows for one table, as `copyIn` takes them. */
export interface DemoTable {
  readonly table: keyof Schema;
  readonly columns: readonly string[];
  readonly rows: Rows;
}
