import { activityTypeCode, contentTypeCode, stageCode } from './codes.ts';

/** Where the value of a filter field is stored. */
export interface Place {
  readonly table: 'engagement' | 'document' | 'reader' | 'organisation' | 'engagement_detail';
  readonly column: string;
  readonly type: 'smallint' | 'integer' | 'text' | 'boolean' | 'numeric' | 'timestamptz';
  /** An array; an empty one is a missing value. */
  readonly isList?: true;
  /** A flag that indicates whether another place has a value. */
  readonly isFlag?: true;
  /** The code of each id of the field. */
  readonly codes?: Readonly<Record<string, number>>;
}

const at = (
  table: Place['table'],
  column: string,
  type: Place['type'],
  extras: Partial<Place> = {},
): Place => ({
  table,
  column,
  type,
  ...extras,
});

const places: Readonly<Record<string, Place>> = {
  Clients: at('engagement', 'client_id', 'integer'),
  DateRange: at('engagement', 'occurred_at', 'timestamptz'),
  ActivityTypes: at('engagement', 'activity_type', 'smallint', { codes: activityTypeCode }),
  Onlines: at('engagement', 'community_id', 'smallint'),
  Sequence: at('engagement', 'sequence', 'smallint'),
  Quality: at('engagement', 'quality', 'smallint'),
  MediaSource: at('engagement', 'source', 'smallint'),
  Newsletter: at('engagement', 'newsletter_id', 'smallint'),
  AnalystTagsExist: at('engagement', 'analyst_tags', 'integer', { isList: true }),
  AnalystTags: at('engagement', 'analyst_tags', 'integer', { isList: true }),
  Email: at('reader', 'email', 'text'),
  FirstName: at('reader', 'first_name', 'text'),
  LastName: at('reader', 'last_name', 'text'),
  Title: at('reader', 'title', 'text'),
  Personas: at('reader', 'personas', 'smallint', { isList: true }),
  City: at('reader', 'city', 'text'),
  State: at('reader', 'state', 'text'),
  Country: at('engagement', 'country_id', 'smallint'),
  Region: at('engagement', 'region_id', 'smallint'),
  ProfileStatus: at('reader', 'profile_status', 'smallint'),
  ClientConsentStatus: at('reader', 'client_consent', 'boolean'),
  NlConsentStatus: at('reader', 'newsletter_consent', 'boolean'),
  ReaderOrgs: at('engagement', 'organisation_id', 'integer'),
  ReaderCompany: at('reader', 'company', 'text'),
  Revenue: at('organisation', 'revenue', 'numeric'),
  OrgType: at('organisation', 'org_type', 'text', { isList: true }),
  ProductCategory: at('organisation', 'product_category', 'text', { isList: true }),
  DocumentTitle: at('document', 'title', 'text'),
  DocumentTypes: at('engagement', 'document_type_id', 'smallint'),
  ContentTopics: at('engagement', 'topics', 'smallint', { isList: true }),
  BuyersJourneyStage: at('engagement', 'stage', 'smallint', { codes: stageCode }),
  ContentType: at('engagement', 'content_type', 'smallint', { codes: contentTypeCode }),
  OpenAccess: at('document', 'open_access', 'smallint'),
  JsProcessed: at('engagement', 'js_processed', 'boolean'),
  ProductServiceOfferings: at('document', 'offerings', 'smallint', { isList: true }),
  Specifics: at('engagement', 'has_specifics', 'boolean', { isFlag: true }),
  SpecificsText: at('engagement_detail', 'specifics_text', 'text'),
};

/** The place of a field; undefined for organization questions, which are data. */
export const findPlace = (field: string): Place | undefined =>
  Object.hasOwn(places, field) ? places[field] : undefined;
