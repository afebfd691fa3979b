import type { Generated } from 'kysely';
import type {
  ActivityType,
  AlertType,
  DayOfMonth,
  DayOfWeek,
  Frequency,
  RunOutcome,
} from '@readerlens/contract';
import type { GeneratedTimestamp, Json, Timestamp } from '../../platform/db/column-types.ts';

/** 'YYYY-MM-DD'. */
type LocalDate = string;

/** The reader or the organization that an alert is about; at most one. */
interface SubjectColumns {
  subject_reader_id: number | null;
  subject_organisation_id: number | null;
}

interface AlertTable extends SubjectColumns {
  id: Generated<string>;
  owner_id: number;
  type: AlertType;
  name: string;
  description: Generated<string>;
  filters: Json;
  indices: Generated<ActivityType[]>;
  agg_field: number | null;
  activity_months: number | null;
  minimum_count: number | null;
  unique_user_count: number | null;
  baseline_activity_months: number | null;
  minimum_baseline_activities: number | null;
  minimum_threshold_percent: number | null;
  threshold_direction: number | null;
  frequency: Frequency;
  day_of_week: DayOfWeek;
  day_of_month: DayOfMonth;
  time_zone: Generated<string>;
  export_columns: Generated<string[]>;
  last_step: Generated<number>;
  is_complete: Generated<boolean>;
  schedule_active: Generated<boolean>;
  snoozed_until: LocalDate | null;
  enabled_reasons: Generated<number>;
  definition_version: Generated<number>;
  active_since: Timestamp | null;
  external_id: string | null;
  last_run_at: Timestamp | null;
  version: Generated<number>;
  created_at: GeneratedTimestamp;
  created_by: number;
  updated_at: GeneratedTimestamp;
  updated_by: number;
  deleted_at: Timestamp | null;
}

interface AlertRecipientTable {
  alert_id: string;
  user_id: number;
  is_email_subscribed: Generated<boolean>;
  role: string;
  position: number;
}

interface AlertStateTable {
  alert_id: string;
  version: number;
  cursor: Timestamp;
}

interface AlertNotifiedTable {
  alert_id: string;
  client_id: number;
  entity_id: number;
  direction: 'Positive' | 'Negative' | '';
  notified_on: LocalDate;
  has_cleared: boolean;
}

interface AlertRunTable extends SubjectColumns {
  id: string;
  alert_id: string;
  slot: LocalDate;
  slot_at: Timestamp;
  missed_slots: Generated<number>;
  definition_version: number;
  name: string;
  description: string;
  type: AlertType;
  /** An AlertRule. */
  rule: Json;
  filters: Json;
  indices: ActivityType[];
  export_columns: string[];
  time_zone: string;
  current_from: Timestamp;
  current_to: Timestamp;
  baseline_from: Timestamp | null;
  baseline_to: Timestamp | null;
  insufficient_baseline: Generated<number>;
  incomplete_clients: Generated<number[]>;
  total_matched: number;
  run_at: Timestamp;
}

interface AlertRunEntityTable {
  run_id: string;
  view: number;
  client_id: number;
  entity_id: number;
  outcome: RunOutcome;
  activities: number;
  readers: number;
  baseline_activities: number;
  baseline_readers: number;
  direction: 'Positive' | 'Negative' | null;
  notified_on: LocalDate | null;
}

interface AlertRunListTable {
  run_id: string;
  view: number;
  list_id: string;
  client_id: number;
  owner_id: number;
  is_shared: boolean;
  name: string;
  /** A StoredRule; null for a list of organizations that were picked. */
  rule: Json;
  organisation_ids: number[];
}

interface AlertActivityTable {
  alert_id: string;
  client_id: number;
  activity_id: number;
  run_id: string;
}

interface AlertRunRecipientTable {
  run_id: string;
  user_id: number;
  view: number;
  total_matched: number;
  client_ids: number[];
  client_matches: number[];
  exceeds_threshold: Generated<boolean>;
  is_read: Generated<boolean>;
  message_id: string | null;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    alert: AlertTable;
    alert_recipient: AlertRecipientTable;
    alert_state: AlertStateTable;
    alert_notified: AlertNotifiedTable;
    alert_run: AlertRunTable;
    alert_run_entity: AlertRunEntityTable;
    alert_run_list: AlertRunListTable;
    alert_activity: AlertActivityTable;
    alert_run_recipient: AlertRunRecipientTable;
  }
}
