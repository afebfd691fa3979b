import { Type } from 'typebox';
import type { TProperties } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { CompanyTypes, EngagementScore, OrgProfile } from '../companies/schemas.ts';
import { buckets } from '../overview/buckets.ts';
import { ReaderRow, previousFigures } from '../readers/schemas.ts';
import { Count, FilterRequest, Id, ShownColumns, Size, enumSchema, object, orNull } from '../schemas.ts';
import {
  maxTrendMinimum,
  maxOrgRows,
  maxRankTextLength,
  maxSeriesBuckets,
  maxSeriesRows,
  orgColumns,
  orgProperties,
  orgSortFields,
  rankTrendWords,
  rankTrends,
  readerColumns,
  readerSortFields,
  standardTrendMinimum,
} from './vocabulary.ts';

const tag = 'Most active';
const Blobs = Type.Unsafe<Blob>(Type.Unknown());
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const sortBy = <const T extends readonly string[]>(fields: T, more = '') =>
  object(
    { field: enumSchema(fields), order: Type.Optional(enumSchema(['asc', 'desc'] as const)) },
    { description: `Default: ${fields[0]} desc; texts ascending${more}` },
  );
const comparePrevious = Type.Optional(
  Type.Boolean({ description: 'Adds the figures of the previous period of equal length' }),
);

const trendMeanings = rankTrends.map((kind) => `${kind}: ${rankTrendWords[kind].meaning}`).join('; ');
const trend = object(
  {
    kind: enumSchema(rankTrends, trendMeanings),
    minimum: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxTrendMinimum,
        description: `Engagements in either period, at least. Default: ${standardTrendMinimum}`,
      }),
    ),
  },
  { description: 'Only rows of this trend, with the figures of the previous period of equal length' },
);
const trendOrder = '; with `trend` engagementsChange, the largest change first';
const orgs = object({
  ...FilterRequest.properties,
  sort: Type.Optional(sortBy(orgSortFields, trendOrder)),
  trend: Type.Optional(trend),
});
const searchedText = (description: string) =>
  Type.Optional(Type.String({ maxLength: maxRankTextLength, description }));
const readers = object({
  ...FilterRequest.properties,
  sort: Type.Optional(sortBy(readerSortFields, trendOrder)),
  trend: Type.Optional(trend),
  text: searchedText(
    'Only readers whose name or e-mail contains it, in Blinded Mode whose pseudonym does; ranks are those of all readers',
  ),
});

const seriesIds = Type.Array(Id, { minItems: 1, maxItems: maxSeriesRows, uniqueItems: true });
const seriesRows = <const T extends TProperties>(subject: T, words: string) =>
  Type.Array(object({ ...subject, before: Type.Array(Count), now: Type.Array(Count) }), {
    description: `The ${words} of the request in its order; none for a range of too many months`,
  });
const seriesTop = object({
  bucket: orNull(
    enumSchema(buckets, `What a count is of: the shortest with at most ${maxSeriesBuckets} of them`),
  ),
});

export const OrgRow = object({
  orgId: Id,
  orgName: Type.String(),
  companyUrl: Type.String({ description: 'Path of the company dashboard' }),
  rank: orNull(
    Type.Integer({
      minimum: 1,
      description: 'By engagements, whatever the sort order and `trend`; null without any',
    }),
  ),
  usersCount: Count,
  uniqueReaders: Count,
  activitiesCount: Count,
  companyType: CompanyTypes,
  ...previousFigures,
  score: Type.Optional(orNull(EngagementScore)),
  ...Type.Partial(Type.Pick(OrgProfile, orgProperties)).properties,
});

const call = { tag, access: signedIn, api: true, reads: true } as const;
const file = { ...call, data: Blobs, file: xlsx } as const;

export const mostActiveCalls = {
  'POST /api/most-active-cos': {
    ...call,
    summary: `Organizations by engagements, at most ${maxOrgRows}`,
    body: object({
      ...orgs.properties,
      comparePrevious,
      withScore: Type.Optional(Type.Boolean({ description: 'Adds the engagement score' })),
      properties: Type.Optional(
        Type.Array(enumSchema(orgProperties), {
          maxItems: orgProperties.length,
          uniqueItems: true,
          description: 'Adds what is known of each organization: null or empty if the caller may not see it',
        }),
      ),
      size: Type.Optional(Size),
    }),
    data: Type.Array(OrgRow),
    top: object({ total: Count }),
  },
  'POST /api/most-active-cos/over-time': {
    ...call,
    summary: 'Engagements of organizations over time, in the period before and in the range',
    body: object({ ...FilterRequest.properties, orgIds: seriesIds }),
    data: seriesRows({ orgId: Id }, 'organizations'),
    top: seriesTop,
  },
  'POST /api/most-active-cos/summary': {
    ...call,
    summary: 'Organizations, readers and activities, with or without an organization',
    body: FilterRequest,
    data: object({
      orgsCount: Count,
      usersCount: Count,
      initialActivitiesCount: Count,
      subsequentActivitiesCount: Count,
      activitiesWithoutOrgCount: Count,
    }),
  },
  'POST /api/most-active-cos/orgtypechartdata': {
    ...call,
    summary: 'Engagements by organization type, most first; an organization with several counts in each',
    body: FilterRequest,
    data: Type.Array(object({ companyType: Type.String(), activitiesCount: Count })),
    top: object({
      total: Count,
      withoutType: Type.Integer({
        minimum: 0,
        description: 'Without an organization, or one without a type',
      }),
    }),
  },
  'POST /api/most-active-cos/export': {
    ...file,
    summary: "'Most Active Companies Report.xlsx': the same rows in the same order",
    body: object({
      ...orgs.properties,
      shownColumns: ShownColumns(
        orgColumns,
        "'Most Active Companies As Shown.xlsx' has these columns; with engagementsChange also the figures of the period before",
      ),
      text: searchedText('Only organizations whose name or type contains it'),
    }),
  },
  'POST /api/most-active-readers': {
    ...call,
    summary: 'A page of readers by engagements',
    body: object({
      ...readers.properties,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
      size: Type.Optional(Size),
      comparePrevious,
    }),
    data: Type.Array(ReaderRow),
    top: object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count }),
  },
  'POST /api/most-active-readers/over-time': {
    ...call,
    summary: 'Engagements of readers over time, in the period before and in the range',
    body: object({ ...FilterRequest.properties, readerIds: seriesIds }),
    data: seriesRows({ readerId: Id }, 'readers'),
    top: seriesTop,
  },
  'POST /api/most-active-readers/export': {
    ...file,
    summary: "'Most Active Readers Report.xlsx': all rows in the same order",
    body: object({
      ...readers.properties,
      shownColumns: ShownColumns(
        readerColumns,
        "'Most Active Readers As Shown.xlsx' has these columns; with engagementsChange also the figures of the period before",
      ),
    }),
  },
} as const satisfies Record<string, CallDefinition>;
