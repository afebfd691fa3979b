// Parts of the calls about registrants and recipients.
import { Type } from 'typebox';
import { Count, FilterRequestSized, Id, ReaderName, Size, object, orNull } from '../schemas.ts';

const { filters, activityTypes } = FilterRequestSized.properties;
export const filteredFields = { filters, activityTypes };

/** An event, an issue, a session or a link. Keys say nothing, so that Blinded Mode can have them. */
export const Key = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Opaque' });

export const pageFields = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts at 1' })),
  size: Type.Optional(Size),
};
export const pageTop = object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count });

export const tacticCall = {
  tag: 'Marketing performance',
  access: { kind: 'user', claim: 'accessMarketingPerformance' },
  api: true,
  reads: true,
} as const;

export const OrganizationLink = object({ name: Type.String(), path: Type.String() });

/** A person of an upload. Name, path and organization are those of a reader whose activities the caller sees. */
export const personFields = {
  id: Id,
  name: ReaderName,
  email: orNull(Type.String()),
  path: orNull(Type.String({ description: 'Path of the dashboard of the reader' })),
  organization: orNull(OrganizationLink),
};
