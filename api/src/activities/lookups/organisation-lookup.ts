import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { canonicalQuery, fold } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import type { Condition } from '../filter-sql.ts';
import { visibleWhere } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import type { Database, NamedRow } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';
import { blindedRows, numberings, organisationPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../people/session.ts';

export interface MatchedOrganisations {
  /** Sorted by name; several may share a name. */
  readonly lookups: readonly NamedRow[];
  readonly unmatchedNames: readonly string[];
}

/** Reader organizations. Users with own clients see those that took part in activities of these clients. */
export interface OrganisationLookup {
  /** By part of the name; names that begin with it come first. */
  containing(text: string, viewer: Viewer): Promise<readonly NamedRow[]>;
  byIds(ids: readonly number[], viewer: Viewer): Promise<NamedRow[]>;
  /** By full name, as searches compare it. */
  byNames(names: readonly string[], viewer: Viewer): Promise<MatchedOrganisations>;
}

/** As many as a list of options can show; users can type more to narrow the results. */
const limit = 100;

const always: Condition = sql<SqlBool>`true`;

/** The condition on `organisation AS o` to be visible to the viewer. */
const isVisible = (scope: DataScope): Condition =>
  scope.clientIds === 'all'
    ? always
    : sql<SqlBool>`o.id IN (SELECT e.organisation_id FROM engagement AS e WHERE ${visibleWhere(scope)})`;

/** The text to search in, and the sort order after the names that begin with the query. */
interface Names {
  readonly folded: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}
const called = organisationNameSql('o');
const foldedName = sql`fold_text(${called})`;
const trueNames: Names = { folded: foldedName, order: foldedName };

const { factor, offset, count } = numberings.organisation;
const pseudonymNumber = sql`(1 + (o.id::bigint * ${sql.lit(factor)} + ${sql.lit(offset)}) % ${sql.lit(count)})`;
const pseudonymNames: Names = {
  folded: sql`('company ' || ${pseudonymNumber})`,
  order: pseudonymNumber,
};

const containing = async ({ kysely }: Database, text: string, names: Names, scope: DataScope) => {
  const pattern = sqlLikePattern('Equals', text);
  const isFound = pattern === '' ? always : sql<SqlBool>`${names.folded} LIKE ${`%${pattern}%`}`;
  const order =
    pattern === '' ? names.order : sql`(${names.folded} LIKE ${`${pattern}%`}) DESC, ${names.order}`;
  const query = sql<NamedRow>`
    SELECT o.id, ${called} AS name FROM organisation AS o WHERE ${isFound} AND ${isVisible(scope)}
    ORDER BY ${order}, o.id LIMIT ${limit}`;
  return (await query.execute(kysely)).rows;
};

const byIds = async ({ kysely }: Database, ids: readonly number[], scope: DataScope): Promise<NamedRow[]> => {
  const query = sql<NamedRow>`
    SELECT o.id, ${called} AS name FROM organisation AS o WHERE o.id = ANY(${ids}::integer[]) AND ${isVisible(scope)}
    ORDER BY ${foldedName}, o.id`;
  return (await query.execute(kysely)).rows;
};

type Found = NamedRow & { readonly place: number };

const byNames = async (
  { kysely }: Database,
  given: readonly string[],
  { folded }: Names,
  scope: DataScope,
): Promise<readonly Found[]> => {
  const query = sql<Found>`
    SELECT o.id, ${called} AS name, given.place::integer AS place
    FROM unnest(${given}::text[]) WITH ORDINALITY AS given (name, place)
    JOIN organisation AS o ON ${folded} = fold_text(given.name)
    WHERE ${isVisible(scope)} ORDER BY given.place, o.id`;
  return (await query.execute(kysely)).rows;
};

/** Distinct names, each as first spelled. */
const distinct = (names: readonly string[]): string[] => {
  const byFolded = new Map<string, string>();
  for (const name of names.map(canonicalQuery)) {
    const folded = fold(name);
    if (name !== '' && !byFolded.has(folded)) byFolded.set(folded, name);
  }
  return [...byFolded.values()];
};

const shown = <T extends NamedRow>(rows: readonly T[], blinded: boolean): readonly T[] =>
  blinded ? rows.map((row) => ({ ...row, name: organisationPseudonym(row.id) })) : rows;

/** Blinded viewers search pseudonyms: a match on the real name would reveal its pseudonym. */
export const createOrganisationLookup = (db: Database): OrganisationLookup => ({
  async containing(text, { blinded, scope }) {
    const names = blinded ? pseudonymNames : trueNames;
    return shown(await containing(db, text, names, scope), blinded);
  },
  async byIds(ids, { blinded, scope }) {
    if (ids.length === 0) return [];
    const rows = await byIds(db, ids, scope);
    return blinded ? blindedRows(rows, organisationPseudonym) : rows;
  },
  async byNames(names, { blinded, scope }) {
    const distinctNames = distinct(names);
    const found = await byNames(db, distinctNames, blinded ? pseudonymNames : trueNames, scope);
    const places = new Set(found.map(({ place }) => place));
    return {
      lookups: shown(found, blinded).map(({ id, name }) => ({ id, name })),
      unmatchedNames: distinctNames.filter((_, index) => !places.has(index + 1)),
    };
  },
});
