import type { areaEvents, areaNoticeStates } from '@readerlens/contract/personal-data';
import type { Generated } from 'kysely';
import type { Timestamp } from '../platform/db/column-types.ts';

interface AreaNoticeTable {
  id: Generated<string>;
  area: string;
  event: (typeof areaEvents)[number];
  readers: number[];
  clients: number[];
  request_id: string | null;
  at: Timestamp;
  state: Generated<(typeof areaNoticeStates)[number]>;
}

declare module '../platform/db/schema.ts' {
  interface Schema {
    area_notice: AreaNoticeTable;
  }
}
