import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Id, Moment, PersonName, object, orNull } from '../schemas.ts';

const tag = 'Audit log';

const Person = object({
  id: Id,
  name: PersonName,
  email: Type.String(),
  isDeleted: Type.Boolean({ description: 'The account has no page any more' }),
});

/** What happened once. */
export const AuditEntry = object({
  id: Id,
  at: Moment,
  action: Type.String({ description: "Such as 'user.update'; names are in `auditActions`" }),
  actor: orNull(Person),
  actedAs: orNull(Person),
  account: orNull(Person),
  changes: Type.Array(
    object({ field: Type.String(), before: orNull(Type.String()), after: orNull(Type.String()) }),
    { description: 'Changed fields with their values as text' },
  ),
  details: Type.Array(object({ label: Type.String(), text: Type.String() })),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditFilter = object({
  action: Type.Optional(Type.String({ maxLength: 500, description: 'Comma-separated actions' })),
  person: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Part of a name or e-mail: of who acted, for whom, or on whose account',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive' })),
});
export type AuditFilter = Static<typeof AuditFilter>;

export const auditCalls = {
  'GET /api/audit-events': {
    tag,
    summary: 'What people did, the newest first. Events about accounts of a higher role are left out',
    access: atLeast('Admin'),
    query: object({
      ...AuditFilter.properties,
      before: Type.Optional(Type.String({ maxLength: 20, description: 'Only events older than this id' })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 25' })),
    }),
    data: object({
      items: Type.Array(AuditEntry),
      next: orNull(Type.String({ description: '`before` of the following page' })),
    }),
  },
  'POST /api/audit-events/export': {
    tag,
    summary: 'The audit log as a spreadsheet',
    access: atLeast('Admin'),
    reads: true,
    body: AuditFilter,
    data: Type.Unsafe<Blob>(Type.Unknown()),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const satisfies Record<string, CallDefinition>;
