import type { KeptByErasure, personalDataRequests } from '@readerlens/contract/personal-data';
import type { Generated } from 'kysely';
import type { Timestamp } from '../../platform/db/column-types.ts';

interface PersonalDataRequestTable {
  id: Generated<string>;
  at: Timestamp;
  kind: (typeof personalDataRequests)[number];
  user_id: number;
  reference: string;
  readers: number[];
  kept: Generated<KeptByErasure[]>;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    personal_data_request: PersonalDataRequestTable;
  }
}
