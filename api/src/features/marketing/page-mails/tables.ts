import type { ActivityType } from '@readerlens/contract/vocabulary';
import type { MarketingPageName, PageMailDay } from '@readerlens/contract/marketing-pages';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from '../../../platform/db/column-types.ts';

interface PageMailTable {
  id: Generated<string>;
  owner_id: number;
  page: MarketingPageName;
  filters: Json;
  activity_types: ActivityType[];
  /** A `PageChoice`. */
  choice: Json;
  sends_on: PageMailDay;
  /** IANA name. */
  time_zone: string;
  is_paused: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    page_mail: PageMailTable;
  }
}
