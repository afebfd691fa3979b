import type { Generated } from 'kysely';
import type { AccessLevel, Stage } from '@readerlens/contract';
import type { GeneratedTimestamp, Json, Timestamp } from '../platform/db/column-types.ts';

interface RegionTable {
  id: Generated<number>;
  name: string;
}

interface CountryTable {
  id: Generated<number>;
  iso: string | null;
  name: string;
  region_id: number | null;
}

interface DocumentTypeTable {
  id: Generated<number>;
  name: string;
}

interface BuyersJourneyStageTable {
  id: Generated<number>;
  stage: Stage;
}

interface ContentTopicTable {
  id: Generated<number>;
  name: string;
}

interface ServiceOfferingTable {
  id: Generated<number>;
  name: string;
}

interface PersonaTable {
  id: Generated<number>;
  name: string;
}

interface NewsletterTable {
  id: Generated<number>;
  name: string;
}

interface AnalystTagTable {
  id: Generated<number>;
  client_id: number;
  name: string;
}

interface OrganisationTable {
  id: Generated<number>;
  name: string;
  website: string | null;
  domain: string | null;
  revenue: number | null;
  org_type: Generated<string[]>;
  product_category: Generated<string[]>;
}

interface OrganisationQuestionTable {
  id: Generated<number>;
  field: string;
  label: string;
  field_group: 'FirmographicGeneral' | 'FirmographicLifeSciences' | 'FirmographicMedicalDevices';
  kind: 'Terms' | 'Text' | 'Bool' | 'Numeric' | 'Exists';
  access_level: Generated<AccessLevel>;
  business_group_id: number | null;
}

interface OrganisationAnswerTable {
  organisation_id: number;
  question_id: number;
  value: string;
}

interface ReaderTable {
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
  removed_columns: Generated<string[]>;
}

interface DocumentTable {
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

interface EngagementTable {
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

interface EngagementDetailTable {
  client_id: number;
  engagement_id: number;
  specifics_text: string | null;
  specifics: Json;
  trackable_url_id: string | null;
}

interface PackedClientTable {
  client_id: number;
  version: string;
  packed_at: Date;
}

interface PackedMonthTable {
  client_id: number;
  month: string;
  size: number;
  ids: Buffer;
  instants: Buffer;
  first_codes: Buffer;
  second_codes: Buffer;
  organisations: Buffer;
}

interface DataVersionTable {
  table_name: string;
  client_id: number;
  token: Generated<number>;
}

declare module '../platform/db/schema.ts' {
  interface Schema {
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
    data_version: DataVersionTable;
    packed_client: PackedClientTable;
    packed_month: PackedMonthTable;
  }
}
