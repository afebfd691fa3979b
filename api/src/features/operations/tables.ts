import type { GeneratedAlways } from 'kysely';
import type { GeneratedTimestamp } from '../../platform/db/column-types.ts';

interface ClientErrorTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  user_id: number | null;
  event_info: string;
  stack_trace: string | null;
  path: string | null;
  user_agent: string | null;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    client_error: ClientErrorTable;
  }
}
