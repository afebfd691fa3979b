import type { ActivityType, Source, Stage } from '@readerlens/contract/vocabulary';

/** The answer to an organization question: option ids, a text, a number or yes/no. */
export type Answer = readonly string[] | string | number | boolean | null;

/**
 * Everything that filters can test about one activity. null or an empty list means the value is missing. Ids are
 * those of the lookups.
 */
export interface EngagementFacts {
  readonly clientId: string;
  readonly onlineId: string | null;
  /** ISO 8601 instant, UTC. */
  readonly occurredAt: string;
  readonly activityType: ActivityType;
  readonly sequence: 1 | 2;
  readonly quality: 1 | 2 | 3 | null;
  readonly source: Source;
  readonly documentTitle: string | null;
  readonly documentType: string | null;
  readonly stage: Stage;
  readonly contentType: string | null;
  readonly topics: readonly string[];
  readonly openAccess: 1 | 2 | null;
  readonly jsProcessed: boolean | null;
  readonly analystTags: readonly string[];
  readonly newsletter: string | null;
  readonly offerings: readonly string[];
  readonly profileStatus: 1 | 2 | 3 | null;
  readonly specifics: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly title: string | null;
  readonly personas: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly clientConsent: boolean | null;
  readonly nlConsent: boolean | null;
  readonly readerOrgId: string | null;
  readonly readerCompany: string | null;
  readonly revenue: number | null;
  readonly productCategory: readonly string[];
  readonly orgType: readonly string[];
  /** By field name of the question. */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** The fact that each named field tests, except date fields. */
export const factOfField = {
  Clients: 'clientId',
  Onlines: 'onlineId',
  ActivityTypes: 'activityType',
  Sequence: 'sequence',
  Quality: 'quality',
  MediaSource: 'source',
  Newsletter: 'newsletter',
  AnalystTagsExist: 'analystTags',
  AnalystTags: 'analystTags',
  Email: 'email',
  FirstName: 'firstName',
  LastName: 'lastName',
  Title: 'title',
  Personas: 'personas',
  City: 'city',
  State: 'state',
  Country: 'country',
  Region: 'region',
  ProfileStatus: 'profileStatus',
  ClientConsentStatus: 'clientConsent',
  NlConsentStatus: 'nlConsent',
  ReaderOrgs: 'readerOrgId',
  AccountLists: 'readerOrgId',
  ReaderCompany: 'readerCompany',
  Revenue: 'revenue',
  OrgType: 'orgType',
  ProductCategory: 'productCategory',
  DocumentTitle: 'documentTitle',
  DocumentTypes: 'documentType',
  ContentTopics: 'topics',
  BuyersJourneyStage: 'stage',
  ContentType: 'contentType',
  OpenAccess: 'openAccess',
  JsProcessed: 'jsProcessed',
  ProductServiceOfferings: 'offerings',
  Specifics: 'specifics',
  SpecificsText: 'specifics',
} as const satisfies Readonly<Record<string, keyof EngagementFacts>>;
export type FactName = (typeof factOfField)[keyof typeof factOfField];
