import { companySizes } from '@readerlens/contract/readers';
import type { CallKey } from '@readerlens/contract';

export interface PageCall {
  readonly call: CallKey;
  /** Of its path. */
  readonly params: Readonly<Record<string, string>>;
  readonly url: string;
  /** What the body has besides the filters. */
  readonly body: object;
}

export interface Page {
  readonly name: string;
  readonly calls: readonly PageCall[];
}

/** The reader and the organization that the pages about one of them show. */
export interface PageSubjects {
  readonly readerId: string;
  readonly orgId: string;
}

/** Every category is asked for: the ones beyond the shown are named below the chart. */
const allCategories = 200;

const post = (path: CallKey, body: object = {}, params: Record<string, string> = {}): PageCall => ({
  call: path,
  params,
  url: Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, value),
    path.slice('POST '.length),
  ),
  body,
});

const readerPage = (readerId: string): PageCall[] => [
  post('POST /api/client-dashboard/stats', { readerId }),
  post('POST /api/reader-dashboard/seen', { readerId }),
  post('POST /api/reader-dashboard/recent-activities', { readerId }),
  post('POST /api/reader-dashboard/recent-customer-requests', { readerId }),
  post('POST /api/reader-dashboard/share-by-buyersjourney', { readerId }),
  post(
    'POST /api/reader-dashboard/by-field/{field}',
    { readerId, size: allCategories },
    { field: 'DocumentTypes' },
  ),
  post('POST /api/reader-dashboard/timeline', { readerId }),
];

const companyPage = (orgId: string): PageCall[] => [
  post('POST /api/reader-co-dashboard/total-engagements-count', { orgId }),
  post('POST /api/reader-co-dashboard/total-unique-user-engagements-count', { orgId }),
  post('POST /api/reader-co-dashboard/engagements-over-time', { orgId }),
  post('POST /api/reader-co-dashboard/most-active-readers', { orgId }),
  post('POST /api/reader-co-dashboard/most-read-content', { orgId }),
  post(
    'POST /api/reader-co-dashboard/engagements-by-field/{field}',
    { orgId, size: allCategories },
    { field: 'DocumentTypes' },
  ),
  post('POST /api/reader-co-dashboard/profile', { orgId }),
  post('POST /api/reader-co-dashboard/buying-group', { orgId }),
  post('POST /api/reader-co-dashboard/first-content', { orgId }),
  post('POST /api/reader-co-dashboard/rank', { orgId }),
  post('POST /api/reader-co-dashboard/score', { orgId }),
  post('POST /api/reader-co-dashboard/similar-orgs', { orgId, size: companySizes.similar }),
  post('POST /api/reader-co-dashboard/timeline', { orgId }),
];

const marketing = (path: string, body: object = {}): PageCall =>
  post(`POST /api/marketing-performance/${path}` as CallKey, body);

const sides = {
  baseline: { kind: 'tactic', ids: ['customNewsletter', 'editorial'] },
  comparison: { kind: 'tactic', ids: ['organic'] },
};
const page = { page: 1, size: 10 };

/** The calls that each page of marketing performance makes when it opens. */
export const marketingPages: readonly Page[] = [
  {
    name: 'Content Insights',
    calls: [
      marketing('changes', { measure: 'engagementsByDocument' }),
      marketing('content'),
      marketing('content/by-theme'),
      marketing('content/age-curve'),
      marketing('content/rows', { set: 'engaged', ...page }),
      // The quadrant.
      marketing('content/rows', { set: 'engaged', page: 1, size: 100 }),
    ],
  },
  {
    name: 'Net New Readers',
    calls: [
      marketing('changes', { measure: 'newReadersBySource' }),
      marketing('newness'),
      ...['by-month', 'by-source', 'cohorts'].map((name) =>
        marketing(`newness/${name}`, { subject: 'readers' }),
      ),
      marketing('newness/rows', { subject: 'readers', kinds: ['netNew', 'reactivated'], ...page }),
    ],
  },
  {
    name: 'Pipeline Impact',
    calls: [
      marketing('changes', { measure: 'influencedDealsByStage' }),
      ...['', '/by-stage', '/touches', '/credits'].map((name) => marketing(`pipeline${name}`)),
      marketing('pipeline/rows', page),
      marketing('pipeline/without-deals', page),
    ],
  },
  {
    name: 'Comparison',
    calls: [
      marketing('changes', { measure: 'engagementsBySource' }),
      marketing('comparison', sides),
      marketing('comparison/trend', sides),
      marketing('comparison/organizations', { ...sides, part: 'both', ...page }),
    ],
  },
  {
    name: 'Webinars',
    calls: [
      marketing('changes', { measure: 'registrantsByWebinar' }),
      marketing('webinars'),
      marketing('webinars/registrations'),
      marketing('webinars/list', page),
      marketing('webinars/people', { group: 'registrants', ...page }),
    ],
  },
  {
    name: 'Events',
    calls: [
      marketing('changes', { measure: 'registrantsByEvent' }),
      marketing('events'),
      marketing('events/sessions'),
      marketing('events/list'),
      marketing('events/lift'),
      marketing('events/people', { set: 'registrants', ...page }),
    ],
  },
  {
    name: 'Newsletters',
    calls: [
      marketing('changes', { measure: 'clickersByIssue' }),
      marketing('newsletters'),
      marketing('newsletters/links'),
      marketing('newsletters/latency'),
      marketing('newsletters/list'),
      marketing('newsletters/people', { set: 'clickers', ...page }),
    ],
  },
];

/** The calls that each page makes when it opens. */
export const pages = ({ readerId, orgId }: PageSubjects): Page[] => [
  {
    name: 'Content Overview',
    calls: [
      post('POST /api/content-overview-dashboard/doc-count'),
      post('POST /api/content-overview-dashboard/activities-with-docs-count'),
      ...['community', 'content-type', 'document-type', 'buyers-journey'].map((segment) =>
        post('POST /api/content-overview-dashboard/doc-count-by-{segment}', {}, { segment }),
      ),
      post('POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age'),
      post('POST /api/content-overview-dashboard/top-documents-unique-readers', { size: 25 }),
    ],
  },
  { name: 'Reader Dashboard', calls: readerPage(readerId) },
  { name: 'Company Dashboard', calls: companyPage(orgId) },
  {
    name: 'Most Active Companies',
    calls: [
      post('POST /api/most-active-cos/summary'),
      post('POST /api/most-active-cos', { sort: { field: 'activitiesCount', order: 'desc' } }),
      post('POST /api/most-active-cos/orgtypechartdata'),
    ],
  },
  {
    name: 'Most Active Readers',
    calls: [
      post('POST /api/most-active-readers', {
        sort: { field: 'totalEngagements', order: 'desc' },
        page: 1,
        size: 10,
      }),
    ],
  },
];
