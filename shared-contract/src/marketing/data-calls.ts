import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, Moment, NamedId, PersonName, Size, enumSchema, object, orNull } from '../schemas.ts';
import {
  dealMatches,
  maxTableRows,
  shownChanges,
  shownProblems,
  shownUploads,
  stageOutcomes,
  uploadDays,
  uploadKinds,
  uploadModes,
} from './pipeline.ts';

const tag = 'Marketing performance';
const path = '/api/marketing-data/{clientId}';
const ofClient = { tag, access: { ...atLeast('Internal'), claim: 'accessMarketingPerformance' } } as const;
const params = object({ clientId: Id });
const ofKind = object({ clientId: Id, kind: enumSchema(uploadKinds) });

const Text = Type.String({ maxLength: 2000 });
const Cell = Type.Union([Text, Type.Number(), Type.Null()]);

const Problem = object({
  row: { ...Count, description: 'Number of the row in the file, the header is row 1' },
  column: orNull(Type.String()),
  value: orNull(Type.String()),
  reason: Type.String(),
});

const counts = {
  rows: { ...Count, description: 'Rows of the file' },
  added: Count,
  changed: Count,
  unchanged: Count,
  removed: { ...Count, description: 'What a replacing file does not have' },
  refused: Count,
};

const Values = Type.Record(Type.String(), Cell);

const Changes = Type.Array(
  object({ externalId: Type.String(), before: orNull(Values), after: orNull(Values) }),
  {
    description: `The first ${shownChanges}; before is null for what is added, after for what is removed`,
  },
);

const Outcome = object({
  uploadId: orNull(Id),
  ...counts,
  problems: Type.Array(Problem, { description: `The first ${shownProblems} refused rows` }),
  columns: Type.Array(object({ column: Type.String(), field: Type.String() }), {
    description: 'The columns that were read, and as what',
  }),
  unusedColumns: Type.Array(Type.String()),
  newStages: Type.Array(Type.String(), { description: 'Stages of opportunities that have no outcome yet' }),
  changes: Changes,
});
export type UploadOutcome = Static<typeof Outcome>;

const Upload = object({
  id: Id,
  kind: enumSchema(uploadKinds),
  mode: enumSchema(uploadModes),
  fileName: orNull(Type.String({ description: 'Null for rows that a program sent' })),
  by: orNull(PersonName),
  at: Moment,
  ...counts,
});
export type MarketingUpload = Static<typeof Upload>;

export const marketingDataCalls = {
  [`GET ${path}/uploads/{kind}`]: {
    ...ofClient,
    params: ofKind,
    summary: 'What a client has of a kind of upload: rows, how they were matched, and the uploads',
    data: object({
      rows: {
        ...Count,
        description: 'Of opportunities the deals. 0 if the client has none, so that pages miss them',
      },
      people: orNull(
        object(
          { known: Count, unknown: Count },
          { description: 'Addresses of readers of the client, and others; null for opportunities' },
        ),
      ),
      opportunities: orNull(
        object(
          {
            accounts: object(
              { domain: Count, name: Count, hand: Count, ambiguous: Count, none: Count },
              { description: 'Deals by how they were matched to an organization' },
            ),
            withoutCurrency: Count,
            stages: Type.Array(
              object({ stage: Type.String(), outcome: orNull(enumSchema(stageOutcomes)), deals: Count }),
            ),
          },
          { description: 'Null for other kinds' },
        ),
      ),
      columns: Type.Array(
        object({
          name: Type.String(),
          meaning: Type.String(),
          isRequired: Type.Boolean(),
          otherNames: Type.Array(Type.String(), { description: 'Read alike' }),
        }),
        { description: 'The columns of a file' },
      ),
      uploads: Type.Array(Upload, { description: `The last ${shownUploads}` }),
    }),
  },
  [`POST ${path}/uploads/{kind}`]: {
    tag,
    access: { kind: 'user', claim: 'accessMarketingPerformance' },
    api: true,
    params: ofKind,
    summary:
      'Uploads rows: JSON with rows, or a form with a file, xlsx or CSV. For staff, and for programs of who sees the client',
    body: object({
      mode: enumSchema(uploadModes),
      dryRun: Type.Optional(Type.Boolean({ description: 'Only says what the upload would change' })),
      days: Type.Optional(enumSchema(uploadDays, 'How days are written; default iso')),
      rows: Type.Optional(
        Type.Array(Type.Record(Type.String({ maxLength: 200 }), Cell), {
          minItems: 1,
          maxItems: maxTableRows,
          description: 'Each with the names of columns',
        }),
      ),
    }),
    data: Outcome,
  },
  [`GET ${path}/changes/{uploadId}`]: {
    ...ofClient,
    params: object({ clientId: Id, uploadId: Id }),
    summary: 'An upload with what it changed',
    data: object({
      upload: Upload,
      changes: Changes,
    }),
  },
  [`PUT ${path}/stages`]: {
    ...ofClient,
    params,
    summary: 'Says what stages mean; other stages keep their outcome',
    body: object({
      stages: Type.Array(
        object({
          stage: Type.String({ minLength: 1, maxLength: 200 }),
          outcome: enumSchema(stageOutcomes),
        }),
        { minItems: 1, maxItems: 200 },
      ),
    }),
    data: Type.Null(),
  },
  [`POST ${path}/accounts`]: {
    ...ofClient,
    params,
    reads: true,
    summary: 'The accounts of deals by how they were matched, most deals first',
    body: object({
      match: enumSchema(dealMatches),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      size: Type.Optional(Size),
    }),
    data: Type.Array(
      object({
        dealId: { ...Id, description: 'A deal of the account, by which it is matched' },
        account: Type.String(),
        domain: orNull(Type.String()),
        deals: Count,
        organization: orNull(NamedId),
        candidates: Type.Array(NamedId),
      }),
    ),
    top: object({ total: Count, page: Type.Integer({ minimum: 1 }), pageSize: Count }),
  },
  [`PUT ${path}/accounts/{dealId}`]: {
    ...ofClient,
    params: object({ clientId: Id, dealId: Id }),
    summary: 'Matches the account of a deal by hand; null matches it by domain and name again',
    body: object({ organizationId: orNull(Id) }),
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
