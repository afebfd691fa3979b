import type { PlantedField } from '../planted-activity.ts';
import { dashboard, filtered } from './output.ts';
import type { CallOutputs, Output } from './output.ts';

const byField = (shown: PlantedField): Output =>
  dashboard('POST /api/client-dashboard/by-field/{field}', [shown], { field: shown });
const documentsBy = (segment: string, shown: PlantedField): Output =>
  dashboard('POST /api/content-overview-dashboard/doc-count-by-{segment}', [shown], { segment });

export const overviewCalls: CallOutputs = {
  outputs: [
    dashboard('POST /api/client-dashboard/top-documents', ['DocumentTitle', 'DocumentTypes']),
    dashboard('POST /api/content-overview-dashboard/top-documents-unique-readers', [
      'DocumentTitle',
      'DocumentTypes',
    ]),
    dashboard('POST /api/client-dashboard/changes', ['ReaderOrgs']),
    filtered(() => ({ by: 'document' }))('POST /api/client-dashboard/changes', ['DocumentTitle']),
    filtered(() => ({
      wanted: [
        { call: 'POST /api/client-dashboard/top-documents' },
        { call: 'POST /api/client-dashboard/by-field/{field}', params: { field: 'Region' } },
        { call: 'POST /api/client-dashboard/changes', body: { by: 'organization' } },
      ],
    }))('POST /api/dashboards/answers', ['DocumentTitle', 'DocumentTypes', 'Region', 'ReaderOrgs']),
    byField('Region'),
    byField('Onlines'),
    byField('DocumentTypes'),
    documentsBy('document-type', 'DocumentTypes'),
    documentsBy('community', 'Onlines'),
  ],
  silent: [
    'POST /api/client-dashboard/by-month',
    'POST /api/client-dashboard/by-source',
    'POST /api/client-dashboard/stats',
    'POST /api/client-dashboard/unique-by-month',
    'POST /api/client-dashboard/unique-by-source',
    'POST /api/content-overview-dashboard/activities-with-docs-count',
    'POST /api/content-overview-dashboard/doc-count',
    'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age',
  ],
};
