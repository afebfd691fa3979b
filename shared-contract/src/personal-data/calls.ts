import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, Moment, PersonName, enumSchema, object, orNull } from '../schemas.ts';
import {
  areaNoticeStates,
  correctableNames,
  keptByErasure,
  maxReasonLength,
  maxReferenceLength,
  maxRequestClients,
  maxRequestReaders,
  personalDataRequests,
  retentionKinds,
} from './vocabulary.ts';

const tag = 'Personal data';
const common = { tag, access: atLeast('Admin') } as const;

const correctableValues = {
  firstName: orNull(Type.String()),
  lastName: orNull(Type.String()),
  email: orNull(Type.String()),
  title: orNull(Type.String()),
  company: orNull(Type.String()),
  phone: orNull(Type.String()),
  address: orNull(Type.String()),
  city: orNull(Type.String()),
  state: orNull(Type.String()),
  linkedIn: orNull(Type.String()),
};

/** A reader who may have made a request. */
export const FoundReader = object({
  id: Id,
  name: Type.String(),
  ...correctableValues,
  country: orNull(Type.String()),
  removed: Type.Array(enumSchema(correctableNames), {
    description: 'Fields whose values a correction has removed: imports leave them empty',
  }),
  isErased: Type.Boolean(),
  restriction: orNull(
    object({
      at: Moment,
      by: orNull(PersonName),
      reason: Type.String(),
      clients: orNull(Type.Array(Type.String(), { description: 'Names; null: for all clients' })),
    }),
  ),
  activities: Count,
  firstAt: orNull(Moment),
  lastAt: orNull(Moment),
  clients: Type.Array(object({ id: Id, name: Type.String(), activities: Count, registrations: Count }), {
    description: 'Clients with activities of the reader, or with the e-mail in their lists',
  }),
  registrations: Type.Integer({
    minimum: 0,
    description: 'Rows of webinars, events and newsletters with the e-mail of the reader',
  }),
});
export type FoundReader = Static<typeof FoundReader>;

const Readers = Type.Array(Id, { minItems: 1, maxItems: maxRequestReaders, uniqueItems: true });
const chooseClients = (description: string) =>
  Type.Array(Id, { minItems: 1, maxItems: maxRequestClients, uniqueItems: true, description });
const ConcernedClients = Type.Optional(
  chooseClients('Only for these clients: others know the reader as before; without it, for all'),
);
const Reference = Type.String({
  maxLength: maxReferenceLength,
  description: 'The number of the case; no personal data',
});

/** What an erasure has changed, by what it is about. */
export const ErasureOutcome = object({
  requestId: Id,
  readers: Count,
  activities: Count,
  changes: Type.Array(object({ table: Type.String(), rows: Count }), {
    description: 'Changed rows of each table that had some',
  }),
  sharedEmails: Type.Integer({
    minimum: 0,
    description: 'E-mails that another reader has as well: they stay with that reader',
  }),
  areas: Type.Array(Type.String(), { description: 'Areas whose backends are being told' }),
});
export type ErasureOutcome = Static<typeof ErasureOutcome>;

export const PersonalDataRequest = object({
  id: Id,
  at: Moment,
  kind: enumSchema(personalDataRequests),
  by: orNull(PersonName),
  byEmail: orNull(Type.String({ description: 'Names can be those of several accounts' })),
  reference: Type.String(),
  readers: Type.Array(Id),
  clients: orNull(Type.Array(Type.String(), { description: 'Names; null: for all clients' })),
  kept: Type.Array(enumSchema(keptByErasure)),
  areas: Type.Array(object({ area: Type.String(), state: enumSchema(areaNoticeStates) }), {
    description: 'Areas whose backends were told, or are being told',
  }),
});
export type PersonalDataRequest = Static<typeof PersonalDataRequest>;

const Retention = object({
  periods: Type.Array(
    object({ kind: enumSchema(retentionKinds), days: orNull(Type.Integer({ minimum: 1 })) }),
    {
      description: 'Days after which each kind is deleted, or loses what names a person; null: it is kept',
    },
  ),
  last: orNull(
    object({
      at: Moment,
      counts: Type.Array(object({ kind: enumSchema(retentionKinds), count: Count })),
    }),
  ),
});

/** All are refused in Blinded Mode and while impersonating. The e-mail is in the body, so that no log has it. */
export const personalDataCalls = {
  'POST /api/personal-data/find': {
    ...common,
    summary: 'Find the readers with an e-mail',
    reads: true,
    body: object({ email: Type.String({ minLength: 1, maxLength: 320 }) }),
    data: object({ readers: Type.Array(FoundReader), registrations: Count }),
  },
  'POST /api/personal-data/export': {
    ...common,
    summary: 'Export all that is stored about readers, as JSON or PDF',
    reads: false,
    body: object({
      readerIds: Readers,
      reference: Type.Optional(Reference),
      format: Type.Optional(enumSchema(['json', 'pdf'] as const)),
      clientIds: Type.Optional(
        chooseClients(
          'Only what these clients have, besides what is stored about the reader in all; without it, of all clients',
        ),
      ),
    }),
    data: Type.Unknown(),
    file: 'application/octet-stream',
  },
  'POST /api/personal-data/correct': {
    ...common,
    summary:
      'Correct what is stored about a reader; only the fields that are sent change, and null removes a value for good',
    body: object({
      readerId: Id,
      values: Type.Partial(object(correctableValues)),
      reference: Type.Optional(Reference),
    }),
    data: Type.Null(),
  },
  'POST /api/personal-data/erase': {
    ...common,
    summary: 'Erase readers: their activities count on under a pseudonym',
    body: object({
      readerIds: Readers,
      keep: Type.Array(enumSchema(keptByErasure), {
        uniqueItems: true,
        description: 'What stays: without it, figures by these fields change',
      }),
      clientIds: ConcernedClients,
      reference: Type.Optional(Reference),
    }),
    data: ErasureOutcome,
  },
  'POST /api/personal-data/restrict': {
    ...common,
    summary:
      'Restrict the processing of a reader: a pseudonym stands everywhere until the restriction is lifted',
    body: object({
      readerId: Id,
      reason: Type.String({ maxLength: maxReasonLength, description: 'Why; no personal data' }),
      clientIds: ConcernedClients,
      reference: Type.Optional(Reference),
    }),
    data: Type.Null(),
  },
  'POST /api/personal-data/lift': {
    ...common,
    summary: 'Lift the restriction of a reader: the values are back as they were',
    body: object({ readerId: Id, reference: Type.Optional(Reference) }),
    data: Type.Null(),
  },
  'GET /api/personal-data/retention': {
    ...common,
    summary: 'How long personal data stay, and what the last cleanup removed',
    data: Retention,
  },
  'GET /api/personal-data/requests': {
    ...common,
    summary: 'The latest requests that were answered',
    data: Type.Array(PersonalDataRequest),
  },
} as const satisfies Record<string, CallDefinition>;
