import type { Generated } from 'kysely';
import type { ActivityType, ReportTypeCode, SendDay } from '@readerlens/contract';
import type { Json, Timestamp } from '../../platform/db/column-types.ts';

interface ActivityReportConfigTable {
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

interface ActivityReportActivityTable {
  config_id: string;
  client_id: number;
  activity_id: number;
  run_id: string;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    activity_report_config: ActivityReportConfigTable;
    activity_report_run: ActivityReportRunTable;
    activity_report_activity: ActivityReportActivityTable;
  }
}
