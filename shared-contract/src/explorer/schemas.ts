import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
  DocumentName,
  FilterRequest,
  Id,
  Moment,
  ReaderName,
  SearchText,
  enumSchema,
  object,
  orNull,
} from '../schemas.ts';
import { activityTypes, stages } from '../vocabulary.ts';
import { searchPageSizes, searchSortFields } from './vocabulary.ts';
import type { SearchPageSize } from './vocabulary.ts';

const Text = Type.String();

export const SpecificsModel = object({
  questions: Type.Array(object({ question: Text, answer: orNull(Text), answeredBy: orNull(Text) })),
  polls: Type.Array(object({ question: Text, answers: Type.Array(Text) })),
  surveys: Type.Array(object({ question: Text, answers: Type.Array(Text) })),
  registrationQuestions: Type.Array(object({ question: Text, answer: orNull(Text) })),
});
export type SpecificsModel = Static<typeof SpecificsModel>;

const specifics = {
  hasSpecifics: Type.Boolean({
    description: 'Whether the reader asked or wrote something, even if it is withheld',
  }),
  specifics: orNull(Type.String({ description: 'Free text: notes' })),
  specificsModel: orNull(SpecificsModel),
};

const ReaderLink = orNull(
  Type.String({
    description: 'The e-mail as encoded in the path of the reader dashboard; null when blinded',
  }),
);

export const EngagementRow = object({
  id: Id,
  qualifiedId: Type.String({ description: "'{type}-{id}', as used in itemIds" }),
  date: Moment,
  activityType: enumSchema(activityTypes),
  qualityNum: orNull(Type.Integer({ minimum: 1, maximum: 3 })),
  fullName: ReaderName,
  userId: Type.String({ description: 'Id of the reader' }),
  emailUrl: ReaderLink,
  jobTitle: orNull(Text),
  company: orNull(Text),
  readerCompanyUrl: orNull(Type.String({ description: 'Path of the company dashboard' })),
  portal: Type.String({ description: 'Community' }),
  portalUrl: orNull(Type.String({ description: 'Address of the document' })),
  docTitle: DocumentName,
  sequenceName: enumSchema(['Initial', 'Subsequent'] as const),
  ...specifics,
});
export type EngagementRow = Static<typeof EngagementRow>;

export const ActivityDetail = object({
  id: Id,
  qualifiedId: Text,
  activityType: enumSchema(activityTypes),
  date: Moment,
  portal: Text,
  portalUrl: orNull(Text),
  userId: Text,
  firstName: orNull(Text),
  lastName: orNull(Text),
  fullName: ReaderName,
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
  docTitle: DocumentName,
  docType: orNull(Text),
  advertiser: Type.String({ description: 'The client that the activity was delivered for' }),
  newsletterName: orNull(Text),
  quality: orNull(Type.Integer({ minimum: 1, maximum: 3 })),
  qualityBadge: orNull(Type.String({ description: "'Quality 1' to 'Quality 3'" })),
  buyersJourneyName: enumSchema(stages),
  buyersJourneyBadge: enumSchema(stages),
  otherActivitiesForReaderCount: Type.Integer({
    minimum: 0,
    description: 'Of the same reader in the last 6 months, counting only those the caller may see',
  }),
  otherReadersCount: Type.Integer({
    minimum: 0,
    description: 'Other readers of the same company in the last 6 months',
  }),
  ...specifics,
});
export type ActivityDetail = Static<typeof ActivityDetail>;

export const Sort = Type.Union(
  [
    object({
      field: enumSchema(searchSortFields),
      order: Type.Optional(enumSchema(['asc', 'desc'] as const)),
    }),
    Type.String({ maxLength: 40, description: "'date desc'" }),
  ],
  { description: 'Default: date desc' },
);
export const EngagementSearch = object({
  ...FilterRequest.properties,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
  size: Type.Optional(
    Type.Unsafe<SearchPageSize>(Type.Integer({ enum: [...searchPageSizes], description: 'Default: 50' })),
  ),
  sort: Type.Optional(Sort),
  query: Type.Optional(SearchText),
});
export type EngagementSearch = Static<typeof EngagementSearch>;

/** A column by its field name; the other properties are ignored. */
export const ExportColumn = object({
  field: Type.String({ minLength: 1, maxLength: 60 }),
  category: Type.Optional(Type.String({ maxLength: 60 })),
  isMandatoryForExport: Type.Optional(Type.Boolean()),
});
export type ExportColumn = Static<typeof ExportColumn>;
