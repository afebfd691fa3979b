import type { GeneratedAlways } from 'kysely';
import type { GeneratedTimestamp } from './column-types.ts';

export interface AnnotationTable {
  id: GeneratedAlways<number>;
  client_id: number;
  /** YYYY-MM-DD. */
  day: string;
  text: string;
  author_id: number | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
