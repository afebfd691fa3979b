import { Type } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { EngagementRow } from '../explorer/schemas.ts';
import { FieldMetric } from '../overview/calls.ts';
import { dashboardFields } from '../overview/vocabulary.ts';
import { FilterRequest, Id, Size, object, orNull } from '../schemas.ts';
import { MonthStages, ReaderRow, Seen } from './schemas.ts';
import { readerCategories, unsetPart } from './vocabulary.ts';

const tag = 'Reader dashboard';
const recent = Type.Array(EngagementRow);

const dashboard = { tag, access: signedIn, api: true, reads: true } as const;
const ofReader = object({ ...FilterRequest.properties, readerId: Id });
const ofReaderSized = object({ ...ofReader.properties, size: Type.Optional(Size) });

/** What a timeline takes next to the filters. */
export const timelineOptions = {
  size: Type.Optional(Size),
  after: Type.Optional(
    Type.String({ maxLength: 64, description: '`next` of the previous answer, to continue after it' }),
  ),
};
export const timelineAnswer = {
  data: Type.Array(EngagementRow),
  top: object({ next: orNull(Type.String({ description: 'null after the last activity' })) }),
} as const;

const qualities = object({
  qualities: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Comma-separated; without it all activities count, also those without a quality',
    }),
  ),
});
const pathOfReader = {
  companyIds: Type.String({ minLength: 1, maxLength: 300, description: 'Comma-separated ids of clients' }),
  idOrEmail: Type.String({ minLength: 1, maxLength: 254, description: 'In Blinded Mode an id only' }),
};
const recentCall = (summary: string) =>
  ({
    tag,
    summary,
    access: signedIn,
    api: true,
    params: object({ ...pathOfReader, size: Size }),
    query: qualities,
    data: recent,
  }) as const;
const Day = Type.String({ maxLength: 10, description: `YYYY-MM-DD, or '${unsetPart}' for the default` });

export const readersCalls = {
  'GET /api/reader-dashboard/{companyIds}/recent-gated/{idOrEmail}/{size}': recentCall(
    "A reader's latest activities with gated documents in the last year",
  ),
  'GET /api/reader-dashboard/{companyIds}/recent-active/{idOrEmail}/{size}': recentCall(
    "A reader's latest activities in the last year",
  ),
  'GET /api/reader-dashboard/{companyIds}/by-category/{idOrEmail}/{category}/{from}/{to}': {
    tag,
    summary: "A reader's engagements by a category, most first, then the unclassified ones",
    access: signedIn,
    api: true,
    params: object({
      ...pathOfReader,
      category: Type.String({ maxLength: 40, description: readerCategories.join(', ') }),
      from: Day,
      to: Day,
    }),
    query: qualities,
    data: Type.Array(FieldMetric),
  },
  'POST /api/reader-dashboard/most-active-reader': {
    ...dashboard,
    summary: 'The reader with most engagements, null if nothing matches',
    body: FilterRequest,
    data: orNull(ReaderRow),
  },
  'POST /api/reader-dashboard/recent-activities': {
    ...dashboard,
    summary: "A reader's latest activities, newest first",
    body: ofReaderSized,
    data: recent,
  },
  'POST /api/reader-dashboard/recent-customer-requests': {
    ...dashboard,
    summary: "A reader's latest customer requests, newest first",
    body: ofReaderSized,
    data: recent,
  },
  'POST /api/reader-dashboard/share-by-buyersjourney': {
    ...dashboard,
    summary: "A reader's engagements by month and buyer's journey stage",
    body: ofReader,
    data: Type.Array(MonthStages),
  },
  'POST /api/reader-dashboard/by-field/{field}': {
    ...dashboard,
    summary: "A reader's engagements by a field, most first, then the unclassified ones",
    params: object({ field: Type.String({ maxLength: 40, description: dashboardFields.join(', ') }) }),
    body: ofReaderSized,
    data: Type.Array(FieldMetric),
  },
  'POST /api/reader-dashboard/seen': {
    ...dashboard,
    summary:
      "A reader's first and last activity with the clients, at any date and whatever the other filters",
    body: ofReader,
    data: Seen,
  },
  'POST /api/reader-dashboard/timeline': {
    ...dashboard,
    summary: "A reader's activities, newest first, a part at a time",
    body: object({ ...ofReader.properties, ...timelineOptions }),
    ...timelineAnswer,
  },
} as const satisfies Record<string, CallDefinition>;
