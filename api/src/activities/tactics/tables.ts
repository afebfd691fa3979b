import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../platform/db/column-types.ts';

interface MarketingUploadTable {
  id: Generated<string>;
  client_id: number;
  kind: string;
  user_id: number | null;
  at: Timestamp;
  file_name: string | null;
  mode: string;
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  refused: number;
}

/** The values of a row by the names of their columns, written as JSON text. */
export type UploadedValues = Readonly<Record<string, number | string | null>>;

interface UploadChangeTable {
  upload_id: string;
  client_id: number;
  external_id: string;
  before: ColumnType<UploadedValues | null, string | null, never>;
  after: ColumnType<UploadedValues | null, string | null, never>;
}

interface WebinarRegistrantTable {
  id: GeneratedAlways<number>;
  client_id: number;
  external_id: string;
  webinar: string;
  title: string;
  /** YYYY-MM-DD. */
  held_on: string;
  duration_minutes: number | null;
  email: string;
  /** YYYY-MM-DD. */
  registered_on: string | null;
  attended: boolean;
  live_minutes: number | null;
  on_demand_minutes: number | null;
  questions: number | null;
  polls: number | null;
  surveys: number | null;
  resources: number | null;
  reader_id: number | null;
  document_id: number | null;
  upload_id: string | null;
}

interface EventRegistrantTable {
  id: GeneratedAlways<number>;
  client_id: number;
  external_id: string;
  event: string;
  title: string;
  /** YYYY-MM-DD. */
  starts_on: string;
  email: string;
  /** YYYY-MM-DD. */
  registered_on: string | null;
  attended: boolean;
  sessions: Generated<string[]>;
  reader_id: number | null;
  upload_id: string | null;
}

interface NewsletterRecipientTable {
  id: GeneratedAlways<number>;
  client_id: number;
  external_id: string;
  issue: string;
  title: string;
  sent_at: Timestamp;
  /** Null for the totals of an issue. */
  email: string | null;
  delivered: number | null;
  opened: number | null;
  clicked: number | null;
  link: string | null;
  clicked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  reader_id: number | null;
  upload_id: string | null;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    marketing_upload: MarketingUploadTable;
    marketing_upload_change: UploadChangeTable;
    webinar_registrant: WebinarRegistrantTable;
    event_registrant: EventRegistrantTable;
    newsletter_recipient: NewsletterRecipientTable;
  }
}
