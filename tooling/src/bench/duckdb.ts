import { benchDuckDb } from './duckdb/bench-duckdb.ts';
import { duckDbBenchTable } from './duckdb/duckdb-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench duckdb [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Compares pages over HTTP with the same statements on DuckDB in memory, on two threads, in CPU and time. Installs DuckDB
the first time.
`;

/** Compares pages with DuckDB, on each available engine. */
export const run = engineBench({
  rounds: 9,
  measure: benchDuckDb,
  title: (rounds) =>
    `Pages over HTTP and the same statements on DuckDB, means of ${rounds}; ratio = CPU / CPU of DuckDB's statements.`,
  table: duckDbBenchTable,
});
