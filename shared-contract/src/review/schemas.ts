import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
  Count,
  DocumentName,
  Id,
  Moment,
  PersonName,
  ReaderName,
  enumSchema,
  object,
  orNull,
} from '../schemas.ts';
import { reviewStatuses } from '../vocabulary.ts';
import {
  comparisons,
  inclusionConditions,
  leadTypes,
  reviewActivitySources,
  reviewActivityTypes,
  reviewDecisions,
  reviewFilterStatuses,
  reviewPageSizes,
  reviewSortColumns,
} from './vocabulary.ts';
import type { ReviewPageSize } from './vocabulary.ts';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD, UTC' });
/** The review filter. `from` and `to` are whole UTC days, both inclusive; empty lists do not filter. */
export const reviewFilter = {
  status: enumSchema(reviewFilterStatuses),
  from: Day,
  to: Day,
  activitySource: Type.Optional(enumSchema(reviewActivitySources, 'Default: both')),
  onlines: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  companyIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  readerId: Type.Optional(Id),
  organizationId: Type.Optional(Id),
  secondaryOnly: Type.Optional(
    Type.Boolean({ description: 'Subsequent activities instead of initial ones' }),
  ),
  comparedFields: Type.Optional(
    Type.Array(
      object({
        field: enumSchema(['email'] as const),
        operation: enumSchema(comparisons),
        value: Type.String({ minLength: 1, maxLength: 254 }),
      }),
      { maxItems: 10 },
    ),
  ),
  inclusionCondition: Type.Optional(
    enumSchema(inclusionConditions, 'How compared fields combine. Default: All'),
  ),
  activityTypes: Type.Optional(Type.Array(enumSchema(reviewActivityTypes), { maxItems: 2 })),
  quality: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 3 }), { maxItems: 3 })),
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Text in reader, e-mail or document title; in Blinded Mode in pseudonym or document title',
    }),
  ),
};

export const ReviewFilter = object(reviewFilter);
export type ReviewFilter = Static<typeof ReviewFilter>;

const order = {
  sortCol: Type.Optional(enumSchema(reviewSortColumns, 'Default: DropDate')),
  sortOrder: Type.Optional(enumSchema(['asc', 'desc'] as const, 'Default: desc')),
};

export const ReviewSearch = object({
  action: Type.Optional(enumSchema(['search', 'export'] as const)),
  ...reviewFilter,
  ...order,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
  size: Type.Optional(
    Type.Unsafe<ReviewPageSize>(Type.Integer({ enum: [...reviewPageSizes], description: 'Default: 10' })),
  ),
});
export type ReviewSearch = Static<typeof ReviewSearch>;

export const ReviewActivity = object({
  id: Id,
  activityType: enumSchema(reviewActivityTypes),
  status: enumSchema(reviewStatuses),
  rejectReason: orNull(Type.String({ description: 'For display; null unless rejected' })),
  dropDate: Moment,
  approvedDate: orNull(Moment),
  userId: Type.String({ description: 'Id of the reader' }),
  hasDashboard: Type.Boolean({
    description: 'Whether the dashboard of the reader shows an activity for the client',
  }),
  fullName: ReaderName,
  firstName: orNull(Type.String()),
  lastName: orNull(Type.String()),
  email: orNull(Type.String()),
  jobTitle: orNull(Type.String()),
  client: Type.String({ description: 'The client that the activity was delivered for' }),
  specifics: orNull(Type.String()),
  country: orNull(Type.String()),
  city: orNull(Type.String()),
  state: orNull(Type.String()),
  activitySource: enumSchema(reviewActivitySources),
  online: Type.String({ description: 'Community' }),
  documentTitle: DocumentName,
  documentCompanyName: orNull(Type.String()),
  documentCompanyId: orNull(Id),
  leadType: enumSchema(leadTypes),
  friendlyId: Type.String({ description: 'Id for display: the id it was imported with, else its number' }),
  trackableUrlId: orNull(Type.String()),
});
export type ReviewActivity = Static<typeof ReviewActivity>;

/** A selected activity that was not changed, and why. */
export const SkippedActivity = object({
  id: Id,
  reason: enumSchema(['notFound', 'notAllowed', 'changed'] as const),
  message: Type.String({ description: 'For display; says who changed it and when' }),
});

/** Distinguishes a decision from similar ones. */
const DecisionSubject = object(
  {
    reader: ReaderName,
    documentTitle: DocumentName,
  },
  { description: 'Its first activity; null when the caller may not review it' },
);

export const ReviewDecision = object({
  id: Id,
  at: Moment,
  by: PersonName,
  action: enumSchema(reviewDecisions),
  activities: Type.Integer({ minimum: 0, description: 'Activities that it changed' }),
  emailsExcluded: Count,
  subject: orNull(DecisionSubject),
  reversedAt: orNull(Moment),
  reversedBy: orNull(PersonName),
});
