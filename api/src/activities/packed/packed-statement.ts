import { sql } from 'kysely';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { joinWithAnd } from '../filter-sql.ts';
import { matchesAny, selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { clientVersionsField } from './data-version.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The columns of the statement: the values of all selected activities, one after the other. Empty if they are not read. */
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

export const packedCodes = [
  'sequence',
  'source',
  'stage',
  'content_type',
  'community_id',
  'document_type_id',
  'region_id',
] as const;

export type PackedCode = (typeof packedCodes)[number];

/** What can be read of each activity besides its reader and document. */
export const packedValues = ['occurred_at', 'organisation_id', ...packedCodes] as const;

export type PackedValue = (typeof packedValues)[number];

/** Values of a field of codes, of 16 bits each. */
export interface CodeField {
  readonly codes: readonly PackedCode[];
  /** The values of each activity. The last ones are those of the codes, and any other is 0. */
  readonly lanes: 1 | 2 | 4;
}

const mostCodes = 4;

const formField = (codes: readonly PackedCode[]): CodeField => ({
  codes,
  lanes: codes.length > 2 ? mostCodes : (codes.length as 1 | 2),
});

/** How the codes among the values that are read share fields, in their order. */
export const formCodeFields = (values: ReadonlySet<PackedValue>): CodeField[] => {
  const codes = packedCodes.filter((code) => values.has(code));
  return [codes.slice(0, mostCodes), codes.slice(mostCodes)].filter((some) => some.length > 0).map(formField);
};

/** The codes that an activity may lack. */
export const optionalCodes: ReadonlySet<PackedCode> = new Set(['document_type_id', 'region_id']);

/** Stands for a missing code. No dimension has it: their ids are positive. A negative one would have to be taken from its neighbour in each row. */
export const missingCode = 0;

/** Stands for a missing organization. No organization has it, for the same reason. */
export const missingOrganisation = -2_147_483_648;

const width32 = sql.raw('4294967296::bigint');
const missing = sql.raw(String(missingCode));
const noOrganisation = sql.raw(`(${missingOrganisation})`);

/** All values end to end. An empty text between them would be appended for each. */
export const packValues = (values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`string_agg(${values}, NULL)`;

const sendings = {
  1: sql.raw('int2send'),
  2: sql.raw('int4send'),
  4: sql.raw('int8send'),
} as const;

/** A sum of all codes, each times a power of its width. */
const packCodes = ({ codes, lanes }: CodeField): RawBuilder<unknown> => {
  const type = sql.raw(lanes === mostCodes ? '::bigint' : '');
  const terms = codes.map((code, place) => {
    const column = sql.ref(`e.${code}`);
    const value = optionalCodes.has(code) ? sql`coalesce(${column}, ${missing})` : column;
    const width = 65_536 ** (codes.length - 1 - place);
    if (lanes === 1) return sql`${value}::smallint`;
    return width === 1 ? value : sql`${value} * ${sql.raw(String(width))}${type}`;
  });
  return sql`${sendings[lanes]}(${sql.join(terms, sql` + `)})`;
};

const ids = sql`int8send(e.reader_id * ${width32} + e.document_id)`;
const instants = sql`timestamptz_send(e.occurred_at)`;
const organisations = sql`int4send(coalesce(e.organisation_id, ${noOrganisation}))`;
const none = sql`NULL::bytea`;

/** The fields of `PackedFields` but the last two, of `engagement AS e`. */
export const packFields = (values: ReadonlySet<PackedValue>): RawBuilder<unknown>[] => {
  const [firstCodes, secondCodes] = formCodeFields(values).map(packCodes);
  const fields = [
    ids,
    values.has('occurred_at') && instants,
    firstCodes,
    secondCodes,
    values.has('organisation_id') && organisations,
  ];
  return fields.map((field) => (field ? packValues(field) : none));
};

/** Whether the activities of several clients are selected, each of which depend on the data of its client alone. */
export const isDividedByClient = ({ clientIds, listed = [] }: EngagementSelection): boolean =>
  clientIds.length !== 1 && listed.every(({ rules }) => rules.length === 0);

export interface PackedRequest {
  /** Reads no more activities than this. */
  readonly most: number;
  /** Reads only those of some clients; the version is always that of all. */
  readonly onlyClients?: readonly number[];
  /** By default all. */
  readonly values?: ReadonlySet<PackedValue>;
}

const allValues: ReadonlySet<PackedValue> = new Set(packedValues);

/**
 * The statement that reads the selected activities for all figures that count them. Each value has
 * the width of its column, so that every value fits. It reads only columns of the covering index. Multiplying costs half of shifting, which
 * would need a conversion and a mask for each value. The last column is the version of the data in the same snapshot. A
 * selection that is divided by client has a row for each, in the order of the index: the server then has the values of one client at a time.
 */
export const packedStatement = (
  kysely: Kysely<Schema>,
  selection: EngagementSelection,
  { most, onlyClients, values = allValues }: PackedRequest,
): CompiledQuery => {
  const where = selectionWhere(selection);
  const read = onlyClients ? joinWithAnd([where, matchesAny('e.client_id', onlyClients, 'integer')]) : where;
  const version = clientVersionsField(kysely, selection, where);
  const names = ['client_id', 'reader_id', 'document_id', ...packedValues.filter((name) => values.has(name))];
  const columns = sql.join(names.map((name) => sql.ref(`e.${name}`)));
  const rows = sql`SELECT ${columns} FROM engagement AS e WHERE ${read}`;
  const fields = packFields(values);
  const nothing = sql.join([...fields, 'client', 'size'].map(() => none));
  const statement = isDividedByClient(selection)
    ? sql`SELECT ${nothing}, ${version} UNION ALL
        SELECT ${sql.join(fields)}, int4send(e.client_id), int4send(count(*)::integer), NULL
        FROM (${rows} ORDER BY e.client_id LIMIT ${most}::integer) AS e GROUP BY e.client_id`
    : sql`SELECT ${sql.join(fields)}, NULL, NULL, ${version} FROM (${rows} LIMIT ${most}::integer) AS e`;
  return statement.compile(kysely);
};
