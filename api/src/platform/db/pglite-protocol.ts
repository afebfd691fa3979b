// Messages between the API and the thread in which PGlite runs.

export interface WorkerStart {
  /** Absent: the database lives in memory. */
  dataDir?: string;
  /** A dump to begin with; only for a new database. */
  dumpFile?: string;
}

export type WorkerRequest =
  | { op: 'query'; sql: string; parameters: (string | null)[] }
  | { op: 'exec'; script: string }
  | { op: 'copy'; target: string; chunk: Uint8Array<ArrayBuffer> }
  | { op: 'copyTo'; query: string }
  | { op: 'dump' }
  | { op: 'close' };

/** What went wrong: the message and whatever PostgreSQL said about it. */
export interface WorkerFailure {
  message: string;
  stack: string | undefined;
  fields?: Record<string, unknown>;
}

/** Id 0 reports that the database is open, or that it cannot be opened. */
export type WorkerAnswer =
  | { id: number; value: unknown; failure?: never }
  | { id: number; failure: WorkerFailure; value?: never };
