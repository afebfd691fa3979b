declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export const from: (sql: string) => Writable & Submittable & { rowCount: number };
  export const to: (sql: string) => Readable & Submittable;
}
