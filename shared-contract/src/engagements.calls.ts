import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast, signedIn } from './call.ts';
import type { CallDefinition } from './call.ts';
import {
  exportFormats,
  recipientTypes,
  searchPageSizes,
  searchSortFields,
} from './engagements.vocabulary.ts';
import type { SearchPageSize } from './engagements.vocabulary.ts';
import { FilterRequest, Id, enumOf, object } from './schemas.ts';
import { activityTypes, stages } from './vocabulary.ts';

const tag = 'Engagements';
const Count = Type.Integer({ minimum: 0 });
const Text = Type.String();
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601, UTC' });
const Blobs = Type.Unsafe<Blob>(Type.Unknown());

export const SpecificsModel = object({
  questions: Type.Array(object({ question: Text, answer: orNull(Text), answeredBy: orNull(Text) })),
  polls: Type.Array(object({ question: Text, answers: Type.Array(Text) })),
  surveys: Type.Array(object({ question: Text, answers: Type.Array(Text) })),
  registrationQuestions: Type.Array(object({ question: Text, answer: orNull(Text) })),
});
export type SpecificsModel = Static<typeof SpecificsModel>;

const specifics = {
  hasSpecifics: Type.Boolean({
    description: 'Whether the reader asked or wrote something, also where it is not told',
  }),
  specifics: orNull(Type.String({ description: 'Free text: notes' })),
  specificsModel: orNull(SpecificsModel),
};

const ReaderLink = orNull(
  Type.String({ description: 'The e-mail as the reader dashboard spells it in a path; null when blinded' }),
);

export const EngagementRow = object({
  id: Id,
  qualifiedId: Type.String({ description: "'{type}-{id}', what item ids are" }),
  date: Moment,
  activityType: enumOf(activityTypes),
  qualityNum: orNull(Type.Integer({ minimum: 1, maximum: 3 })),
  fullName: orNull(Text),
  userId: Type.String({ description: 'Id of the reader' }),
  emailUrl: ReaderLink,
  jobTitle: orNull(Text),
  company: orNull(Text),
  readerCompanyUrl: orNull(Type.String({ description: 'Path of the company dashboard' })),
  portal: Type.String({ description: 'Community' }),
  portalUrl: orNull(Type.String({ description: 'Address of the document' })),
  docTitle: orNull(Text),
  sequenceName: enumOf(['Initial', 'Subsequent'] as const),
  ...specifics,
});
export type EngagementRow = Static<typeof EngagementRow>;

export const ActivityDetail = object({
  id: Id,
  qualifiedId: Text,
  activityType: enumOf(activityTypes),
  date: Moment,
  portal: Text,
  portalUrl: orNull(Text),
  userId: Text,
  firstName: orNull(Text),
  lastName: orNull(Text),
  fullName: orNull(Text),
  jobTitle: orNull(Text),
  company: orNull(Text),
  email: orNull(Text),
  phone: orNull(Text),
  formattedAddr: orNull(Text),
  consentToPrivacyDate: Type.String({ description: "YYYY-MM-DD or 'NO CONSENT'" }),
  linkedInUrl: orNull(Text),
  emailUrl: ReaderLink,
  readerCompanyUrl: orNull(Text),
  docId: Text,
  docTitle: orNull(Text),
  docType: orNull(Text),
  advertiser: Type.String({ description: 'The client that the activity was delivered for' }),
  newsletterName: orNull(Text),
  quality: orNull(Type.Integer({ minimum: 1, maximum: 3 })),
  qualityBadge: orNull(Type.String({ description: "'Quality 1' to 'Quality 3'" })),
  buyersJourneyName: enumOf(stages),
  buyersJourneyBadge: enumOf(stages),
  otherActivitiesForReaderCount: Type.Integer({
    minimum: 0,
    description: 'Of the same reader in the last 6 months, as far as the caller may see them',
  }),
  otherReadersCount: Type.Integer({
    minimum: 0,
    description: 'Other readers of the same company in the last 6 months',
  }),
  ...specifics,
});
export type ActivityDetail = Static<typeof ActivityDetail>;

const Sort = Type.Union(
  [
    object({ field: enumOf(searchSortFields), order: Type.Optional(enumOf(['asc', 'desc'] as const)) }),
    Type.String({ maxLength: 40, description: "'date desc'" }),
  ],
  { description: 'date desc unless told' },
);
const Query = Type.String({ maxLength: 200, description: 'Text in reader, company or document title' });

export const EngagementSearch = object({
  ...FilterRequest.properties,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'From 1' })),
  size: Type.Optional(
    Type.Unsafe<SearchPageSize>(Type.Integer({ enum: [...searchPageSizes], description: '50 unless told' })),
  ),
  sort: Type.Optional(Sort),
  query: Type.Optional(Query),
});
export type EngagementSearch = Static<typeof EngagementSearch>;

const page = {
  items: Type.Array(EngagementRow),
  total: Count,
  page: Type.Integer({ minimum: 1 }),
  pageSize: Count,
};

/** A column by its name; the rest of it is for people and is not looked at. */
export const ExportColumn = object({
  field: Type.String({ minLength: 1, maxLength: 60 }),
  category: Type.Optional(Type.String({ maxLength: 60 })),
  isMandatoryForExport: Type.Optional(Type.Boolean()),
});
export type ExportColumn = Static<typeof ExportColumn>;

const ItemIds = Type.Array(Type.String({ minLength: 3, maxLength: 64 }), {
  minItems: 1,
  maxItems: 20_000,
  uniqueItems: true,
  description: 'Qualified ids',
});

const exportOptions = {
  aggregateSubsequents: Type.Optional(
    Type.Boolean({ description: 'One row per reader and document, with how often and when last' }),
  ),
  columns: Type.Optional(
    Type.Array(ExportColumn, { maxItems: 100, description: "The caller's defaults when left out" }),
  ),
  blindReaderAndCompany: Type.Optional(
    Type.Boolean({ description: 'Stand-ins for readers, companies and clients, also out of Blinded Mode' }),
  ),
  format: Type.Optional(enumOf(exportFormats, 'xlsx unless told')),
  exportId: Type.Optional(
    Type.String({ format: 'uuid', description: "Chosen by the caller, to ask for the export's progress" }),
  ),
};

const Recipient = object({
  type: enumOf([...recipientTypes, 'From'] as const),
  name: Type.String({ maxLength: 120 }),
  email: Type.String({ maxLength: 254 }),
});

/** What is sent of an activity, as the multipart field `payload` or as fields of their own. */
export const SharePayload = object({
  activityReportId: Type.String({ minLength: 1, maxLength: 64, description: "The activity's qualified id" }),
  addresses: Type.Array(Recipient, { minItems: 1, maxItems: 40 }),
  subject: Type.String({ minLength: 1, maxLength: 200 }),
  body: Type.String({ maxLength: 50_000, description: 'HTML; anything but formatting is taken out' }),
  attachReportExcel: Type.Boolean(),
  attachReportPdf: Type.Boolean(),
});
export type SharePayload = Static<typeof SharePayload>;

const activity = {
  params: object({ type: Type.String({ maxLength: 32 }), id: Type.String({ minLength: 1, maxLength: 64 }) }),
  data: ActivityDetail,
};
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const engagementCalls = {
  'POST /api/analytics/search': {
    tag,
    summary: 'Activities that match, a page of them',
    access: signedIn,
    reads: true,
    body: EngagementSearch,
    data: object(page),
    top: object(page),
  },
  'GET /api/analytics/search-details/{type}/{id}': {
    tag,
    summary: 'One activity with everything that its detail shows',
    access: signedIn,
    ...activity,
  },
  'GET /api/analytics/search-details/individual-activity/{type}/{id}': {
    tag,
    summary: 'One activity, for the page of an activity report',
    access: signedIn,
    ...activity,
  },
  'POST /api/analytics/export': {
    tag,
    summary: "'activities_{YYYYMMDD_HHmm}': all activities that match, with a sheet that says what they are",
    access: signedIn,
    reads: true,
    body: object({
      ...FilterRequest.properties,
      sort: Type.Optional(Sort),
      query: Type.Optional(Query),
      ...exportOptions,
    }),
    data: Blobs,
    file: xlsx,
  },
  'POST /api/analytics/export-selection': {
    tag,
    summary: "'activities_{YYYYMMDD_HHmm}': the activities named",
    access: signedIn,
    reads: true,
    body: object({ itemIds: ItemIds, sort: Type.Optional(Sort), ...exportOptions }),
    data: Blobs,
    file: xlsx,
  },
  'POST /api/analytics/export-pdf': {
    tag,
    summary:
      "'activities_{YYYYMMDD_HHmm}.pdf': the activities named, a page each, as sorted or else as named",
    access: signedIn,
    reads: true,
    body: object({
      itemIds: Type.Array(Type.String({ minLength: 3, maxLength: 64 }), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
      }),
      sort: Type.Optional(Sort),
      blindReaderAndCompany: Type.Optional(Type.Boolean()),
    }),
    data: Blobs,
    file: 'application/pdf',
  },
  'GET /api/analytics/export-progress/{exportId}': {
    tag,
    summary:
      'How far an export of the caller is; zeros before it has begun, and when there is none of that id',
    access: signedIn,
    params: object({ exportId: Type.String({ format: 'uuid' }) }),
    data: object({ rows: Count, total: Count }),
  },
  'POST /api/analytics/share-individual-activity': {
    tag,
    summary:
      'Sends one activity by mail. Multipart: the field `payload` with JSON; a part `activityPdf` is not used',
    access: atLeast('Internal'),
    body: SharePayload,
    data: object({ recipients: Count }),
  },
  'POST /api/analytics/share-individual-activity/preview': {
    tag,
    summary: 'The mail as it would be sent',
    access: atLeast('Internal'),
    reads: true,
    body: SharePayload,
    data: object({
      from: Text,
      subject: Text,
      html: Text,
      text: Text,
      attachments: Type.Array(object({ name: Text, type: Text, size: Count })),
    }),
  },
} as const satisfies Record<string, CallDefinition>;
