import { Type } from 'typebox';
import { signedIn } from './call.ts';
import type { CallDefinition } from './call.ts';
import { ActivityField, Id, NamedId, object } from './schemas.ts';

const tag = 'Lookups';
const text = object({ q: Type.Optional(Type.String({ maxLength: 200 })) });

export const lookupCalls = {
  'GET /api/cms/companies': {
    tag,
    summary: 'Clients whose name contains the text, of those the caller may see',
    access: signedIn,
    query: text,
    data: Type.Array(NamedId),
  },
  'GET /api/cms/companies/by-name-or-id-starting-with': {
    tag,
    summary: 'Clients whose name or id starts with the text, of those the caller may see',
    access: signedIn,
    query: text,
    data: Type.Array(NamedId),
  },
  'GET /api/cms/companies/by-ids': {
    tag,
    summary: 'Names of clients by id, of those the caller may see',
    access: signedIn,
    query: object({ ids: Type.String({ maxLength: 4000, description: 'Comma-separated ids' }) }),
    data: Type.Array(NamedId),
  },
  'GET /api/common-lookup/onlines': {
    tag,
    summary: 'Communities, of those the caller may see',
    access: signedIn,
    data: Type.Array(object({ id: Id, name: Type.String(), businessGroupId: Type.Union([Id, Type.Null()]) })),
  },
  'GET /api/activity-fields': {
    tag,
    summary: 'All filter fields with their group and access level',
    access: signedIn,
    data: Type.Array(ActivityField),
  },
  'GET /api/activity-fields/{userId}': {
    tag,
    summary: 'Filter fields that a user may search by',
    access: signedIn,
    params: object({ userId: Id }),
    data: Type.Array(ActivityField),
  },
} as const satisfies Record<string, CallDefinition>;
