import type { GeneratedAlways } from 'kysely';
import type { GeneratedTimestamp } from '../../platform/db/column-types.ts';

interface AnnotationTable {
  id: GeneratedAlways<number>;
  client_id: number;
  /** YYYY-MM-DD. */
  day: string;
  text: string;
  author_id: number | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    annotation: AnnotationTable;
  }
}
