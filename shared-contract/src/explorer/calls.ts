import { Type } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, FilterRequest, SearchText, ShownColumns, enumSchema, object, orNull } from '../schemas.ts';
import { ActivityDetail, EngagementRow, EngagementSearch, ExportColumn, Sort } from './schemas.ts';
import { exportFormats, searchColumns } from './vocabulary.ts';

const tag = 'Engagements';
const Blobs = Type.Unsafe<Blob>(Type.Unknown());

const page = {
  items: Type.Array(EngagementRow),
  total: Count,
  page: Type.Integer({ minimum: 1 }),
  pageSize: Count,
};

const ItemIds = Type.Array(Type.String({ minLength: 3, maxLength: 64 }), {
  minItems: 1,
  maxItems: 20_000,
  uniqueItems: true,
  description: 'Qualified ids',
});

const exportOptions = {
  aggregateSubsequents: Type.Optional(
    Type.Boolean({ description: 'One row per reader and document, with the count and the latest date' }),
  ),
  columns: Type.Optional(
    Type.Array(ExportColumn, { maxItems: 100, description: "Default: the caller's default columns" }),
  ),
  shownColumns: ShownColumns(
    searchColumns,
    "'activities_as_shown_{YYYYMMDD_HHmm}' has these columns, and no others; without `columns` and `aggregateSubsequents`",
  ),
  blindReaderAndCompany: Type.Optional(
    Type.Boolean({ description: 'Pseudonyms for readers, companies and clients, even outside Blinded Mode' }),
  ),
  format: Type.Optional(enumSchema(exportFormats, 'Default: xlsx')),
  exportId: Type.Optional(
    Type.String({ format: 'uuid', description: "Chosen by the caller, to query the export's progress" }),
  ),
};

const activity = {
  params: object({ type: Type.String({ maxLength: 32 }), id: Type.String({ minLength: 1, maxLength: 64 }) }),
  data: ActivityDetail,
};
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const explorerCalls = {
  'POST /api/analytics/search': {
    tag,
    summary: 'A page of matching activities',
    access: signedIn,
    api: true,
    reads: true,
    body: EngagementSearch,
    data: object(page),
    top: object(page),
  },
  'POST /api/activities/page': {
    tag,
    summary: 'Matching activities, the newest first, page by page, each exactly once',
    access: signedIn,
    api: true,
    reads: true,
    body: object({
      ...FilterRequest.properties,
      query: Type.Optional(SearchText),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 100' })),
      cursor: Type.Optional(
        Type.String({
          maxLength: 300,
          description: '`cursor` of the preceding page. Send it with the same filters and text',
        }),
      ),
    }),
    data: object({
      items: Type.Array(EngagementRow),
      cursor: orNull(Type.String({ description: 'Null on the last page' })),
    }),
  },
  'GET /api/analytics/search-details/{type}/{id}': {
    tag,
    summary: 'One activity with all details',
    access: signedIn,
    api: true,
    ...activity,
  },
  'GET /api/analytics/search-details/individual-activity/{type}/{id}': {
    tag,
    summary: 'One activity, for the page of an activity report',
    access: signedIn,
    api: true,
    ...activity,
  },
  'GET /api/analytics/reader-activities/{type}/{id}': {
    tag,
    summary: 'The latest 10 other activities of the same reader in the last six months, newest first',
    access: signedIn,
    api: true,
    params: activity.params,
    data: Type.Array(EngagementRow, { maxItems: 10 }),
  },
  'POST /api/analytics/export': {
    tag,
    summary: "'activities_{YYYYMMDD_HHmm}': all matching activities, with a sheet that describes the export",
    access: signedIn,
    api: true,
    reads: true,
    body: object({
      ...FilterRequest.properties,
      sort: Type.Optional(Sort),
      query: Type.Optional(SearchText),
      ...exportOptions,
    }),
    data: Blobs,
    file: xlsx,
  },
  'POST /api/analytics/export-selection': {
    tag,
    summary: "'activities_{YYYYMMDD_HHmm}': the given activities",
    access: signedIn,
    api: true,
    reads: true,
    body: object({ itemIds: ItemIds, sort: Type.Optional(Sort), ...exportOptions }),
    data: Blobs,
    file: xlsx,
  },
  'POST /api/analytics/export-pdf': {
    tag,
    summary:
      "'activities_{YYYYMMDD_HHmm}.pdf': the given activities, one page each, in the order of `sort` or else as given",
    access: signedIn,
    api: true,
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
    summary: "Progress of one of the caller's exports; zeros before it starts or if the id is unknown",
    access: signedIn,
    api: true,
    params: object({ exportId: Type.String({ format: 'uuid' }) }),
    data: object({
      rows: Count,
      total: Count,
      waiting: Type.Integer({ minimum: 0, description: 'Exports that go before it; 0 once it runs' }),
    }),
  },
} as const satisfies Record<string, CallDefinition>;
