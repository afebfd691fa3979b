import type { Generated } from 'kysely';
import type { ActivityType, ReportTypeCode, SendDay } from '@readerlens/contract';
import type { Json, Timestamp } from './column-types.ts';

export interface ActivityReportConfigTable {
  id: Generated<string>;
  owner_id: number;
  client_id: number;
  community_id: number | null;
  email: string;
  first_name: string;
  last_name: string;
  report_type: ReportTypeCode;
  send_days: SendDay[];
  time_zone: string;
  is_aggregated: Generated<boolean>;
  includes_quality: Generated<boolean>;
  has_attachment: Generated<boolean>;
  is_disabled: Generated<boolean>;
  filters: Json;
  indices: Generated<ActivityType[]>;
  available_from: Timestamp;
  occurred_from: Timestamp | null;
  cursor: Timestamp | null;
  last_sent_at: Timestamp | null;
  failed_messages: Generated<number>;
  webhook_paused_at: Timestamp | null;
  version: Generated<number>;
  created_at: Timestamp;
  created_by: number;
  updated_at: Timestamp;
  updated_by: number;
  deleted_at: Timestamp | null;
}

export interface ActivityReportRunTable {
  id: string;
  config_id: string;
  client_id: number;
  owner_id: number;
  slot: string;
  is_manual: boolean;
  email: string;
  first_name: string;
  last_name: string;
  report_type: ReportTypeCode;
  send_days: SendDay[];
  time_zone: string;
  is_aggregated: boolean;
  includes_quality: boolean;
  filters: Json;
  indices: ActivityType[];
  period_from: Timestamp;
  period_to: Timestamp;
  total: number;
  client_ids: number[];
  client_counts: number[];
  run_at: Timestamp;
}

export interface ActivityReportActivityTable {
  config_id: string;
  client_id: number;
  activity_id: number;
  run_id: string;
}

export interface ClientWebhookTable {
  client_id: number;
  url: Generated<string>;
  secret: Uint8Array | null;
  secret_created_at: Timestamp | null;
  previous_secret: Uint8Array | null;
  previous_until: Timestamp | null;
  version: Generated<number>;
  updated_at: Timestamp;
  updated_by: number | null;
}

export interface WebhookMessageTable {
  delivery_id: string;
  client_id: number;
  config_id: string;
  client_ids: number[];
  activities: number;
  body: string;
  created_at: Timestamp;
}
