import type { ColumnType, Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A rule for local dates; `at` is a local time, 'HH:MM'. */
export type DateRule =
  | { readonly every: 'day'; readonly at: string }
  | { readonly every: 'week'; readonly days: readonly Weekday[]; readonly at: string }
  /** The 1st and the 15th. */
  | { readonly every: 'half-month'; readonly at: string }
  /** In a month without that day, the last day counts. */
  | { readonly every: 'month'; readonly day: number; readonly at: string };

/** Multiples of `seconds` since 1970, in any time zone. */
export interface IntervalRule {
  readonly every: 'interval';
  readonly seconds: number;
}

export type SlotRule = DateRule | IntervalRule;

export interface ScheduleTable {
  id: Generated<string>;
  kind: string;
  owner_id: string;
  client_id: number | null;
  /** Written as JSON text. */
  rule: ColumnType<SlotRule, string, string>;
  time_zone: string;
  is_active: boolean;
  next_slot_key: string;
  next_slot_at: Timestamp;
  planned_at: Timestamp;
  version: Generated<number>;
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'skipped';

export interface JobRunTable {
  id: Generated<string>;
  kind: string;
  owner_id: string;
  client_id: number | null;
  slot_key: string;
  slot_at: Timestamp;
  missed_slots: Generated<number>;
  state: Generated<JobState>;
  attempts: Generated<number>;
  next_at: Timestamp;
  lease_token: string | null;
  leased_until: Timestamp | null;
  error: string | null;
  result: Json;
  created_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
}

export interface DeliveryTable {
  id: Generated<string>;
  run_id: string;
  client_id: number | null;
  recipient: string;
  channel: 'mail' | 'webhook';
  /** Distinguishes several messages of a run to one recipient. */
  item: Generated<string>;
  state: Generated<'queued' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_at: Timestamp | null;
  outbox_mail_id: number | null;
  message_id: string | null;
  last_error: string | null;
  response: string | null;
  response_status: number | null;
  sent_at: Timestamp | null;
  created_at: Timestamp;
}

export interface ProcessHeartbeatTable {
  id: string;
  name: string;
  is_worker: boolean;
  started_at: Timestamp;
  seen_at: Timestamp;
  clock_ahead_ms: number | null;
  skewed_since: Timestamp | null;
  version: string | null;
  sends_mails: boolean | null;
  last_migration: string | null;
}

export interface DeliveryHoldTable {
  only_row: Generated<boolean>;
  reason: string;
  held_at: Generated<Date>;
}
