/** The result of a statement, equal on both engines. */
export interface SqlResult {
  command: string;
  rowCount: number;
  rows: Record<string, unknown>[];
}

/** Pieces of the rows of a copy, which need not end where a line does. */
export interface CopyChunks {
  /** The next piece; undefined after the last one. Rejects with the error of the statement. */
  next(): Promise<Uint8Array | undefined>;
}

export type CopyFormat = 'text' | 'binary';

/** A session for exclusive use until `release`. */
export interface SqlClient {
  query(sql: string, parameters?: readonly unknown[]): Promise<SqlResult>;
  /** Runs a script of several statements. */
  exec(script: string): Promise<void>;
  /** Feeds a `COPY ... FROM STDIN` statement; each chunk holds whole rows. Returns the number of rows. */
  copyFrom(target: string, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<number>;
  /** Returns the rows of a query without parameters in a COPY format, as unparsed bytes in chunks that may end anywhere. */
  copyTo(query: string, format?: CopyFormat): Promise<readonly Uint8Array[]>;
  /**
   * Starts to read the rows of a query without parameters as lines in COPY text format. The statement runs as far as the
   * rows are taken; the next one of the session waits for its end.
   */
  copyChunks(query: string): CopyChunks;
  /** Pass `destroy` if the session is in an unknown state and must not be reused. */
  release(destroy?: boolean): void;
}

export interface SqlPool {
  connect(): Promise<SqlClient>;
  /** Rejects if the database does not respond. Running and waiting statements do not delay it. */
  ping(): Promise<void>;
  end(): Promise<void>;
}
