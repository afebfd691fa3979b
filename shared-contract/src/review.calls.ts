import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { CallDefinition } from './call.ts';
import { Email, Id, enumOf, object } from './schemas.ts';
import { reviewStatuses } from './vocabulary.ts';
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
} from './review.vocabulary.ts';
import type { ReviewPageSize } from './review.vocabulary.ts';

const tag = 'Review';
const access = { kind: 'user', claim: 'reviewActivities' } as const;

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD, UTC' });
const Moment = Type.String({ description: 'ISO 8601, UTC' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Ids = Type.Array(Id, { maxItems: 20_000, uniqueItems: true });

/** What the review filter says. Days are whole and UTC, both ends included; empty lists ask for everything. */
const filter = {
  status: enumOf(reviewFilterStatuses),
  from: Day,
  to: Day,
  activitySource: Type.Optional(enumOf(reviewActivitySources, 'Both when left out')),
  onlines: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  companyIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  secondaryOnly: Type.Optional(
    Type.Boolean({ description: 'Subsequent activities; initial ones when left out' }),
  ),
  comparedFields: Type.Optional(
    Type.Array(
      object({
        field: enumOf(['email'] as const),
        operation: enumOf(comparisons),
        value: Type.String({ minLength: 1, maxLength: 254 }),
      }),
      { maxItems: 10 },
    ),
  ),
  inclusionCondition: Type.Optional(
    enumOf(inclusionConditions, 'How compared fields combine; All unless told'),
  ),
  activityTypes: Type.Optional(Type.Array(enumOf(reviewActivityTypes), { maxItems: 2 })),
  quality: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 3 }), { maxItems: 3 })),
};

export const ReviewFilter = object(filter);
export type ReviewFilter = Static<typeof ReviewFilter>;

const order = {
  sortCol: Type.Optional(enumOf(reviewSortColumns, 'DropDate unless told')),
  sortOrder: Type.Optional(enumOf(['asc', 'desc'] as const, 'desc unless told')),
};

export const ReviewSearch = object({
  action: Type.Optional(enumOf(['search', 'export'] as const)),
  ...filter,
  ...order,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'From 1' })),
  size: Type.Optional(
    Type.Unsafe<ReviewPageSize>(Type.Integer({ enum: [...reviewPageSizes], description: '10 unless told' })),
  ),
});
export type ReviewSearch = Static<typeof ReviewSearch>;

export const ReviewActivity = object({
  id: Id,
  activityType: enumOf(reviewActivityTypes),
  status: enumOf(reviewStatuses),
  rejectReason: orNull(Type.String({ description: 'In words; null unless rejected' })),
  dropDate: Moment,
  approvedDate: orNull(Moment),
  firstName: orNull(Type.String()),
  lastName: orNull(Type.String()),
  email: orNull(Type.String()),
  jobTitle: orNull(Type.String()),
  client: Type.String({ description: 'The client that the activity was delivered for' }),
  specifics: orNull(Type.String()),
  country: orNull(Type.String()),
  city: orNull(Type.String()),
  state: orNull(Type.String()),
  activitySource: enumOf(reviewActivitySources),
  online: Type.String({ description: 'Community' }),
  documentTitle: orNull(Type.String()),
  documentCompanyName: orNull(Type.String()),
  documentCompanyId: orNull(Id),
  leadType: enumOf(leadTypes),
  friendlyId: Type.String({ description: 'Id for people: the one it was imported under, else its number' }),
  trackableUrlId: orNull(Type.String()),
});
export type ReviewActivity = Static<typeof ReviewActivity>;

const Count = Type.Integer({ minimum: 0 });
const page = { items: Type.Array(ReviewActivity), total: Count, totalPages: Count };

/** A selected activity that was left as it is, and why. */
export const SkippedActivity = object({
  id: Id,
  reason: enumOf(['notFound', 'notAllowed', 'changed'] as const),
  message: Type.String({ description: 'For people; names who changed it and when' }),
});

const outcome = {
  activitiesUpdated: Type.Integer({ minimum: 0, description: 'Changed, subsequent ones included' }),
  emailsExcluded: Type.Integer({
    minimum: 0,
    description: 'Newly excluded; of a reversal, no longer excluded',
  }),
  subsequentUpdated: Type.Integer({ minimum: 0, description: 'Of these, the subsequent ones' }),
  skippedCount: Count,
  skipped: Type.Array(SkippedActivity, { description: 'The first 100' }),
  decisionId: orNull(Type.String({ description: 'Null when nothing changed' })),
};

/** What tells a decision from others like it. */
const DecisionSubject = object(
  {
    reader: orNull(Type.String({ description: 'Name, else e-mail' })),
    documentTitle: orNull(Type.String()),
  },
  { description: 'Its first activity; null when the caller does not review that one' },
);

export const ReviewDecision = object({
  id: Id,
  at: Moment,
  by: Type.String({ description: 'Name of the reviewer' }),
  action: enumOf(reviewDecisions),
  activities: Type.Integer({ minimum: 0, description: 'Activities that it changed' }),
  emailsExcluded: Count,
  subject: orNull(DecisionSubject),
  reversedAt: orNull(Moment),
  reversedBy: orNull(Type.String()),
});

export const reviewCalls = {
  'POST /api/review-activities-search': {
    tag,
    summary: 'Activities to review, a page of them',
    access,
    reads: true,
    body: ReviewSearch,
    data: object(page),
    top: object(page),
  },
  'POST /api/export-activities-review': {
    tag,
    summary: "'Activity Review Export.xlsx': the selected activities, or all that match",
    access,
    reads: true,
    body: object({
      ...ReviewSearch.properties,
      engagementIds: Type.Optional(Ids),
      customerRequestIds: Type.Optional(Ids),
    }),
    data: Type.Unsafe<Blob>(Type.Unknown()),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'POST /api/review-activities': {
    tag,
    summary:
      'Approve or reject activities, in one transaction; an initial one takes its subsequent ones along',
    access,
    body: object({
      engagementIds: Ids,
      customerRequestIds: Ids,
      status: enumOf(['Approved', 'Rejected'] as const),
      startDate: Type.Optional(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}$',
          description: 'Subsequent activities from this day on are changed as well',
        }),
      ),
      excludedEmails: Type.Optional(
        Type.Array(Email, {
          maxItems: 20_000,
          uniqueItems: true,
          description:
            'With Rejected only; each of a selected activity. Later activities of theirs arrive rejected',
        }),
      ),
      excludeEmails: Type.Optional(
        Type.Boolean({
          description: 'Together with `matching`: excludes the e-mail of everything that matches',
        }),
      ),
      seen: Type.Optional(
        Type.Record(Id, enumOf(reviewStatuses), {
          description: 'Status of an activity as the caller saw it; one that has another by now is skipped',
        }),
      ),
      matching: Type.Optional(
        object(filter, {
          description: 'Everything that matches, in place of ids; both id lists are empty then',
        }),
      ),
    }),
    data: object(outcome),
    top: object(outcome),
  },
  'GET /api/review-activities/decisions': {
    tag,
    summary: 'Decisions of the last 30 days, newest first',
    access,
    query: object({
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 unless told' })),
      before: Type.Optional(
        Type.String({ description: 'Id of a decision: those that come after it in the list' }),
      ),
    }),
    data: Type.Array(ReviewDecision),
  },
  'POST /api/review-activities/decisions/{id}/reverse': {
    tag,
    summary:
      'Gives the activities of a decision, and the e-mails that it excluded, the state from before it; once, within 30 days, by whoever reviews all of them',
    access,
    params: object({ id: Id }),
    data: object(outcome),
  },
} as const satisfies Record<string, CallDefinition>;
