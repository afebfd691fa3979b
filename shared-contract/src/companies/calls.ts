import { Type } from 'typebox';
import { signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { BucketOption, FieldMetric, MonthMetric } from '../overview/calls.ts';
import { dashboardFields } from '../overview/vocabulary.ts';
import { timelineAnswer, timelineOptions } from '../readers/calls.ts';
import { ReaderRow } from '../readers/schemas.ts';
import { Count, FilterRequest, Id, Size, object, orNull } from '../schemas.ts';
import {
  BuyingGroup,
  EngagementScore,
  FirstContent,
  MostReadContent,
  OrgProfile,
  OrgRank,
  ReaderOrg,
  SimilarOrg,
} from './schemas.ts';

const ofOrg = object({ ...FilterRequest.properties, orgId: Id });
const ofOrgSized = object({ ...ofOrg.properties, size: Type.Optional(Size) });
const dashboard = {
  tag: 'Company dashboard',
  access: signedIn,
  api: true,
  reads: true,
  body: ofOrg,
} as const;
const total = { data: object({ total: Count }), top: object({ total: Count }) } as const;

export const companiesCalls = {
  'POST /api/reader-co-dashboard/total-engagements-count': {
    ...dashboard,
    summary: 'Engagements of an organization',
    ...total,
  },
  'POST /api/reader-co-dashboard/total-unique-user-engagements-count': {
    ...dashboard,
    summary: 'Unique readers of an organization',
    ...total,
  },
  'POST /api/reader-co-dashboard/most-active-org': {
    ...dashboard,
    summary: 'The organization with most engagements, null if none matches',
    body: FilterRequest,
    data: orNull(ReaderOrg),
  },
  'POST /api/reader-co-dashboard/engagements-by-field/{field}': {
    ...dashboard,
    summary: "An organization's engagements by a field, most first, then the unclassified ones",
    params: object({ field: Type.String({ maxLength: 40, description: dashboardFields.join(', ') }) }),
    body: ofOrgSized,
    data: Type.Array(FieldMetric),
  },
  'POST /api/reader-co-dashboard/engagements-over-time': {
    ...dashboard,
    body: object({ ...ofOrg.properties, bucket: BucketOption }),
    summary: "An organization's engagements by month, initial and subsequent",
    data: Type.Array(MonthMetric),
  },
  'POST /api/reader-co-dashboard/engagements-by-buyersjourney': {
    ...dashboard,
    summary: "An organization's engagements by buyer's journey stage, most first, then the unclassified ones",
    data: Type.Array(FieldMetric),
  },
  'POST /api/reader-co-dashboard/most-active-readers': {
    ...dashboard,
    summary: "An organization's readers by engagements, most first",
    body: ofOrgSized,
    data: Type.Array(ReaderRow),
  },
  'POST /api/reader-co-dashboard/most-read-content': {
    ...dashboard,
    summary: "Documents by an organization's engagements, most first",
    body: ofOrgSized,
    data: Type.Array(MostReadContent),
  },
  'POST /api/reader-co-dashboard/first-content': {
    ...dashboard,
    summary: 'Documents with which the readers of an organization began, and what they engaged with next',
    body: ofOrgSized,
    data: FirstContent,
  },
  'POST /api/reader-co-dashboard/profile': {
    ...dashboard,
    summary: 'The first and last activity of an organization, and what the caller may see of its properties',
    data: OrgProfile,
  },
  'POST /api/reader-co-dashboard/buying-group': {
    ...dashboard,
    summary: 'Roles and seniority of the readers of an organization, and who is new',
    data: BuyingGroup,
  },
  'POST /api/reader-co-dashboard/rank': {
    ...dashboard,
    summary: 'The place of an organization by engagements, among all and among those of its types',
    data: OrgRank,
  },
  'POST /api/reader-co-dashboard/score': {
    ...dashboard,
    summary: 'The engagement score of an organization with its parts, null with too few engagements',
    data: orNull(EngagementScore),
  },
  'POST /api/reader-co-dashboard/similar-orgs': {
    ...dashboard,
    summary: 'Organizations that read the same documents, most similar first',
    body: ofOrgSized,
    data: Type.Array(SimilarOrg),
    top: object({ ownDocuments: Count }),
  },
  'POST /api/reader-co-dashboard/timeline': {
    ...dashboard,
    summary: "An organization's activities, newest first, a part at a time",
    body: object({ ...ofOrg.properties, ...timelineOptions }),
    ...timelineAnswer,
  },
} as const satisfies Record<string, CallDefinition>;
