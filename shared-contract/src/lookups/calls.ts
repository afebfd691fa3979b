import { Type } from 'typebox';
import { atLeast, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { ReaderOrg } from '../companies/schemas.ts';
import { ReaderInfo, ReaderRow } from '../readers/schemas.ts';
import { ActivityField, Id, NamedId, enumSchema, object, orNull } from '../schemas.ts';
import { filterKinds } from '../vocabulary.ts';
import { maxProxyPath, maxReaderOrgNames, proxyEntities, proxyPaths } from './vocabulary.ts';

const tag = 'Lookups';
/** Limits choices to what another user may see. Staff only, except that every caller may pass their own id. */
const ofOwner = { userId: Type.Optional(Id) };
const text = object({ q: Type.Optional(Type.String({ maxLength: 200 })), ...ofOwner });

/** An organization question; `options` are the answers given so far, for questions with choices. */
export const OrganizationQuestionRow = object({
  id: Id,
  field: Type.String({ description: 'Name of the filter field' }),
  label: Type.String(),
  group: Type.String(),
  kind: enumSchema(filterKinds),
  businessGroupId: orNull(Id),
  internalOnly: Type.Boolean(),
  options: Type.Array(NamedId),
});

/** The beginning of a name as it is typed. Fewer than two letters find nothing. */
const typedName = object({ q: Type.String({ minLength: 2, maxLength: 100 }) });

const ReaderOrgs = { lookups: Type.Array(NamedId), unmatchedNames: Type.Array(Type.String()) };

const named = (summary: string) =>
  ({ tag, summary, access: signedIn, api: true, data: Type.Array(NamedId) }) as const;

const clientIds = Type.Array(Id, {
  description: 'Clients with activities that the caller may see, the one with most of them first; at most 20',
});

export const lookupsCalls = {
  'GET /api/cms/companies': {
    tag,
    summary:
      'Clients whose name contains the text, limited to those that the caller or the given user may see',
    access: signedIn,
    api: true,
    query: text,
    data: Type.Array(NamedId),
  },
  'GET /api/cms/companies/by-name-or-id-starting-with': {
    tag,
    summary:
      'Clients whose name or id starts with the text, limited to those that the caller or the given user may see',
    access: signedIn,
    api: true,
    query: text,
    data: Type.Array(NamedId),
  },
  'GET /api/cms/companies/by-ids': {
    tag,
    summary: 'Names of clients by id, limited to those that the caller or the given user may see',
    access: signedIn,
    api: true,
    query: object({ ids: Type.String({ maxLength: 4000, description: 'Comma-separated ids' }), ...ofOwner }),
    data: Type.Array(NamedId),
  },
  'GET /api/lookups/readers': {
    tag,
    summary:
      'The most active readers whose name has words that begin as those of the text, or with this e-mail, of whom the caller may see an activity; by pseudonym in Blinded Mode',
    access: signedIn,
    api: true,
    query: typedName,
    data: Type.Array(
      object({
        ...Type.Pick(ReaderRow, ['readerId', 'userIdOrEmail', 'name', 'company', 'jobTitle']).properties,
        clientIds,
      }),
    ),
  },
  'GET /api/lookups/organizations': {
    tag,
    summary:
      'The most active organizations whose name has words that begin as those of the text, of which the caller may see an activity; by pseudonym in Blinded Mode',
    access: signedIn,
    api: true,
    query: typedName,
    data: Type.Array(
      object({
        id: Id,
        name: Type.String(),
        companyUrl: Type.String({ description: 'Path of the company dashboard' }),
        clientIds,
      }),
    ),
  },
  'GET /api/common-lookup/onlines': {
    tag,
    summary:
      'Communities, limited to those that the caller or the given user may see, and to those of the given clients',
    access: signedIn,
    api: true,
    query: object({
      ...ofOwner,
      companyIds: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'Comma-separated ids of clients: communities of any of them',
        }),
      ),
    }),
    data: Type.Array(object({ id: Id, name: Type.String(), businessGroupId: Type.Union([Id, Type.Null()]) })),
  },
  'GET /api/common-lookup/countries': named('Countries by name'),
  'GET /api/common-lookup/states': named('States and provinces of readers; the id is the name'),
  'GET /api/common-lookup/newsletters': named('Newsletters by name; pseudonyms in Blinded Mode'),
  'GET /api/common-lookup/businessgroups': named('Business groups by name'),
  'GET /api/common-lookup/regions': named('Regions by name'),
  'GET /api/filter-lookups/document-types': named('Document types by name'),
  'GET /api/filter-lookups/content-topics': named('Content themes by name'),
  'GET /api/filter-lookups/media-sources': named('Media sources as named in filters'),
  'POST /api/filter-lookups/cms/tags': {
    tag,
    summary: 'Analyst tags of clients, limited to those that the caller or the given user may see',
    access: signedIn,
    api: true,
    reads: true,
    body: object({
      field: enumSchema(['AnalystTags'] as const),
      cIds: Type.Optional(Type.Array(Id, { maxItems: 2000 })),
      ids: Type.Optional(Type.Array(Id, { maxItems: 2000, description: 'Alias of cIds' })),
      ...ofOwner,
    }),
    data: Type.Array(NamedId),
  },
  'GET /api/filter-lookups/cms/tags/{field}': {
    tag,
    summary: 'All analyst tags that the caller or the given user may see',
    access: signedIn,
    api: true,
    params: object({ field: Type.String({ maxLength: 40 }) }),
    query: object(ofOwner),
    data: Type.Array(NamedId),
  },
  'GET /api/user-proxy': {
    tag,
    summary:
      'Lookups of the user service, a reader or an organization; 404 for paths other than those listed',
    access: signedIn,
    api: true,
    query: object({
      path: Type.String({
        maxLength: maxProxyPath,
        description: [...proxyPaths, ...proxyEntities].join(', '),
      }),
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, for reader-orgs' })),
      ids: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'Comma-separated ids to look up names for, for reader-orgs',
        }),
      ),
    }),
    data: Type.Union([Type.Array(Type.Union([NamedId, OrganizationQuestionRow])), ReaderInfo, ReaderOrg]),
  },
  'POST /api/user-proxy': {
    tag,
    summary: "Organization buckets of clients, with path 'client/client-org-buckets-by-client-ids'",
    access: signedIn,
    api: true,
    reads: true,
    query: object({ path: Type.String({ maxLength: maxProxyPath }) }),
    body: Type.Array(Id, { maxItems: 2000 }),
    data: Type.Array(NamedId),
  },
  'POST /api/program-performance/roi/reader-orgs': {
    tag,
    summary: 'Reader organizations by name, for users with the field ReaderOrgsLookup',
    access: signedIn,
    api: true,
    reads: true,
    body: object({
      Names: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: maxReaderOrgNames }),
    }),
    data: object(ReaderOrgs),
    top: object(ReaderOrgs),
  },
  'GET /api/activity-fields': {
    tag,
    summary: 'All filter fields with their group and access level',
    access: atLeast('Internal'),
    api: true,
    data: Type.Array(ActivityField),
  },
  'GET /api/activity-fields/{userId}': {
    tag,
    summary: 'Filter fields that a user may search by',
    access: signedIn,
    api: true,
    params: object({ userId: Id }),
    data: Type.Array(ActivityField),
  },
} as const satisfies Record<string, CallDefinition>;
