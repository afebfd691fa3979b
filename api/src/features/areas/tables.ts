import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AreaSample, Canary } from '@readerlens/contract';
import type { AreaVersion, CanaryRing } from '@readerlens/contract/registry';
import type { GeneratedTimestamp, Timestamp } from '../../platform/db/column-types.ts';

interface AreaSampleTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  area: string;
  version: string;
  /** Name of one of its widgets; null for the area itself. */
  widget: string | null;
  /** A keyed hash; null for samples from before there was one. */
  person: string | null;
  kind: AreaSample['kind'];
  phase: NonNullable<AreaSample['phase']> | null;
  failure: NonNullable<AreaSample['failure']> | null;
  vital: NonNullable<AreaSample['vital']> | null;
  resource: NonNullable<AreaSample['resource']> | null;
  value: number | null;
}

interface AreaDeployTokenTable {
  id: GeneratedAlways<number>;
  area: string;
  name: string;
  secret_hash: string;
  created_at: GeneratedTimestamp;
  created_by: number;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  revoked_by: number | null;
}

interface AreaCanaryTable {
  id: GeneratedAlways<number>;
  area: string;
  version: string;
  stable: string;
  files: ColumnType<AreaVersion>;
  ring: CanaryRing;
  state: Canary['state'];
  is_safe: Generated<boolean>;
  reason: string | null;
  /** How many of `canaryLooks` are behind it. */
  looks: Generated<number>;
  compared_at: GeneratedTimestamp;
  started_at: GeneratedTimestamp;
  /** Name of the deploy token. */
  started_by: string;
  ring_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    area_canary: AreaCanaryTable;
    area_deploy_token: AreaDeployTokenTable;
    area_sample: AreaSampleTable;
  }
}
