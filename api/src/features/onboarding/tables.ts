import type { ClientField } from '@readerlens/contract';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTimestamp, Timestamp } from '../../platform/db/column-types.ts';

/** An object, written as JSON text. */
type StoredObject = ColumnType<Record<string, unknown>, string | undefined, unknown>;

/** What was set up from a form, by id. */
export interface StoredClientSetup {
  readonly clientId: number;
  readonly fields: readonly ClientField[];
  readonly accounts: readonly {
    readonly contactId: string;
    readonly act: 'create' | 'addClient';
    readonly userId: number;
  }[];
  readonly reports: readonly {
    readonly contactId: string;
    readonly ownerId: number;
    readonly configId: string;
  }[];
}

interface OnboardingFormTable {
  id: Generated<string>;
  client_id: number;
  user_id: number;
  name: string;
  email: string;
  sent_from_name: string;
  sender_email: string;
  sent_at: Timestamp;
  expires_at: Timestamp;
  submitted_at: Timestamp | null;
  last_step: Generated<number>;
  general: StoredObject;
  company: StoredObject;
  content_info: StoredObject;
  version: Generated<number>;
  field_versions: StoredObject;
  created_at: Timestamp;
  created_by: number;
  updated_at: Timestamp;
  reminder_days: Generated<number>;
  last_activity_at: GeneratedTimestamp;
  reminders_sent: Generated<number>;
  reminded_at: Timestamp | null;
  client_set_up_at: Timestamp | null;
  client_set_up_by: number | null;
  client_setup: ColumnType<StoredClientSetup | null, string | undefined, string>;
}

interface OnboardingContactTable {
  id: Generated<string>;
  form_id: string;
  client_id: number;
  position: number;
  first_name: string;
  last_name: string;
  email: string;
}

interface OnboardingContentTable {
  id: Generated<string>;
  form_id: string;
  client_id: number;
  title: string;
  url: Generated<string>;
  keyword: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface OnboardingFileTable {
  id: string;
  form_id: string;
  client_id: number;
  content_id: string | null;
  name: string;
  media_type: string;
  size: number;
  is_held: Generated<boolean>;
  created_at: Timestamp;
}

interface OnboardingNewLogoTable {
  id: Generated<string>;
  form_id: string;
  client_id: number;
  user_id: number;
  name: string;
  size: number;
  file_id: string;
  problem: string | null;
  created_at: Timestamp;
}

interface OnboardingUploadTable {
  id: Generated<string>;
  form_id: string;
  client_id: number;
  content_id: string;
  user_id: number;
  name: string;
  size: number | null;
  total_chunks: number;
  fingerprint: string | null;
  complete_at: Timestamp | null;
  file_id: string | null;
  problem: string | null;
  created_at: Timestamp;
  last_chunk_at: Timestamp;
}

interface OnboardingChunkTable {
  upload_id: string;
  client_id: number;
  index: number;
  size: number;
  checksum: string;
  file_id: string;
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    onboarding_form: OnboardingFormTable;
    onboarding_contact: OnboardingContactTable;
    onboarding_content: OnboardingContentTable;
    onboarding_file: OnboardingFileTable;
    onboarding_new_logo: OnboardingNewLogoTable;
    onboarding_upload: OnboardingUploadTable;
    onboarding_chunk: OnboardingChunkTable;
  }
}
