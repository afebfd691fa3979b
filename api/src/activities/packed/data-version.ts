import { sql } from 'kysely';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Database, Schema } from '../../platform/db/index.ts';
import type { Condition } from '../filter-sql.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';

/** What of a selection tells which clients' data it reads. */
export type ReadSelection = Pick<EngagementSelection, 'clientIds' | 'listed'>;

/** Tables whose changes are in `data_version`, because each has triggers: activities, uploads and names. */
export const versionedTables: ReadonlySet<string> = new Set([
  'engagement',
  'engagement_detail',
  'document',
  'reader',
  'organisation',
  'organisation_answer',
  'webinar_registrant',
  'event_registrant',
  'newsletter_recipient',
  'opportunity',
  'opportunity_stage',
  'analyst_tag',
  'buyers_journey_stage',
  'client',
  'community',
  'content_topic',
  'country',
  'document_type',
  'newsletter',
  'organisation_question',
  'persona',
  'region',
]);

/** The tables of a selection: that of the activities, and those in its condition. */
export const listTables = (kysely: Kysely<Schema>, where: Condition): string[] => {
  const found = where.compile(kysely).sql.matchAll(/\bFROM "?([a-z_]+)\b(?!\()/g);
  return [...new Set(['engagement', ...Array.from(found, ([, name]) => name as string)])];
};

/** The clients whose activities a selection reads, with those of its rules. */
const listReadClients = ({ clientIds, listed = [] }: ReadSelection): readonly number[] | 'all' => {
  const all = [clientIds, ...listed.flatMap(({ rules }) => rules.map((rule) => rule.selection.clientIds))];
  return all.includes('all') ? 'all' : [...new Set(all.flat() as number[])];
};

/** The condition on `data_version AS v` for tokens of the clients that a selection reads, and of what all have in common. */
export const ofReadClients = (selection: ReadSelection): RawBuilder<unknown> => {
  const clientIds = listReadClients(selection);
  return clientIds === 'all' ? sql`true` : sql`v.client_id = ANY(${[0, ...clientIds]}::integer[])`;
};

/** The tokens that a selection reads, or undefined if a table has no version. */
const readTokens = (
  kysely: Kysely<Schema>,
  selection: ReadSelection,
  where: Condition,
): RawBuilder<unknown> | undefined => {
  const tables = listTables(kysely, where);
  if (!tables.every((name) => versionedTables.has(name))) return undefined;
  return sql`FROM data_version AS v
    WHERE v.table_name IN (${sql.join(tables.map((name) => sql.lit(name)))}) AND ${ofReadClients(selection)}`;
};

const noVersion = sql`NULL::bytea`;

/** The version of the data that a selection with a condition reads, as the statement sees it. */
export type VersionField = (
  kysely: Kysely<Schema>,
  selection: ReadSelection,
  where: Condition,
) => RawBuilder<unknown>;

/**
 * The version of the data that a selection reads, as the statement sees it: equal for two snapshots only if neither has
 * a change that the other lacks. Missing if a table has no version.
 */
export const versionField: VersionField = (kysely, selection, where) => {
  const tokens = readTokens(kysely, selection, where);
  return tokens ? sql`(SELECT int8send(coalesce(bit_xor(v.token), 0)) ${tokens})` : noVersion;
};

/**
 * The versions of each client that a selection reads, in the order of their ids, and of what all clients have in common as
 * those of a client 0: `findChangedClients` compares two of them.
 */
export const clientVersionsField: VersionField = (kysely, selection, where) => {
  const tokens = readTokens(kysely, selection, where);
  return tokens
    ? sql`(SELECT coalesce(string_agg(int4send(c.client_id) || int8send(c.token), '' ORDER BY c.client_id), '')
        FROM (SELECT v.client_id, bit_xor(v.token) AS token ${tokens} GROUP BY v.client_id) AS c)`
    : noVersion;
};

/** What a statement may read from besides tables: its own subqueries with names. */
const listNamedQueries = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /(?:\bWITH(?: RECURSIVE)?|,)\s+"?([a-z_]+)"?(?:\s*\([^()]*\))?\s+AS\s+(?:(?:NOT )?MATERIALIZED\s+)?\(/g,
    ),
    ([, name]) => name as string,
  );

/** The tables of a statement, or undefined if one of them has no version. */
export const listStatementTables = (text: string): readonly string[] | undefined => {
  const read = Array.from(
    text.matchAll(/\b(?:FROM|JOIN)\s+(?:LATERAL\s+)?"?([a-z_]+)\b"?(?!\s*[.(])/g),
    ([, name]) => name as string,
  );
  const own = new Set(listNamedQueries(text));
  const tables = [...new Set(read.filter((name) => !own.has(name)))].sort();
  return tables.every((name) => versionedTables.has(name)) &&
    [...own].every((name) => !versionedTables.has(name))
    ? tables
    : undefined;
};

/**
 * The statement of one field with the versions of all tables for the clients that a selection reads, each a word after the name
 * of the table. The index begins with the name: without it, all tokens of all clients are read.
 */
export const tableVersionsStatement = (kysely: Kysely<Schema>, selection: ReadSelection): CompiledQuery => {
  const names = sql.join([...versionedTables].map((name) => sql.lit(name)));
  return sql`SELECT coalesce(string_agg(t.name || ' ' || t.token, ' '), '') FROM (
    SELECT v.table_name AS name, bit_xor(v.token) AS token FROM data_version AS v
    WHERE v.table_name IN (${names}) AND ${ofReadClients(selection)} GROUP BY 1) AS t`.compile(kysely);
};

/** The version of some tables, in their order. */
export type TableVersions = (tables: readonly string[]) => string;

/** Reads the field of `tableVersionsStatement`. */
export const parseTableVersions = (field: Uint8Array): TableVersions => {
  const words = Buffer.from(field).toString('utf8').split(' ');
  const tokens = new Map(words.map((word, at) => [word, words[at + 1]]));
  return (tables) => tables.map((name) => tokens.get(name) ?? '').join(' ');
};

/** The statement that reads only the version. */
export const versionStatement = (
  kysely: Kysely<Schema>,
  selection: EngagementSelection,
  field: VersionField,
): CompiledQuery => sql`SELECT ${field(kysely, selection, selectionWhere(selection))}`.compile(kysely);

/** An id of 4 bytes and a token of 8, in hexadecimal digits. */
const clientVersion = /(.{8})(.{16})/g;

/** Those of some clients, and of what all clients have in common. */
export const chooseVersions = (versions: string, clientIds: ReadonlySet<number>): string =>
  Array.from(versions.matchAll(clientVersion), ([each, id = '']) => ({ each, id: parseInt(id, 16) }))
    .filter(({ id }) => id === 0 || clientIds.has(id))
    .map(({ each }) => each)
    .join('');

const parseVersions = (versions: string): Map<number, string> =>
  new Map(
    Array.from(versions.matchAll(clientVersion), ([, id = '', token = '']) => [parseInt(id, 16), token]),
  );

/** The clients whose versions differ, both in hexadecimal digits; 'all' if what they have in common differs. */
export const findChangedClients = (before: string, after: string): readonly number[] | 'all' => {
  const [old, now] = [parseVersions(before), parseVersions(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
  return changed.includes(0) ? 'all' : changed;
};

/** A version read adds up as many tokens of each client and table. */
const mostTokens = 20;

/**
 * Replaces many tokens of a client by a new one. It is never one of those before: whoever has not seen a replaced token has
 * not seen the new one either. Selections of this client are read once more.
 */
export const replaceTokens = async ({ kysely }: Database): Promise<void> => {
  await sql`
    WITH replaced AS (DELETE FROM data_version WHERE (table_name, client_id) IN (
        SELECT table_name, client_id FROM data_version GROUP BY 1, 2 HAVING count(*) > ${mostTokens}::integer)
      RETURNING table_name, client_id)
    INSERT INTO data_version (table_name, client_id) SELECT DISTINCT table_name, client_id FROM replaced`.execute(
    kysely,
  );
};
