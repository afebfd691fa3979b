import type { GeneratedAlways } from 'kysely';
import type { GeneratedTimestamp } from '../../platform/db/column-types.ts';

interface AnnotationTable {
  id: GeneratedAlways<number>;
  client_id: number;
  /** Null for a note about the client as a whole. */
  organisation_id: number | null;
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
