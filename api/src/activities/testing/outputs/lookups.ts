import type { CallKey } from '@readerlens/contract';
import { isGranted, seesActivities } from '../entitled-users.ts';
import type { User } from '../entitled-users.ts';
import { planted } from '../planted-activity.ts';
import type { PlantedField } from '../planted-activity.ts';
import { readerFields } from './output.ts';
import type { Asker, CallOutputs, Output } from './output.ts';

const lookup = (
  call: CallKey,
  shown: PlantedField,
  parts: Output['parts'] = () => ({}),
  access: Output['access'] = () => true,
): Output => ({ call, shows: [shown], isLookup: true, parts, access });
/** Lists show the client to who may search by organizations, and the organizations that this person sees. */
const list = (
  call: CallKey,
  shown: 'Clients' | 'ReaderOrgs',
  body?: (asker: Asker) => unknown,
  access: (user: User) => boolean = () => true,
): Output =>
  lookup(
    call,
    shown,
    (asker) => ({ params: { id: asker.listId }, ...(body ? { body: body(asker) } : {}) }),
    (user) => isGranted('ReaderOrgs', user) && access(user),
  );
const organisationIds = ({ activity }: Asker) => [String(activity.organisationId)];
const proxy = (path: string, ...shows: PlantedField[]): Output => ({
  call: 'GET /api/user-proxy',
  shows,
  isLookup: true,
  parts: () => ({ query: { path } }),
});

export const lookupCalls: CallOutputs = {
  outputs: [
    lookup('GET /api/cms/companies', 'Clients'),
    lookup('GET /api/cms/companies/by-name-or-id-starting-with', 'Clients'),
    lookup('GET /api/cms/companies/by-ids', 'Clients', ({ activity }) => ({
      query: { ids: String(activity.clientId) },
    })),
    list('GET /api/account-lists', 'Clients'),
    list('GET /api/account-lists/{id}/organizations', 'ReaderOrgs', undefined, seesActivities),
    list('PATCH /api/account-lists/{id}', 'Clients', () => ({ name: 'Renamed' })),
    list(
      'PATCH /api/account-lists/{id}/organizations',
      'Clients',
      (asker) => ({ add: organisationIds(asker) }),
      seesActivities,
    ),
    list(
      'POST /api/account-lists',
      'Clients',
      (asker) => ({
        clientId: String(asker.activity.clientId),
        name: 'New',
        organizationIds: organisationIds(asker),
      }),
      seesActivities,
    ),
    {
      call: 'GET /api/lookups/readers',
      shows: [...readerFields, 'ReaderCompany'],
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
  ],
  silent: [
    'DELETE /api/account-lists/{id}',
    'GET /api/account-lists/{id}/uses',
    'GET /api/common-lookup/businessgroups',
    'GET /api/filter-lookups/media-sources',
    'POST /api/user-proxy',
  ],
};
