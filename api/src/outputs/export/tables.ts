import type { Generated } from 'kysely';
import type { GeneratedTimestamp } from '../../platform/db/column-types.ts';

interface UserExportColumnsTable {
  user_id: number;
  fields: string[];
  updated_at: GeneratedTimestamp;
}

interface ExportProgressTable {
  user_id: number;
  id: string;
  rows: Generated<number>;
  total: Generated<number>;
  waiting: Generated<number>;
  updated_at: GeneratedTimestamp;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    user_export_columns: UserExportColumnsTable;
    export_progress: ExportProgressTable;
  }
}
