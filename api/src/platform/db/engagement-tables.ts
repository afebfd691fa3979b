import type { Generated } from 'kysely';
import type { GeneratedTimestamp, Json, Timestamp } from './column-types.ts';

export interface EngagementTable {
  client_id: number;
  id: Generated<number>;
  external_id: string | null;
  occurred_at: Timestamp;
  activity_type: number;
  sequence: Generated<number>;
  quality: number | null;
  source: number;
  status: number;
  community_id: number;
  document_id: number;
  reader_id: number;
  organisation_id: number | null;
  document_type_id: number | null;
  stage: Generated<number>;
  content_type: Generated<number>;
  region_id: number | null;
  country_id: number | null;
  newsletter_id: number | null;
  js_processed: Generated<boolean>;
  has_specifics: Generated<boolean>;
  topics: Generated<number[]>;
  analyst_tags: Generated<number[]>;
  reject_reason: number | null;
  approved_at: Timestamp | null;
  available_at: GeneratedTimestamp;
}

export interface EngagementDetailTable {
  client_id: number;
  engagement_id: number;
  specifics_text: string | null;
  specifics: Json;
  trackable_url_id: string | null;
}
