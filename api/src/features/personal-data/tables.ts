import type { KeptByErasure, personalDataRequests } from '@readerlens/contract/personal-data';
import type { Generated } from 'kysely';
import type { Timestamp } from '../../platform/db/column-types.ts';

interface PersonalDataRequestTable {
  id: Generated<string>;
  at: Timestamp;
  kind: (typeof personalDataRequests)[number];
  /** Null for what a command has repeated after a restore. */
  user_id: number | null;
  reference: string;
  readers: number[];
  kept: Generated<KeptByErasure[]>;
  /** Null for all. */
  clients: Generated<number[] | null>;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    personal_data_request: PersonalDataRequestTable;
  }
}
