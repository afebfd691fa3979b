declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export const from: (sql: string) => Writable & Submittable & { rowCount: number };
}
