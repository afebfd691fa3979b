import { sql } from 'kysely';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { joinWithAnd } from '../filter-sql.ts';
import { matchesAny, selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { clientVersionsField } from './data-version.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The columns of the statement: the values of all selected activities, one after the other. */
export interface PackedFields {
  /** Reader and document. */
  readonly ids: Bytes;
  readonly instants: Bytes;
  readonly firstCodes: Bytes;
  readonly secondCodes: Bytes;
  readonly organisations: Bytes;
  /** Each client with activities, in the order of its activities, and their number. Empty unless the selection is divided by client. */
  readonly clients: Bytes;
  readonly sizes: Bytes;
}

/** Where the codes are: which of the two fields, and which of its four values of 16 bits. */
export const packedCodes = {
  sequence: { part: 0, lane: 0 },
  source: { part: 0, lane: 1 },
  stage: { part: 0, lane: 2 },
  content_type: { part: 0, lane: 3 },
  community_id: { part: 1, lane: 1 },
  document_type_id: { part: 1, lane: 2 },
  region_id: { part: 1, lane: 3 },
} as const;

export type PackedCode = keyof typeof packedCodes;

/** The codes that an activity may lack. */
export const optionalCodes: ReadonlySet<PackedCode> = new Set(['document_type_id', 'region_id']);

/** Stands for a missing code. No dimension has it: their ids are positive. A negative one would have to be taken from its neighbour in each row. */
export const missingCode = 0;

/** Stands for a missing organization. No organization has it, for the same reason. */
export const missingOrganisation = -2_147_483_648;

const width16 = sql.raw('65536::bigint');
const width32 = sql.raw('4294967296::bigint');
const width48 = sql.raw('281474976710656::bigint');
const missing = sql.raw(String(missingCode));
const noOrganisation = sql.raw(`(${missingOrganisation})`);

const columns = sql.raw(
  ['reader_id', 'document_id', 'organisation_id', 'occurred_at', ...Object.keys(packedCodes)]
    .map((name) => `e.${name}`)
    .join(', '),
);

/** All values end to end. An empty text between them would be appended for each. */
export const packValues = (values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`string_agg(${values}, NULL)`;

const packedColumns = [
  sql`int8send(e.reader_id * ${width32} + e.document_id)`,
  sql`timestamptz_send(e.occurred_at)`,
  sql`int8send(e.sequence * ${width48} + e.source * ${width32} + e.stage * ${width16} + e.content_type)`,
  sql`int8send(e.community_id * ${width32} + coalesce(e.document_type_id, ${missing}) * ${width16}
    + coalesce(e.region_id, ${missing}))`,
  sql`int4send(coalesce(e.organisation_id, ${noOrganisation}))`,
];

/** Whether the activities of several clients are selected, each of which depend on the data of its client alone. */
export const isDividedByClient = ({ clientIds, listed = [] }: EngagementSelection): boolean =>
  clientIds.length !== 1 && listed.every(({ rules }) => rules.length === 0);

export interface PackedRequest {
  /** Reads no more activities than this. */
  readonly most: number;
  /** Reads only those of some clients; the version is always that of all. */
  readonly onlyClients?: readonly number[];
}

/**
 * The statement that reads the selected activities for all figures that count them. Each value has
 * the width of its column, so that every value fits. It reads only columns of the covering index. Multiplying costs half of shifting, which
 * would need a conversion and a mask for each value. The last column is the version of the data in the same snapshot. A
 * selection that is divided by client has a row for each, in the order of the index: the server then has the values of one client at a time.
 */
export const packedStatement = (
  kysely: Kysely<Schema>,
  selection: EngagementSelection,
  { most, onlyClients }: PackedRequest,
): CompiledQuery => {
  const where = selectionWhere(selection);
  const read = onlyClients ? joinWithAnd([where, matchesAny('e.client_id', onlyClients, 'integer')]) : where;
  const version = clientVersionsField(kysely, selection, where);
  const rows = sql`SELECT e.client_id, ${columns} FROM engagement AS e WHERE ${read}`;
  const packed = sql.join(packedColumns.map(packValues));
  const none = sql.join([...packedColumns, 'client', 'size'].map(() => sql`NULL::bytea`));
  const statement = isDividedByClient(selection)
    ? sql`SELECT ${none}, ${version} UNION ALL
        SELECT ${packed}, int4send(e.client_id), int4send(count(*)::integer), NULL
        FROM (${rows} ORDER BY e.client_id LIMIT ${most}::integer) AS e GROUP BY e.client_id`
    : sql`SELECT ${packed}, NULL, NULL, ${version} FROM (${rows} LIMIT ${most}::integer) AS e`;
  return statement.compile(kysely);
};
