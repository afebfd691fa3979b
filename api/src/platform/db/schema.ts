import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type {
  AccessLevel,
  ActivityType,
  AreaSample,
  NotificationLevel,
  Role,
  Stage,
} from '@readerlens/contract';
import type { GeneratedTimestamp, Json, Timestamp } from './column-types.ts';
import type { MailPerson, MailRecipient } from './mail-tables.ts';
import type {
  AlertActivityTable,
  AlertNotifiedTable,
  AlertRecipientTable,
  AlertRunEntityTable,
  AlertRunRecipientTable,
  AlertRunTable,
  AlertStateTable,
  AlertTable,
} from './alert-tables.ts';
import type {
  ActivityReportActivityTable,
  ActivityReportConfigTable,
  ActivityReportRunTable,
  ClientWebhookTable,
  WebhookMessageTable,
} from './report-tables.ts';
import type { AnnotationTable } from './annotation-table.ts';
import type { EngagementDetailTable, EngagementTable } from './engagement-tables.ts';
import type { RateLimitTable, StoredFileTable } from './file-tables.ts';
import type { ExportProgressTable, UserExportColumnsTable } from './export-tables.ts';
import type { DeliveryTable, JobRunTable, ScheduleTable } from './job-tables.ts';
import type {
  ExcludedEmailTable,
  ReviewDecisionActivityTable,
  ReviewDecisionTable,
} from './review-tables.ts';
import type { DefaultFiltersTable, PermalinkTable, SavedSearchTable } from './search-tables.ts';
import type { UserSessionTable } from './session-table.ts';

// The tables after all migrations. Ids are numbers here, and strings in the contract.

export interface AppUserTable {
  id: GeneratedAlways<number>;
  email: string;
  first_name: string;
  last_name: string;
  role: Generated<Role>;
  password_hash: string | null;
  token_version: Generated<number>;
  activity_fields: Generated<string[]>;
  analyst_tags: Generated<number[]>;
  denied_activity_types: Generated<ActivityType[]>;
  review_activities: Generated<boolean>;
  access_marketing_performance: Generated<boolean>;
  enable_api_access: Generated<boolean>;
  api_client_id: string | null;
  notification_claim_level: Generated<NotificationLevel>;
  view_notifications: Generated<boolean>;
  is_active: Generated<boolean>;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  version: Generated<number>;
  deleted_at: Timestamp | null;
  api_secret_hash: string | null;
  api_secret_created_at: Timestamp | null;
  registered_at: Timestamp | null;
}

export interface UserTokenTable {
  token_hash: string;
  user_id: number;
  purpose: 'registration' | 'password';
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

export interface UserIdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_at: GeneratedTimestamp;
}

export interface SignInCodeTable {
  code_hash: string;
  user_id: number;
  token_version: number;
  return_to: string;
  expires_at: Timestamp;
}

export interface LoginAttemptTable {
  key: string;
  failures: number;
  window_start: Timestamp;
  last_failure_at: GeneratedTimestamp;
}

export interface AuditEventTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  action: string;
  actor_id: number | null;
  subject_id: number | null;
  detail: Json;
  account_id: number | null;
}

export interface ClientErrorTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  user_id: number | null;
  event_info: string;
  stack_trace: string | null;
  path: string | null;
  user_agent: string | null;
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

export interface BusinessGroupTable {
  id: Generated<number>;
  name: string;
}

export interface CommunityTable {
  id: Generated<number>;
  name: string;
  portal_url: string | null;
  business_group_id: number | null;
}

export interface ClientTable {
  id: Generated<number>;
  name: string;
  is_paid: Generated<boolean>;
}

export interface ClientCommunityTable {
  client_id: number;
  community_id: number;
}

export interface UserClientTable {
  user_id: number;
  client_id: number;
}

export interface UserCommunityTable {
  user_id: number;
  community_id: number;
}

export interface RegionTable {
  id: Generated<number>;
  name: string;
}

export interface CountryTable {
  id: Generated<number>;
  iso: string | null;
  name: string;
  region_id: number | null;
}

export interface DocumentTypeTable {
  id: Generated<number>;
  name: string;
}

export interface BuyersJourneyStageTable {
  id: Generated<number>;
  stage: Stage;
}

export interface ContentTopicTable {
  id: Generated<number>;
  name: string;
}

export interface ServiceOfferingTable {
  id: Generated<number>;
  name: string;
}

export interface PersonaTable {
  id: Generated<number>;
  name: string;
}

export interface NewsletterTable {
  id: Generated<number>;
  name: string;
}

export interface AnalystTagTable {
  id: Generated<number>;
  client_id: number;
  name: string;
}

export interface OrganisationTable {
  id: Generated<number>;
  name: string;
  website: string | null;
  domain: string | null;
  revenue: number | null;
  org_type: Generated<string[]>;
  product_category: Generated<string[]>;
}

export interface OrganisationQuestionTable {
  id: Generated<number>;
  field: string;
  label: string;
  field_group: 'FirmographicGeneral' | 'FirmographicLifeSciences' | 'FirmographicMedicalDevices';
  kind: 'Terms' | 'Text' | 'Bool' | 'Numeric' | 'Exists';
  access_level: Generated<AccessLevel>;
  business_group_id: number | null;
}

export interface OrganisationAnswerTable {
  organisation_id: number;
  question_id: number;
  value: string;
}

export interface ReaderTable {
  id: Generated<number>;
  external_id: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  title: string | null;
  company: string | null;
  organisation_id: number | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  country_id: number | null;
  linked_in: string | null;
  profile_status: number | null;
  client_consent: boolean | null;
  client_consent_at: Timestamp | null;
  newsletter_consent: boolean | null;
  personas: Generated<number[]>;
}

export interface DocumentTable {
  id: Generated<number>;
  external_id: string | null;
  client_id: number | null;
  community_id: number | null;
  title: string | null;
  url: string | null;
  document_type_id: number | null;
  stage_id: number | null;
  content_type: Generated<number>;
  open_access: number | null;
  topics: Generated<number[]>;
  offerings: Generated<number[]>;
  published_on: string | null;
  is_active: Generated<boolean>;
}

export interface AreaSampleTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  area: string;
  version: string;
  kind: AreaSample['kind'];
  phase: NonNullable<AreaSample['phase']> | null;
  failure: NonNullable<AreaSample['failure']> | null;
  vital: NonNullable<AreaSample['vital']> | null;
  resource: NonNullable<AreaSample['resource']> | null;
  value: number | null;
}

export interface Schema {
  app_user: AppUserTable;
  user_token: UserTokenTable;
  user_identity: UserIdentityTable;
  sign_in_code: SignInCodeTable;
  user_session: UserSessionTable;
  login_attempt: LoginAttemptTable;
  audit_event: AuditEventTable;
  client_error: ClientErrorTable;
  area_sample: AreaSampleTable;
  outbox_mail: OutboxMailTable;
  outbox_attachment: OutboxAttachmentTable;
  mail_count: MailCountTable;
  business_group: BusinessGroupTable;
  community: CommunityTable;
  client: ClientTable;
  client_community: ClientCommunityTable;
  user_client: UserClientTable;
  user_community: UserCommunityTable;
  region: RegionTable;
  country: CountryTable;
  document_type: DocumentTypeTable;
  buyers_journey_stage: BuyersJourneyStageTable;
  content_topic: ContentTopicTable;
  service_offering: ServiceOfferingTable;
  persona: PersonaTable;
  newsletter: NewsletterTable;
  analyst_tag: AnalystTagTable;
  organisation: OrganisationTable;
  organisation_question: OrganisationQuestionTable;
  organisation_answer: OrganisationAnswerTable;
  reader: ReaderTable;
  document: DocumentTable;
  engagement: EngagementTable;
  engagement_detail: EngagementDetailTable;
  review_decision: ReviewDecisionTable;
  review_decision_activity: ReviewDecisionActivityTable;
  excluded_email: ExcludedEmailTable;
  user_export_columns: UserExportColumnsTable;
  export_progress: ExportProgressTable;
  saved_search: SavedSearchTable;
  default_filters: DefaultFiltersTable;
  permalink: PermalinkTable;
  schedule: ScheduleTable;
  job_run: JobRunTable;
  delivery: DeliveryTable;
  annotation: AnnotationTable;
  stored_file: StoredFileTable;
  rate_limit: RateLimitTable;
  alert: AlertTable;
  alert_recipient: AlertRecipientTable;
  alert_state: AlertStateTable;
  alert_notified: AlertNotifiedTable;
  alert_run: AlertRunTable;
  alert_run_entity: AlertRunEntityTable;
  alert_activity: AlertActivityTable;
  alert_run_recipient: AlertRunRecipientTable;
  activity_report_config: ActivityReportConfigTable;
  activity_report_run: ActivityReportRunTable;
  activity_report_activity: ActivityReportActivityTable;
  client_webhook: ClientWebhookTable;
  webhook_message: WebhookMessageTable;
}

export type UserRow = Selectable<AppUserTable>;

/** The id and name of a row. */
export interface NamedRow {
  readonly id: number;
  readonly name: string;
}
