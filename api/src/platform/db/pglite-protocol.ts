// Messages between the API and the PGlite thread.
import type { CopyFormat } from './sql-pool.ts';

export interface WorkerStart {
  /** Folder of the database; without it, the database is in memory. */
  dataDir?: string;
  /** A dump to load into a new database. */
  dumpFile?: string;
}

export type WorkerRequest =
  | { op: 'query'; sql: string; parameters: (string | null)[] }
  | { op: 'exec'; script: string }
  | { op: 'copy'; target: string; chunk: Uint8Array<ArrayBuffer> }
  | { op: 'copyTo'; query: string; format: CopyFormat }
  | { op: 'dump' }
  | { op: 'close' };

/** An error with the fields that PostgreSQL reported. */
export interface WorkerFailure {
  message: string;
  stack: string | undefined;
  fields?: Record<string, unknown>;
}

/** Id 0 reports whether the database was opened. */
export type WorkerResponse =
  | { id: number; value: unknown; failure?: never }
  | { id: number; failure: WorkerFailure; value?: never };
