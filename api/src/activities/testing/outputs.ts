// Every call of the API, with the fields of activities whose values its output can contain.
import type { CallKey } from '@readerlens/contract';
import { exportColumns, searchSortFields } from '@readerlens/contract/explorer';
import type { Database } from '../../platform/db/index.ts';
import { dayBefore } from './activity-world.ts';
import { isGranted, seesActivities } from './entitled-users.ts';
import type { User } from './entitled-users.ts';
import { fileText } from './file-text.ts';
import { planted } from './planted-activity.ts';
import type { PlantedActivity, PlantedField } from './planted-activity.ts';

/** The asker's own activity reports about the activity. */
export interface AskedReport {
  /** A configuration that has not sent it yet. */
  readonly nextId: string;
  /** A configuration whose run has sent it. */
  readonly configId: string;
  readonly reportId: string;
  /** Its mail. */
  readonly deliveryId: string;
  /** Of the link in the mail. */
  readonly token: string;
}

/** Who makes a call, and the activity that they ask about. */
export interface Asker {
  readonly user: User;
  readonly userId: string;
  readonly searchId: string;
  readonly alertId: string;
  /** A run of the alert that reported the activity. */
  readonly runId: string;
  readonly report: AskedReport;
  readonly activity: PlantedActivity;
}

export interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Output {
  readonly call: CallKey;
  /** What the output can contain. */
  readonly shows: readonly PlantedField[];
  /** Of these, those that the caller sent, such as filters on the About sheet. */
  readonly repeats?: readonly PlantedField[];
  /** Offers values to search by, instead of values of activities. */
  readonly isLookup?: true;
  readonly access?: (user: User) => boolean;
  readonly parts: (asker: Asker) => Parts;
  /** Reads what the call sent elsewhere. */
  readonly read?: (db: Database) => Promise<string>;
}

const reader = ['FirstName', 'LastName', 'Email', 'Title'] as const;
const readerName = ['FirstName', 'LastName'] as const;
const place = ['City', 'State', 'Country'] as const;
const list: readonly PlantedField[] = [
  ...reader,
  'ReaderCompany',
  'ReaderOrgs',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];
const detail: readonly PlantedField[] = [...list, ...place, 'Newsletter', 'Clients', 'DocumentTypes'];
const sheet: readonly PlantedField[] = [
  ...reader,
  ...place,
  'ReaderCompany',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];
const review: readonly PlantedField[] = [
  ...reader,
  ...place,
  'Clients',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];
const columns: readonly PlantedField[] = [
  ...detail,
  'Region',
  'AnalystTags',
  'Revenue',
  'OrgType',
  'ProductCategory',
  'ContentTopics',
];

/** The columns that not everyone may export. */
const columnField: Readonly<Record<string, string>> = {
  analystTags: 'AnalystTags',
  revenue: 'Revenue',
  orgType: 'OrgType',
  productCategory: 'ProductCategory',
};
export const isColumnGranted = (column: string, user: User): boolean =>
  isGranted(columnField[column] ?? column, user);
export const pickFields = (from: readonly { field: string }[]) => from.map(({ field }) => ({ field }));
export const grantedColumns = (user: User) =>
  pickFields(exportColumns.filter(({ field }) => isColumnGranted(field, user)));

export const ofClient = ({ activity }: Asker) => [
  { field: 'Clients', value: [{ id: String(activity.clientId) }] },
];
const itemIds = ({ activity }: Asker) => [`CustomerRequest-${activity.id}`];

const search =
  (more: object = {}): Output['parts'] =>
  (asker) => ({ body: { filters: ofClient(asker), ...more } });
const exported =
  (more: object = {}): Output['parts'] =>
  (asker) => ({ body: { filters: ofClient(asker), columns: grantedColumns(asker.user), ...more } });
const selected =
  (more: object = {}): Output['parts'] =>
  (asker) => ({ body: { itemIds: itemIds(asker), ...more } });
const byKey: Output['parts'] = ({ activity }) => ({ params: { type: 'CustomerRequest', id: activity.id } });
const own: Output['parts'] = ({ userId, searchId }) => ({
  params: { userId, id: searchId, savedSearchId: searchId },
});
const reviewed: Output['parts'] = () => ({
  body: { status: 'Approved', from: dayBefore(7), to: dayBefore(0) },
});
const shared: Output['parts'] = (asker) => ({
  body: {
    activityReportId: itemIds(asker)[0],
    addresses: [{ type: 'To', name: 'Ana', email: 'ana@partners.example' }],
    subject: 'An activity',
    body: '',
    attachReportExcel: true,
    attachReportPdf: true,
  },
});

/** The queued mail with its attachments. */
const mail: Output['read'] = async ({ kysely }) => {
  const mails = await kysely.selectFrom('outbox_mail').selectAll().execute();
  const files = await kysely.selectFrom('outbox_attachment').selectAll().execute();
  const texts = await Promise.all(files.map(({ media_type, content }) => fileText(media_type, content)));
  // Without those of the stored reports, whose subjects are read later.
  await kysely
    .deleteFrom('outbox_mail')
    .where('id', 'not in', (deliveries) =>
      deliveries.selectFrom('delivery').select('outbox_mail_id').where('outbox_mail_id', 'is not', null),
    )
    .execute();
  return [...mails.map(({ text_body, html_body }) => text_body + html_body), ...texts].join('\n');
};

const isStaff = (user: User) => user.isStaff;
const reviews = (user: User) => user.columns.review_activities === true;

/** Calls that filter by the planted client, and by more. */
const filtered =
  (more: (activity: PlantedActivity) => object) =>
  (call: CallKey, shows: readonly PlantedField[], params: Record<string, string> = {}): Output => ({
    call,
    shows,
    parts: (asker) => ({ params, body: { filters: ofClient(asker), ...more(asker.activity) } }),
  });
const dashboard = filtered(() => ({}));
const byField = (shown: PlantedField): Output =>
  dashboard('POST /api/client-dashboard/by-field/{field}', [shown], { field: shown });
const documentsBy = (segment: string, shown: PlantedField): Output =>
  dashboard('POST /api/content-overview-dashboard/doc-count-by-{segment}', [shown], { segment });

const lookup = (
  call: CallKey,
  shown: PlantedField,
  parts: Output['parts'] = () => ({}),
  access: Output['access'] = () => true,
): Output => ({ call, shows: [shown], isLookup: true, parts, access });
const proxy = (path: string, ...shows: PlantedField[]): Output => ({
  call: 'GET /api/user-proxy',
  shows,
  isLookup: true,
  parts: () => ({ query: { path } }),
});

/** The dashboards of a reader and of an organization, and the rankings. */
const readerRow: readonly PlantedField[] = [...reader, 'ReaderCompany', 'ReaderOrgs', 'DocumentTitle'];
const company: readonly PlantedField[] = ['ReaderOrgs', 'OrgType'];
const ofReader = filtered(({ readerId }) => ({ readerId: String(readerId) }));
const ofOrganisation = filtered(({ organisationId }) => ({ orgId: String(organisationId) }));
const byReaderPath = (
  call: CallKey,
  shows: readonly PlantedField[],
  params: Record<string, string> = {},
): Output => ({
  call,
  shows,
  parts: ({ activity }) => ({
    params: { companyIds: String(activity.clientId), idOrEmail: String(activity.readerId), ...params },
  }),
});
const entity = (path: (asker: Asker) => string, shows: readonly PlantedField[]): Output => ({
  call: 'GET /api/user-proxy',
  shows,
  parts: (asker) => ({ query: { path: path(asker) } }),
});

const rankings: readonly Output[] = [
  entity(
    ({ activity }) => `user/${activity.readerId}?level=full`,
    [...reader, 'State', 'Country', 'ReaderCompany', 'ReaderOrgs'],
  ),
  entity(({ activity }) => `reader-org/${activity.organisationId}`, company),
  byReaderPath('GET /api/reader-dashboard/{companyIds}/recent-active/{idOrEmail}/{size}', list, {
    size: '5',
  }),
  byReaderPath('GET /api/reader-dashboard/{companyIds}/recent-gated/{idOrEmail}/{size}', list, { size: '5' }),
  byReaderPath(
    'GET /api/reader-dashboard/{companyIds}/by-category/{idOrEmail}/{category}/{from}/{to}',
    ['DocumentTypes'],
    {
      category: 'document-type',
      from: '-',
      to: '-',
    },
  ),
  dashboard('POST /api/reader-dashboard/most-active-reader', readerRow),
  ofReader('POST /api/reader-dashboard/recent-activities', list),
  ofReader('POST /api/reader-dashboard/recent-customer-requests', list),
  ofReader('POST /api/reader-dashboard/timeline', list),
  ofReader('POST /api/reader-dashboard/by-field/{field}', ['DocumentTypes'], { field: 'DocumentTypes' }),
  dashboard('POST /api/reader-co-dashboard/most-active-org', company),
  ofOrganisation('POST /api/reader-co-dashboard/engagements-by-field/{field}', ['Onlines'], {
    field: 'Onlines',
  }),
  ofOrganisation('POST /api/reader-co-dashboard/most-active-readers', readerRow),
  ofOrganisation('POST /api/reader-co-dashboard/most-read-content', ['DocumentTitle']),
  ofOrganisation('POST /api/reader-co-dashboard/rank', ['OrgType']),
  // There is no other organization.
  ofOrganisation('POST /api/reader-co-dashboard/similar-orgs', []),
  ofOrganisation('POST /api/reader-co-dashboard/timeline', list),
  dashboard('POST /api/most-active-cos', company),
  dashboard('POST /api/most-active-cos/orgtypechartdata', ['OrgType']),
  { ...dashboard('POST /api/most-active-cos/export', ['Clients', ...company]), repeats: ['Clients'] },
  dashboard('POST /api/most-active-readers', readerRow),
  {
    ...dashboard('POST /api/most-active-readers/export', ['Clients', ...reader, 'ReaderOrgs']),
    repeats: ['Clients'],
  },
];

const newness = 'POST /api/marketing-performance/newness';
const pipeline = 'POST /api/marketing-performance/pipeline';
const events = 'POST /api/marketing-performance/events';
const newsletters = 'POST /api/marketing-performance/newsletters';
const webinars = 'POST /api/marketing-performance/webinars';
/** A reader and their organization, with the paths of both. */
const readerLink: readonly PlantedField[] = [...readerName, 'Email', 'ReaderCompany', 'ReaderOrgs'];
const ofNewReaders = filtered(() => ({ subject: 'readers' }));
const ofNewOrganizations = filtered(() => ({ subject: 'organizations' }));
const comparison = 'POST /api/marketing-performance/comparison';
/** The planted activity is organic, so both sides have it. */
const organic = { kind: 'tactic', ids: ['organic'] };
const ofSides = filtered(() => ({ baseline: organic, comparison: organic }));
const ofPage = filtered(() => ({ format: 'csv', title: 'Page', notes: [], figures: [], tables: [] }));
const ofBothSides = filtered(() => ({ baseline: organic, comparison: organic, part: 'both' }));
const ofDocuments = filtered(() => ({ measure: 'engagementsByDocument' }));
const marketing: readonly Output[] = [
  ofDocuments('POST /api/marketing-performance/changes', ['DocumentTitle']),
  dashboard(newness, []),
  ofNewReaders(`${newness}/by-month`, []),
  ofNewReaders(`${newness}/by-source`, []),
  ofNewReaders(`${newness}/cohorts`, []),
  ofNewReaders(`${newness}/rows`, readerLink),
  ofNewOrganizations(`${newness}/rows`, ['ReaderOrgs']),
  dashboard('POST /api/marketing-performance/content', []),
  dashboard('POST /api/marketing-performance/content/age-curve', []),
  dashboard('POST /api/marketing-performance/content/by-theme', ['ContentTopics']),
  dashboard('POST /api/marketing-performance/content/rows', ['DocumentTitle', 'DocumentTypes']),
  dashboard(pipeline, []),
  dashboard(`${pipeline}/by-stage`, []),
  dashboard(`${pipeline}/touches`, []),
  dashboard(`${pipeline}/credits`, []),
  dashboard(`${pipeline}/rows`, ['ReaderOrgs']),
  // The organization of the activity has an opportunity.
  dashboard(`${pipeline}/without-deals`, []),
  dashboard(webinars, []),
  dashboard(`${webinars}/registrations`, []),
  dashboard(`${webinars}/list`, []),
  dashboard(`${webinars}/people`, readerLink),
  // The registrant attended.
  dashboard(`${webinars}/no-shows`, []),
  dashboard(events, []),
  dashboard(`${events}/list`, []),
  dashboard(`${events}/sessions`, []),
  dashboard(`${events}/people`, readerLink),
  dashboard(`${events}/organizations`, ['ReaderOrgs']),
  // The days after the event of yesterday are not over.
  dashboard(`${events}/lift`, []),
  dashboard(`${events}/lift-rows`, []),
  dashboard(newsletters, []),
  dashboard(`${newsletters}/list`, []),
  dashboard(`${newsletters}/links`, []),
  dashboard(`${newsletters}/latency`, []),
  dashboard(`${newsletters}/people`, readerLink),
  dashboard(`${newsletters}/organizations`, ['ReaderOrgs']),
  ofSides(comparison, []),
  ofSides(`${comparison}/trend`, []),
  ofBothSides(`${comparison}/organizations`, ['ReaderOrgs']),
  // The client is one that the caller has chosen.
  { ...ofPage('POST /api/marketing-performance/page-file', ['Clients']), repeats: ['Clients'] },
];

/** Results of the user's alert about the activity, which may be shown to those who may read its type. */
const ofAlert = (call: CallKey, shows: readonly PlantedField[]): Output => ({
  call,
  shows,
  access: seesActivities,
  parts: ({ alertId }) => ({ params: { id: alertId } }),
});
/** A row of a mail. */
const alertRow: readonly PlantedField[] = ['FirstName', 'LastName', 'ReaderCompany', 'DocumentTitle'];
const ofRun = (call: CallKey, shows: readonly PlantedField[]): Output => ({
  call,
  shows,
  // The client of a run is the recipient's own.
  repeats: ['Clients'],
  parts: ({ runId }) => ({ params: { id: runId } }),
});

/** Of the stored filters; those on fields that the user may no longer search by are left out. */
const reportFilters = ['AnalystTags', 'Clients'] as const;
const ofReport = (call: CallKey, shows: readonly PlantedField[]): Output => ({
  call,
  shows,
  repeats: ['Clients'],
  parts: ({ userId, report: { configId, reportId, deliveryId, token } }) => ({
    params: {
      userId,
      configId,
      reportId,
      token,
      id: call.startsWith('GET /api/activity-report-delivery') ? deliveryId : configId,
    },
  }),
});
/** A mail about one activity. */
const reportMail: readonly PlantedField[] = [
  'FirstName',
  'LastName',
  'Email',
  'Title',
  'ReaderCompany',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];

/** Filters that the user stored. */
const stored = (call: CallKey): Output => ({
  call,
  shows: ['AnalystTags', 'Clients'],
  isLookup: true,
  parts: own,
});

export const outputs: readonly Output[] = [
  ...searchSortFields.map((field): Output => ({
    call: 'POST /api/analytics/search',
    shows: list,
    parts: search({ sort: { field } }),
  })),
  { call: 'POST /api/activities/page', shows: list, parts: search() },
  { call: 'GET /api/analytics/search-details/{type}/{id}', shows: detail, parts: byKey },
  { call: 'GET /api/analytics/search-details/individual-activity/{type}/{id}', shows: detail, parts: byKey },
  // The planted activity is the only one of its reader.
  { call: 'GET /api/analytics/reader-activities/{type}/{id}', shows: [], parts: byKey },
  { call: 'POST /api/analytics/export', shows: columns, repeats: ['Clients'], parts: exported() },
  {
    call: 'POST /api/analytics/export',
    shows: columns,
    parts: exported({ format: 'csv', aggregateSubsequents: true }),
  },
  { call: 'POST /api/analytics/export-selection', shows: columns, parts: selected({ format: 'csv' }) },
  { call: 'POST /api/analytics/export-pdf', shows: sheet, parts: selected() },
  {
    call: 'POST /api/analytics/share-individual-activity',
    shows: columns,
    access: isStaff,
    parts: shared,
    read: mail,
  },
  {
    call: 'POST /api/analytics/share-individual-activity/preview',
    shows: ['Onlines', 'DocumentTitle'],
    access: isStaff,
    parts: shared,
  },
  { call: 'POST /api/review-activities-search', shows: review, access: reviews, parts: reviewed },
  { call: 'POST /api/export-activities-review', shows: review, access: reviews, parts: reviewed },
  dashboard('POST /api/client-dashboard/top-documents', ['DocumentTitle', 'DocumentTypes']),
  dashboard('POST /api/content-overview-dashboard/top-documents-unique-readers', [
    'DocumentTitle',
    'DocumentTypes',
  ]),
  byField('Region'),
  byField('Onlines'),
  byField('DocumentTypes'),
  documentsBy('document-type', 'DocumentTypes'),
  documentsBy('community', 'Onlines'),
  ...rankings,
  ...marketing,
  lookup('GET /api/cms/companies', 'Clients'),
  lookup('GET /api/cms/companies/by-name-or-id-starting-with', 'Clients'),
  lookup('GET /api/cms/companies/by-ids', 'Clients', ({ activity }) => ({
    query: { ids: String(activity.clientId) },
  })),
  {
    call: 'GET /api/lookups/readers',
    shows: [...reader, 'ReaderCompany'],
    parts: () => ({ query: { q: planted.LastName } }),
  },
  {
    call: 'GET /api/lookups/organizations',
    shows: ['ReaderOrgs'],
    parts: () => ({ query: { q: planted.ReaderOrgs } }),
  },
  lookup('GET /api/common-lookup/countries', 'Country'),
  lookup('GET /api/common-lookup/newsletters', 'Newsletter'),
  lookup('GET /api/common-lookup/onlines', 'Onlines'),
  lookup('GET /api/common-lookup/regions', 'Region'),
  lookup('GET /api/common-lookup/states', 'State'),
  lookup('GET /api/filter-lookups/content-topics', 'ContentTopics'),
  lookup('GET /api/filter-lookups/document-types', 'DocumentTypes'),
  lookup('GET /api/filter-lookups/cms/tags/{field}', 'AnalystTags', () => ({
    params: { field: 'AnalystTags' },
  })),
  lookup('POST /api/filter-lookups/cms/tags', 'AnalystTags', ({ activity }) => ({
    body: { field: 'AnalystTags', cIds: [String(activity.clientId)] },
  })),
  proxy('personas', 'Personas'),
  proxy('service-offerings', 'ProductServiceOfferings'),
  proxy('organization-questions', 'OrgType', 'ProductCategory', 'DeviceKind', 'InternalScore'),
  lookup('GET /api/user-proxy', 'ReaderOrgs', () => ({ query: { path: 'reader-orgs' } }), seesActivities),
  lookup(
    'POST /api/program-performance/roi/reader-orgs',
    'ReaderOrgs',
    // Spelled differently, because the reply repeats names without a match.
    () => ({ body: { Names: [planted.ReaderOrgs.toUpperCase()] } }),
    seesActivities,
  ),
  ofAlert('POST /api/notification-back-test/{id}', list),
  ofAlert('GET /api/notification-mail/{id}/preview', alertRow),
  { ...ofAlert('POST /api/notification-mail/{id}/test', columns), read: mail },
  { ...ofRun('GET /api/notification-dashboard/{id}/file', columns), repeats: [] },
  ofRun('GET /api/notification-dashboard/{id}', [...list, 'Clients']),
  {
    call: 'POST /api/notification-dashboard',
    shows: ['Clients'],
    repeats: ['Clients'],
    parts: () => ({ body: {} }),
  },
  { ...ofReport('GET /api/activity-report-configs/user/{userId}', reportFilters), isLookup: true },
  { ...ofReport('GET /api/activity-report-config/{id}', reportFilters), isLookup: true },
  {
    ...ofReport('POST /api/activity-report-config/{id}/preview', reportMail),
    parts: ({ report }) => ({ params: { id: report.nextId } }),
  },
  { ...ofReport('GET /api/activity-reports', reportFilters), isLookup: true },
  { ...ofReport('GET /api/activity-report/{configId}/{reportId}', reportFilters), isLookup: true },
  ofReport('GET /api/activity-report/{configId}/{reportId}/activities', list),
  // A file without activities says nothing about the filters.
  { ...ofReport('GET /api/activity-report/{configId}/{reportId}/file', columns), access: seesActivities },
  ofReport('GET /api/activity-report/{configId}/{reportId}/deliveries', ['Onlines']),
  ofReport('GET /api/activity-report-delivery/{id}', reportMail),
  ofReport('GET /api/activity-report-file/{token}', sheet),
  stored('GET /api/marketing-performance/page-mails'),
  stored('GET /api/saved-searches/{userId}'),
  stored('GET /api/saved-searches/{userId}/{id}'),
  stored('GET /api/default-filters/{userId}'),
  stored('GET /api/default-filters/{userId}/{savedSearchId}'),
];

/** Domains that read no activities. */
export const silentDomain =
  /^[A-Z]+ \/api\/(areas|auth|files|log|manage-onboarding|marketing-data|onboarding|onboarding-download|operations|permalinks)(\/|$)/;

/** Other calls whose replies contain no values of activities, or only those that the caller sent. */
export const silent: readonly CallKey[] = [
  'DELETE /api/activity-report-config/{id}',
  'GET /api/client-webhook/{clientId}',
  'PATCH /api/activity-report-config/{id}',
  'POST /api/activity-report-config',
  'POST /api/activity-report-config/{id}/replay',
  'POST /api/activity-report-config/{id}/resume',
  'POST /api/activity-report-config/{id}/send-now',
  'POST /api/activity-report-delivery/{id}/replay',
  'POST /api/client-webhook/{clientId}/secret',
  'POST /api/client-webhook/{clientId}/test',
  'PUT /api/client-webhook/{clientId}',
  'DELETE /api/annotations/{id}',
  'DELETE /api/marketing-performance/page-mails/{id}',
  'PATCH /api/marketing-performance/page-mails/{id}',
  'POST /api/marketing-performance/page-mails',
  'POST /api/marketing-performance/page-mails/{id}/send',
  'DELETE /api/saved-searches/{userId}/{id}',
  'DELETE /api/user/{id}',
  'DELETE /api/user/{id}/sessions',
  'DELETE /api/user/{id}/sessions/{sessionId}',
  'DELETE /api/notification/{id}',
  'DELETE /api/notification/{id}/webhook',
  'GET /api/notification/{id}/webhook',
  'POST /api/notification/{id}/webhook/replay',
  'POST /api/notification/{id}/webhook/resume',
  'PUT /api/notification/{id}/webhook',
  'GET /api/notification/{id}',
  'GET /api/notification/{id}/mark-as-completed',
  'GET /api/notification-schedule/{id}/activate',
  'GET /api/notification-schedule/{id}/deactivate',
  'POST /api/notification',
  'POST /api/notifications/search',
  'PUT /api/notification/{id}/behavior-change',
  'PUT /api/notification/{id}/filters',
  'PUT /api/notification/{id}/frequency',
  'PUT /api/notification/{id}/name',
  'PUT /api/notification/{id}/targets',
  'PUT /api/notification-enable/{id}',
  'PUT /api/notification-snooze/{id}',
  'GET /api/notification-dashboard/unread-count',
  'GET /api/notification/{id}/description',
  'GET /api/notification-unsubscribe/{token}',
  'POST /api/notification-unsubscribe/{token}',
  'POST /api/notification-dashboard/mark-read/{flag}',
  'GET /api/activity-fields',
  'GET /api/activity-fields/{userId}',
  'GET /api/analytics/export-progress/{exportId}',
  'GET /api/audit-events',
  'GET /api/common-lookup/businessgroups',
  'GET /api/default-columns/{userId}',
  'GET /api/filter-lookups/media-sources',
  'GET /api/reset-auth-token',
  'GET /api/review-activities/decisions',
  'GET /api/secret/{apiClientId}',
  'GET /api/session',
  'GET /api/user/{id}',
  'GET /api/user/{id}/resend-registration-email',
  'GET /api/user/{id}/sessions',
  'GET /api/users',
  'GET /api/users/lookups',
  'GET /api/verify-registration-token/{token}',
  'PATCH /api/annotations/{id}',
  'PATCH /api/saved-searches/{id}',
  'PATCH /api/user/{id}',
  'POST /api/annotations',
  'POST /api/audit-events/export',
  'POST /api/annotations/search',
  'POST /api/client-dashboard/by-month',
  'POST /api/client-dashboard/by-source',
  'POST /api/client-dashboard/stats',
  'POST /api/client-dashboard/unique-by-month',
  'POST /api/client-dashboard/unique-by-source',
  'POST /api/content-overview-dashboard/activities-with-docs-count',
  'POST /api/content-overview-dashboard/doc-count',
  'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age',
  'POST /api/forgot-password',
  'POST /api/most-active-cos/summary',
  'POST /api/reader-co-dashboard/engagements-by-buyersjourney',
  'POST /api/reader-co-dashboard/engagements-over-time',
  'POST /api/reader-co-dashboard/total-engagements-count',
  'POST /api/reader-co-dashboard/total-unique-user-engagements-count',
  'POST /api/reader-dashboard/share-by-buyersjourney',
  'POST /api/review-activities',
  'POST /api/review-activities/decisions/{id}/reverse',
  'POST /api/saved-searches',
  'POST /api/saved-searches/remove-default/{userId}/{id}',
  'POST /api/saved-searches/set-default/{userId}/{id}',
  'POST /api/set-password/from-token',
  'POST /api/token',
  'POST /api/user-proxy',
  'POST /api/users/invite',
  'POST /api/users/view',
  'PUT /api/default-columns',
  'PUT /api/default-filters',
  'POST /api/user',
];
