import { createTableFormatter } from '../api/bench-table.ts';
import type { DuckDbBenchResult } from './bench-duckdb.ts';

export const duckDbBenchTable = createTableFormatter<DuckDbBenchResult>([
  ['engine', 'engine'],
  ['page', 'page'],
  ['selection', 'selection'],
  ['statements', 'statements'],
  ['DuckDB CPU ms', 'duckCpuMs', 1],
  ['ms', 'duckWallMs', 1],
  ['in one CPU ms', 'oneDuckCpuMs', 1],
  ['calls CPU ms', 'callsCpuMs', 1],
  ['ms', 'callsWallMs', 1],
  ['ratio', 'callsRatio', 2],
  ['again', 'againRatio', 2],
  ['one changed', 'updatedRatio', 2],
  ['one request', 'requestRatio', 2],
  ['again', 'requestAgainRatio', 2],
  ['time ratio', 'callsWallRatio', 2],
]);
