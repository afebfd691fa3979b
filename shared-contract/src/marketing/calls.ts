import { Type } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { SourceMetric } from '../overview/calls.ts';
import {
  Count,
  DocumentName,
  FilterRequestSized,
  Id,
  NamedId,
  Size,
  enumSchema,
  object,
  orNull,
} from '../schemas.ts';
import { sources, stages } from '../vocabulary.ts';
import { changeCalls } from './change-calls.ts';
import { ComparedSide } from './compared-side.ts';
import { eventCalls } from './event-calls.ts';
import { newsletterCalls } from './newsletter-calls.ts';
import { Amounts, pipelineCalls } from './pipeline-calls.ts';
import { webinarCalls } from './webinar-calls.ts';
import {
  ageCurveWeeks,
  comparedPeriods,
  defaultLookback,
  documentSets,
  documentSortFields,
  highQuality,
  silentDays,
  lookbacks,
  newnessKinds,
  newnessSubjects,
  overlapParts,
} from './vocabulary.ts';

const lookback = Type.Optional(
  enumSchema(
    lookbacks,
    `Days without an activity after which somebody counts as reactivated; default ${defaultLookback}`,
  ),
);
const subject = enumSchema(newnessSubjects);
const Day = Type.String({ description: 'YYYY-MM-DD, UTC' });

const Newness = object(
  { netNew: Count, reactivated: Count, returning: Count },
  { description: 'They add up to all who are active' },
);

const DocumentRow = object({
  id: Id,
  name: DocumentName,
  url: orNull(Type.String()),
  documentType: Type.String(),
  themes: Type.Array(Type.String()),
  stage: enumSchema(stages),
  origin: Type.String({ description: 'Content type' }),
  readers: Count,
  organizations: Count,
  engagements: Count,
  previousEngagements: { ...Count, description: 'In the period that is compared with' },
  lastOn: orNull({ ...Day, description: 'Day of the last engagement, at most the end of the period' }),
  publishedOn: orNull(Day),
  isDeclining: Type.Boolean(),
});

const NewnessRow = object({
  id: Id,
  name: Type.String(),
  path: Type.String({ description: 'Path of the dashboard of the reader or organization' }),
  organization: orNull(object({ name: Type.String(), path: Type.String() })),
  kind: enumSchema(newnessKinds),
  firstOn: { ...Day, description: 'Day of the first activity in the period, YYYY-MM-DD, UTC' },
  previousOn: orNull({ ...Day, description: 'Day of the last activity before it' }),
  engagements: Count,
});

const AgeCurve = Type.Array(
  object({
    week: Count,
    engagements: Count,
    documents: { ...Count, description: 'Documents that have had the whole week' },
  }),
);

const sides = { baseline: ComparedSide, comparison: ComparedSide };

const SideFigures = object({
  documents: { ...Count, description: 'Documents with an engagement' },
  engagements: Count,
  readers: Count,
  organizations: Count,
  rated: { ...Count, description: 'Engagements with a quality' },
  highQuality: { ...Count, description: `Engagements of quality ${highQuality}` },
  lateStage: { ...Count, description: 'Engagements in the late stage' },
  newReaders: {
    ...Count,
    description: 'Net new and reactivated readers; only activities of the side are their history',
  },
  influencedDeals: {
    ...Count,
    description: 'Deals created in the period that activities of the side influenced; of both sides, maybe',
  },
  currencies: Amounts,
});

const ComparedOrganization = object({
  id: Id,
  name: Type.String(),
  path: Type.String({ description: 'Path of the dashboard of the organization' }),
  baselineEngagements: Count,
  comparisonEngagements: Count,
});

const { filters, activityTypes } = FilterRequestSized.properties;
const filtered = object({ filters, activityTypes });
const request = object({ ...filtered.properties, lookback });
const compared = object({ ...filtered.properties, ...sides });
const requestOfSubject = object({ ...request.properties, subject });

const call = {
  tag: 'Marketing performance',
  access: { kind: 'user', claim: 'accessMarketingPerformance' },
  api: true,
  reads: true,
} as const;

export const marketingCalls = {
  ...changeCalls,
  ...pipelineCalls,
  ...eventCalls,
  ...newsletterCalls,
  ...webinarCalls,
  'POST /api/marketing-performance/newness': {
    ...call,
    summary: 'Net new, reactivated and returning readers and organizations of the whole period',
    body: request,
    data: object({
      readers: Newness,
      organizations: Newness,
      readersOfNewOrganizations: { ...Count, description: 'Readers of the new organizations in the period' },
      historyFrom: orNull({ ...Day, description: 'The first activity that the history has' }),
      isHistoryShort: Type.Boolean({
        description: 'The history begins later than the days to look back before the period',
      }),
    }),
  },
  'POST /api/marketing-performance/newness/by-month': {
    ...call,
    summary: 'Net new, reactivated and returning by month; somebody active in several months counts in each',
    body: requestOfSubject,
    data: Type.Array(object({ key: Type.String({ description: 'Month as YYYY-MM, UTC' }), value: Newness })),
  },
  'POST /api/marketing-performance/newness/by-source': {
    ...call,
    summary: 'Source of the first activity of the new ones, net new and reactivated',
    body: requestOfSubject,
    data: Type.Array(SourceMetric),
  },
  'POST /api/marketing-performance/newness/cohorts': {
    ...call,
    summary: 'How many of the new ones of each month were active again, in windows of 30 days',
    body: requestOfSubject,
    data: object({
      cohorts: Type.Array(
        object({
          key: Type.String({ description: 'Month of the first activity as YYYY-MM, UTC' }),
          size: Count,
          active: Type.Array(orNull(Count), {
            description:
              'Active in days 1-29, 30-59 and so on after it; null until the whole cohort has had the window',
          }),
        }),
      ),
      mean: Type.Array(
        orNull(object({ active: Count, of: Count }, { description: 'Of all cohorts that had the window' })),
      ),
    }),
  },
  'POST /api/marketing-performance/newness/rows': {
    ...call,
    summary: 'The readers or organizations that the figures count, most active first',
    body: object({
      ...requestOfSubject.properties,
      kinds: Type.Optional(Type.Array(enumSchema(newnessKinds), { minItems: 1, maxItems: 3 })),
      month: Type.Optional(
        Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'Only those active in this month' }),
      ),
      source: Type.Optional(enumSchema(sources, 'Only new ones whose first activity has this source')),
      isFullMonth: Type.Optional(
        Type.Literal(true, {
          description:
            'Only the new ones of the months whose first window of the cohorts is over, once for each month',
        }),
      ),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
      size: Type.Optional(Size),
    }),
    data: Type.Array(NewnessRow),
    top: object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count }),
  },
  'POST /api/marketing-performance/content': {
    ...call,
    summary: 'How much of the content is engaged with, and how deeply',
    body: filtered,
    data: object({
      engagements: Count,
      readers: Count,
      organizations: Count,
      engagedDocuments: Count,
      availableDocuments: Count,
      readersOfSeveral: { ...Count, description: 'Readers of two or more documents' },
      rated: { ...Count, description: 'Engagements with a quality' },
      highQuality: { ...Count, description: `Engagements of quality ${highQuality}` },
      declining: { ...Count, description: 'Documents that decline' },
      silent: {
        ...Count,
        description: `Documents without an engagement in the last ${silentDays} days of the period`,
      },
    }),
  },
  'POST /api/marketing-performance/content/by-theme': {
    ...call,
    summary: "Engagements by theme and stage of the buyer's journey; those with several themes count in each",
    body: filtered,
    data: Type.Array(object({ theme: NamedId, stage: enumSchema(stages), count: Count })),
  },
  'POST /api/marketing-performance/content/age-curve': {
    ...call,
    summary: 'Engagements of the documents published in the period, by week since publication',
    body: filtered,
    data: AgeCurve,
  },
  'POST /api/marketing-performance/content/rows': {
    ...call,
    summary: 'Documents with their figures',
    body: object({
      ...filtered.properties,
      set: Type.Optional(enumSchema(documentSets, 'Which documents; default engaged')),
      week: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: ageCurveWeeks - 1,
          description: 'Only documents that have had this week',
        }),
      ),
      sort: Type.Optional(
        object({
          field: enumSchema(documentSortFields),
          order: Type.Optional(enumSchema(['asc', 'desc'] as const)),
        }),
      ),
      comparedWith: Type.Optional(
        enumSchema(comparedPeriods, 'The period of previousEngagements; default previous'),
      ),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
      size: Type.Optional(Size),
    }),
    data: Type.Array(DocumentRow),
    top: object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count }),
  },
  'POST /api/marketing-performance/comparison': {
    ...call,
    summary: 'Two groups of document types, themes, tactics or saved searches against each other',
    body: compared,
    data: object({
      baseline: SideFigures,
      comparison: SideFigures,
      organizations: object(
        { baseline: Count, both: Count, comparison: Count },
        { description: 'Organizations of only the baseline, of both, and of only the comparison' },
      ),
      uploadedDeals: { ...Count, description: 'All deals of the clients, of any period' },
    }),
  },
  'POST /api/marketing-performance/comparison/trend': {
    ...call,
    summary:
      'Engagements of the documents published in the period that have any engagement of the side, by week since publication',
    body: compared,
    data: object({ baseline: AgeCurve, comparison: AgeCurve }),
  },
  'POST /api/marketing-performance/comparison/organizations': {
    ...call,
    summary: 'The organizations of one or both sides, most active first',
    body: object({
      ...compared.properties,
      part: enumSchema(overlapParts, 'Only one side, or both'),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
      size: Type.Optional(Size),
    }),
    data: Type.Array(ComparedOrganization),
    top: object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count }),
  },
} as const satisfies Record<string, CallDefinition>;
