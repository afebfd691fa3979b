import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { Count, Email, Id, enumSchema, object, orNull } from '../schemas.ts';
import { reviewStatuses } from '../vocabulary.ts';
import { ReviewActivity, ReviewDecision, ReviewSearch, SkippedActivity, reviewFilter } from './schemas.ts';

const tag = 'Review';
const access = { kind: 'user', claim: 'reviewActivities' } as const;

const Ids = Type.Array(Id, { maxItems: 20_000, uniqueItems: true });

const page = { items: Type.Array(ReviewActivity), total: Count, totalPages: Count };

const outcome = {
  activitiesUpdated: Type.Integer({
    minimum: 0,
    description: 'Changed activities, including subsequent ones',
  }),
  emailsExcluded: Type.Integer({
    minimum: 0,
    description: 'Newly excluded; for a reversal, no longer excluded',
  }),
  subsequentUpdated: Type.Integer({
    minimum: 0,
    description: 'Of the changed activities, the subsequent ones',
  }),
  skippedCount: Count,
  skipped: Type.Array(SkippedActivity, { description: 'The first 100' }),
  decisionId: orNull(Type.String({ description: 'Null when nothing changed' })),
};

export const reviewCalls = {
  'POST /api/review-activities-search': {
    tag,
    summary: 'A page of activities to review',
    access,
    reads: true,
    body: ReviewSearch,
    data: object(page),
    top: object(page),
  },
  'POST /api/export-activities-review': {
    tag,
    summary: "'Activity Review Export.xlsx': the selected activities, or all matching ones",
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
      'Approve or reject activities in one transaction; a decision on an initial one cascades to its subsequent ones',
    access,
    body: object({
      engagementIds: Ids,
      customerRequestIds: Ids,
      status: enumSchema(['Approved', 'Rejected'] as const),
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
            'Only with Rejected; each must belong to a selected activity. Later activities of these readers arrive rejected',
        }),
      ),
      excludeEmails: Type.Optional(
        Type.Boolean({
          description: 'Together with `matching`: excludes the e-mails of all matching activities',
        }),
      ),
      seen: Type.Optional(
        Type.Record(Id, enumSchema(reviewStatuses), {
          description:
            'Status of an activity as the caller saw it; the activity is skipped if its status has changed since',
        }),
      ),
      matching: Type.Optional(
        object(reviewFilter, {
          description: 'Selects all matching activities instead of ids; both id lists must then be empty',
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
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20' })),
      before: Type.Optional(
        Type.String({ description: 'Id of a decision; returns those that follow it in the list' }),
      ),
    }),
    data: Type.Array(ReviewDecision),
  },
  'POST /api/review-activities/decisions/{id}/reverse': {
    tag,
    summary:
      'Restores the previous state of the activities and excluded e-mails of a decision; once, within 30 days, by a user who may review all of them',
    access,
    params: object({ id: Id }),
    data: object(outcome),
  },
} as const satisfies Record<string, CallDefinition>;
