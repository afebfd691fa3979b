import type { Generated } from 'kysely';
import type { ActivityType } from '@readerlens/contract';
import type { GeneratedTimestamp, Json } from '../../platform/db/column-types.ts';

interface SavedSearchTable {
  id: Generated<string>;
  user_id: number;
  name: string;
  description: Generated<string>;
  is_default: Generated<boolean>;
  filters: Json;
  indices: ActivityType[];
  created_at: GeneratedTimestamp;
  created_by: number | null;
  updated_at: GeneratedTimestamp;
  updated_by: number | null;
}

interface DefaultFiltersTable {
  user_id: number;
  filters: Json;
  indices: ActivityType[];
  updated_at: GeneratedTimestamp;
}

interface PermalinkTable {
  id: string;
  path: string;
  search: string;
  created_at: GeneratedTimestamp;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    saved_search: SavedSearchTable;
    default_filters: DefaultFiltersTable;
    permalink: PermalinkTable;
  }
}
