import type { DealInfluence } from '@readerlens/contract/marketing-pipeline';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../platform/db/column-types.ts';

interface OpportunityTable {
  id: GeneratedAlways<number>;
  client_id: number;
  external_id: string;
  name: string | null;
  account: string;
  domain: string | null;
  stage: string;
  /** YYYY-MM-DD. */
  created_on: string;
  /** YYYY-MM-DD. */
  closed_on: string | null;
  cents: number | null;
  currency: string | null;
  organisation_id: number | null;
  match: Generated<string>;
  upload_id: string | null;
}

interface OpportunityStageTable {
  client_id: number;
  stage_key: string;
  outcome: string;
}

interface OpportunityMatchTable {
  client_id: number;
  account_key: string;
  domain: string;
  organisation_id: number;
}

interface InfluenceWatchTable {
  id: Generated<string>;
  client_id: number;
  owner_id: number;
  /** YYYY-MM-DD. */
  compared_on: string | null;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
}

interface OpportunityInfluenceTable {
  opportunity_id: number;
  client_id: number;
  influence: DealInfluence;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    influence_watch: InfluenceWatchTable;
    opportunity: OpportunityTable;
    opportunity_influence: OpportunityInfluenceTable;
    opportunity_stage: OpportunityStageTable;
    opportunity_match: OpportunityMatchTable;
  }
}
