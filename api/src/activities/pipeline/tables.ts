import type { Generated, GeneratedAlways } from 'kysely';

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

declare module '../../platform/db/schema.ts' {
  interface Schema {
    opportunity: OpportunityTable;
    opportunity_stage: OpportunityStageTable;
    opportunity_match: OpportunityMatchTable;
  }
}
