import type { Generated } from 'kysely';
import type { GeneratedTimestamp } from './column-types.ts';

export interface UserExportColumnsTable {
  user_id: number;
  fields: string[];
  updated_at: GeneratedTimestamp;
}

export interface ExportProgressTable {
  user_id: number;
  id: string;
  rows: Generated<number>;
  total: Generated<number>;
  waiting: Generated<number>;
  updated_at: GeneratedTimestamp;
}
