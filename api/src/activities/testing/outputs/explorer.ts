import { searchSortFields } from '@readerlens/contract/explorer';
import type { User } from '../entitled-users.ts';
import {
  columnFields,
  detailFields,
  grantedColumns,
  listFields,
  ofClient,
  readMail,
  sheetFields,
} from './output.ts';
import type { Asker, CallOutputs, Output } from './output.ts';

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

const isStaff = (user: User) => user.isStaff;

export const explorerCalls: CallOutputs = {
  outputs: [
    ...searchSortFields.map((field): Output => ({
      call: 'POST /api/analytics/search',
      shows: listFields,
      parts: search({ sort: { field } }),
    })),
    { call: 'POST /api/activities/page', shows: listFields, parts: search() },
    { call: 'GET /api/analytics/search-details/{type}/{id}', shows: detailFields, parts: byKey },
    {
      call: 'GET /api/analytics/search-details/individual-activity/{type}/{id}',
      shows: detailFields,
      parts: byKey,
    },
    // The planted activity is the only one of its reader.
    { call: 'GET /api/analytics/reader-activities/{type}/{id}', shows: [], parts: byKey },
    { call: 'POST /api/analytics/export', shows: columnFields, repeats: ['Clients'], parts: exported() },
    {
      call: 'POST /api/analytics/export',
      shows: columnFields,
      parts: exported({ format: 'csv', aggregateSubsequents: true }),
    },
    { call: 'POST /api/analytics/export-selection', shows: columnFields, parts: selected({ format: 'csv' }) },
    { call: 'POST /api/analytics/export-pdf', shows: sheetFields, parts: selected() },
    {
      call: 'POST /api/analytics/share-individual-activity',
      shows: columnFields,
      access: isStaff,
      parts: shared,
      read: readMail,
    },
    {
      call: 'POST /api/analytics/share-individual-activity/preview',
      shows: ['Onlines', 'DocumentTitle'],
      access: isStaff,
      parts: shared,
    },
  ],
  silent: [
    'GET /api/analytics/export-progress/{exportId}',
    'GET /api/default-columns/{userId}',
    'PUT /api/default-columns',
  ],
};
