import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { GeneratedTimestamp, Json, Timestamp } from './column-types.ts';
import type { MailPerson, MailRecipient } from './mail-tables.ts';
import type { RateLimitTable, StoredFileTable } from './file-tables.ts';
import type {
  DeliveryHoldTable,
  DeliveryTable,
  JobRunTable,
  ProcessHeartbeatTable,
  ScheduleTable,
} from './job-tables.ts';

export interface AuditEventTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  action: string;
  actor_id: number | null;
  subject_id: number | null;
  detail: Json;
  account_id: number | null;
}

export interface OutboxMailTable {
  id: GeneratedAlways<number>;
  to_address: string;
  /** Written as JSON text. */
  recipients: ColumnType<MailRecipient[] | null, string | null, never>;
  author: ColumnType<MailPerson | null, string | null, never>;
  subject: string;
  text_body: string;
  html_body: string | null;
  headers: ColumnType<Record<string, string> | null, string | null, never>;
  unique_key: string | null;
  message_id: string;
  kind: string | null;
  sender_id: number | null;
  deferred_until: Timestamp | null;
  status: Generated<'queued' | 'sent' | 'failed'>;
  last_error: string | null;
  created_at: GeneratedTimestamp;
  sent_at: Timestamp | null;
}

export interface CallAttemptTable {
  user_id: number;
  key: string;
  request: string;
  answer: string | null;
  at: Timestamp;
}

export interface MailCountTable {
  key: string;
  at: Timestamp;
}

export interface OutboxAttachmentTable {
  id: GeneratedAlways<number>;
  mail_id: number;
  name: string;
  media_type: string;
  content: Uint8Array;
}

/**
 * The tables after all migrations. Ids are numbers here, and strings in the contract. Each domain adds its own tables in
 * its `tables.ts`.
 */
export interface Schema {
  audit_event: AuditEventTable;
  call_attempt: CallAttemptTable;
  outbox_mail: OutboxMailTable;
  outbox_attachment: OutboxAttachmentTable;
  mail_count: MailCountTable;
  schedule: ScheduleTable;
  job_run: JobRunTable;
  delivery: DeliveryTable;
  process_heartbeat: ProcessHeartbeatTable;
  delivery_hold: DeliveryHoldTable;
  stored_file: StoredFileTable;
  rate_limit: RateLimitTable;
}

/** The id and name of a row. */
export interface NamedRow {
  readonly id: number;
  readonly name: string;
}
