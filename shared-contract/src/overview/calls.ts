import { Type } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, FilterRequest, FilterRequestSized, SearchText, enumSchema, object } from '../schemas.ts';
import { docAges, sources, stages } from '../vocabulary.ts';
import { buckets, maxBuckets } from './buckets.ts';
import { Change } from './change.ts';
import { changeParts, comparedPeriods, dashboardFields, documentSegments } from './vocabulary.ts';

const tag = 'Client dashboard';

export const MonthMetric = object({
  key: Type.String({
    description:
      'Month as YYYY-MM, or the first day of a week or day as YYYY-MM-DD, UTC; those in the range without rows are included with 0',
  }),
  value: object({ primary: Count, secondary: Count }, { description: 'Initial and subsequent' }),
});
export const SourceMetric = object({ name: enumSchema(sources), value: Count });
export const FieldMetric = object({
  id: Type.String({ description: 'Id to filter by' }),
  name: Type.String(),
  value: Count,
});
export const Stats = object({ totalLeads: Count, uniquePeople: Count, uniqueDocs: Count });
export const PopularDocument = object({
  id: Type.String(),
  name: Type.String({ description: 'Title, or the document id when it has none' }),
  value: Count,
  customFields: object({
    documentUrl: Type.Union([Type.String(), Type.Null()]),
    buyersJourneyStage: enumSchema(stages),
    contentType: Type.String(),
    docTypeName: Type.String(),
    uniqueReaders: Count,
  }),
});
export const DocumentCountMetric = object({
  docAge: enumSchema(docAges),
  stage: enumSchema(stages),
  count: Count,
});

const dashboard = { tag, access: signedIn, api: true, reads: true, body: FilterRequest } as const;
/** What a range is divided into. */
export const BucketOption = Type.Optional(
  enumSchema(
    buckets,
    `Default month. Weeks start on Monday. A range of more than ${maxBuckets} days or weeks is refused for them.`,
  ),
);
const overTime = {
  ...dashboard,
  body: object({ ...FilterRequest.properties, bucket: BucketOption }),
} as const;
const overview = { tag: 'Content overview', access: signedIn, api: true, reads: true } as const;

export const overviewCalls = {
  'POST /api/client-dashboard/stats': {
    ...dashboard,
    summary: 'Engagements, people and documents',
    body: object({ ...FilterRequest.properties, query: Type.Optional(SearchText) }),
    data: Stats,
  },
  'POST /api/client-dashboard/by-month': {
    ...overTime,
    summary: 'Engagements by month, initial and subsequent',
    data: Type.Array(MonthMetric),
  },
  'POST /api/client-dashboard/unique-by-month': {
    ...overTime,
    summary: 'Unique readers by month, initial and subsequent',
    data: Type.Array(MonthMetric),
  },
  'POST /api/client-dashboard/by-source': {
    ...dashboard,
    summary: 'Engagements by source',
    data: Type.Array(SourceMetric),
  },
  'POST /api/client-dashboard/unique-by-source': {
    ...dashboard,
    summary: 'Unique readers by source',
    data: Type.Array(SourceMetric),
  },
  'POST /api/client-dashboard/by-field/{field}': {
    ...dashboard,
    summary: 'Engagements by a field, most first',
    params: object({ field: Type.String({ maxLength: 40, description: dashboardFields.join(', ') }) }),
    body: FilterRequestSized,
    data: Type.Array(FieldMetric),
  },
  'POST /api/client-dashboard/top-documents': {
    ...dashboard,
    summary: 'Most popular documents by engagements',
    body: FilterRequestSized,
    data: Type.Array(PopularDocument),
  },
  'POST /api/client-dashboard/changes': {
    ...dashboard,
    summary: 'What the change of engagements from the period before is made of',
    body: object({
      ...FilterRequest.properties,
      by: Type.Optional(enumSchema(changeParts, 'Default organization')),
      comparedWith: Type.Optional(enumSchema(comparedPeriods, 'Default previous')),
    }),
    data: Change,
  },
  'POST /api/content-overview-dashboard/doc-count': {
    ...overview,
    summary:
      'Documents of the filtered clients and communities, engaged or not, plus any other engaged documents',
    body: FilterRequest,
    data: object({ total: Count }),
    top: object({ total: Count }),
  },
  'POST /api/content-overview-dashboard/activities-with-docs-count': {
    ...overview,
    summary: 'Documents with at least one engagement in the range',
    body: object({
      ...FilterRequest.properties,
      excludeInactiveDocs: Type.Optional(
        Type.Boolean({
          default: true,
          description:
            'False also counts the documents without an engagement in the range, as doc-count does',
        }),
      ),
    }),
    data: object({ total: Count }),
    top: object({ total: Count }),
  },
  'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age': {
    ...overview,
    summary: "Engaged documents by buyer's journey stage and age",
    body: FilterRequest,
    data: Type.Array(DocumentCountMetric),
  },
  'POST /api/content-overview-dashboard/doc-count-by-{segment}': {
    ...overview,
    summary: 'Engaged documents by a segment, most first',
    params: object({ segment: Type.String({ maxLength: 40, description: documentSegments.join(', ') }) }),
    body: FilterRequest,
    data: Type.Array(FieldMetric),
  },
  'POST /api/content-overview-dashboard/top-documents-unique-readers': {
    ...overview,
    summary: 'Documents by unique readers, most first',
    body: FilterRequestSized,
    data: Type.Array(PopularDocument),
  },
} as const satisfies Record<string, CallDefinition>;
