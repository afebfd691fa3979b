// The dashboards of a reader and of an organization, and the rankings.
import type { CallKey } from '@readerlens/contract';
import { orgColumns, orgProperties } from '@readerlens/contract/most-active';
import type { PlantedField } from '../planted-activity.ts';
import { dashboard, filtered, listFields, readerFields } from './output.ts';
import type { Asker, CallOutputs, Output } from './output.ts';

const readerRow: readonly PlantedField[] = [...readerFields, 'ReaderCompany', 'ReaderOrgs', 'DocumentTitle'];
const company: readonly PlantedField[] = ['ReaderOrgs', 'OrgType'];
const companyProperties: readonly PlantedField[] = ['Country', 'Revenue', 'ProductCategory'];
const ofReader = filtered(({ readerId }) => ({ readerId: String(readerId) }));
const ofOrganisation = filtered(({ organisationId }) => ({ orgId: String(organisationId) }));
const withProperties = filtered(() => ({ properties: orgProperties }));
const asShown = filtered(() => ({ shownColumns: orgColumns }));
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

export const readerCalls: CallOutputs = {
  outputs: [
    entity(
      ({ activity }) => `user/${activity.readerId}?level=full`,
      [...readerFields, 'State', 'Country', 'ReaderCompany', 'ReaderOrgs'],
    ),
    entity(({ activity }) => `reader-org/${activity.organisationId}`, company),
    byReaderPath('GET /api/reader-dashboard/{companyIds}/recent-active/{idOrEmail}/{size}', listFields, {
      size: '5',
    }),
    byReaderPath('GET /api/reader-dashboard/{companyIds}/recent-gated/{idOrEmail}/{size}', listFields, {
      size: '5',
    }),
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
    ofReader('POST /api/reader-dashboard/recent-activities', listFields),
    ofReader('POST /api/reader-dashboard/recent-customer-requests', listFields),
    ofReader('POST /api/reader-dashboard/timeline', listFields),
    ofReader('POST /api/reader-dashboard/by-field/{field}', ['DocumentTypes'], { field: 'DocumentTypes' }),
    dashboard('POST /api/reader-co-dashboard/most-active-org', company),
    ofOrganisation('POST /api/reader-co-dashboard/engagements-by-field/{field}', ['Onlines'], {
      field: 'Onlines',
    }),
    ofOrganisation('POST /api/reader-co-dashboard/most-active-readers', readerRow),
    ofOrganisation('POST /api/reader-co-dashboard/most-read-content', ['DocumentTitle']),
    ofOrganisation('POST /api/reader-co-dashboard/buying-group', [...readerFields, 'Personas']),
    ofOrganisation('POST /api/reader-co-dashboard/first-content', ['DocumentTitle']),
    ofOrganisation('POST /api/reader-co-dashboard/profile', [
      'Country',
      'Revenue',
      'ProductCategory',
      'DeviceKind',
      'InternalScore',
    ]),
    ofOrganisation('POST /api/reader-co-dashboard/rank', ['OrgType']),
    // There is no other organization.
    ofOrganisation('POST /api/reader-co-dashboard/similar-orgs', []),
    ofOrganisation('POST /api/reader-co-dashboard/timeline', listFields),
    dashboard('POST /api/most-active-cos', company),
    withProperties('POST /api/most-active-cos', [...company, ...companyProperties]),
    dashboard('POST /api/most-active-cos/orgtypechartdata', ['OrgType']),
    { ...dashboard('POST /api/most-active-cos/export', ['Clients', ...company]), repeats: ['Clients'] },
    {
      ...asShown('POST /api/most-active-cos/export', ['Clients', ...company, ...companyProperties]),
      repeats: ['Clients'],
    },
    dashboard('POST /api/most-active-readers', readerRow),
    {
      ...dashboard('POST /api/most-active-readers/export', ['Clients', ...readerFields, 'ReaderOrgs']),
      repeats: ['Clients'],
    },
  ],
  silent: [
    'POST /api/most-active-cos/over-time',
    'POST /api/most-active-cos/summary',
    'POST /api/most-active-readers/over-time',
    'POST /api/reader-co-dashboard/engagements-by-buyersjourney',
    'POST /api/reader-co-dashboard/engagements-over-time',
    'POST /api/reader-co-dashboard/score',
    'POST /api/reader-co-dashboard/total-engagements-count',
    'POST /api/reader-co-dashboard/total-unique-user-engagements-count',
    'POST /api/reader-dashboard/seen',
    'POST /api/reader-dashboard/share-by-buyersjourney',
  ],
};
