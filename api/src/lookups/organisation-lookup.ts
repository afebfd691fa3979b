import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Condition } from '../engagements/filter-sql.ts';
import { visibleWhere } from '../engagements/selection.ts';
import type { Database } from '../platform/db/index.ts';
import type { DataScope } from '../platform/policy.ts';
import type { NamedRow } from './client-lookup.ts';
import { blindedRows, numberings, organisationStandIn } from './stand-ins.ts';
import type { Viewer } from './viewer.ts';

export interface MatchedOrganisations {
  /** In the order of the names; several may have the same one. */
  readonly lookups: readonly NamedRow[];
  readonly unmatchedNames: readonly string[];
}

/** Reader organisations. Users with clients of their own see those that took part in these clients' activities. */
export interface OrganisationLookup {
  /** By a part of the name; those that begin with it come first. */
  containing(text: string, viewer: Viewer): Promise<readonly NamedRow[]>;
  byIds(ids: readonly number[], viewer: Viewer): Promise<NamedRow[]>;
  /** By the whole name; case and surrounding blanks do not count. */
  byNames(names: readonly string[], viewer: Viewer): Promise<MatchedOrganisations>;
}

/** What a list of choices can show; who looks for more types more. */
const limit = 100;

const likeEscaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const always: Condition = sql<SqlBool>`true`;

/** The condition on `organisation AS o` of being one that the viewer may see. */
const isVisible = (scope: DataScope): Condition =>
  scope.clientIds === 'all'
    ? always
    : sql<SqlBool>`o.id IN (SELECT e.organisation_id FROM engagement AS e WHERE ${visibleWhere(scope)})`;

/** What a text is looked for in, and what the rows are ordered by behind those that begin with it. */
interface Names {
  readonly folded: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}
const trueNames: Names = { folded: sql`lower(o.name)`, order: sql`lower(o.name)` };

const { factor, offset, count } = numberings.organisation;
const standInNumber = sql`(1 + (o.id::bigint * ${sql.lit(factor)} + ${sql.lit(offset)}) % ${sql.lit(count)})`;
const standInNames: Names = {
  folded: sql`('company ' || ${standInNumber})`,
  order: standInNumber,
};

const containing = async ({ kysely }: Database, text: string, names: Names, scope: DataScope) => {
  const pattern = likeEscaped(text);
  const isFound = text === '' ? always : sql<SqlBool>`${names.folded} LIKE ${`%${pattern}%`}`;
  const order = text === '' ? names.order : sql`(${names.folded} LIKE ${`${pattern}%`}) DESC, ${names.order}`;
  const query = sql<NamedRow>`
    SELECT o.id, o.name FROM organisation AS o WHERE ${isFound} AND ${isVisible(scope)}
    ORDER BY ${order}, o.id LIMIT ${limit}`;
  return (await query.execute(kysely)).rows;
};

const byIds = async ({ kysely }: Database, ids: readonly number[], scope: DataScope): Promise<NamedRow[]> => {
  const query = sql<NamedRow>`
    SELECT o.id, o.name FROM organisation AS o WHERE o.id = ANY(${ids}::integer[]) AND ${isVisible(scope)}
    ORDER BY lower(o.name), o.id`;
  return (await query.execute(kysely)).rows;
};

type Found = NamedRow & { readonly place: number };

const byNames = async (
  { kysely }: Database,
  given: readonly string[],
  { folded }: Names,
  scope: DataScope,
): Promise<readonly Found[]> => {
  // The engine folds both sides, so that they agree whatever its locale is.
  const query = sql<Found>`
    SELECT o.id, o.name, given.place::integer AS place
    FROM unnest(${given}::text[]) WITH ORDINALITY AS given (name, place)
    JOIN organisation AS o ON ${folded} = lower(given.name)
    WHERE ${isVisible(scope)} ORDER BY given.place, o.id`;
  return (await query.execute(kysely)).rows;
};

/** Each name once, trimmed, in the spelling that came first. */
const distinct = (names: readonly string[]): string[] => {
  const byFolded = new Map<string, string>();
  for (const name of names.map((each) => each.trim())) {
    const folded = name.toLowerCase();
    if (name !== '' && !byFolded.has(folded)) byFolded.set(folded, name);
  }
  return [...byFolded.values()];
};

const shown = <T extends NamedRow>(rows: readonly T[], blinded: boolean): readonly T[] =>
  blinded ? rows.map((row) => ({ ...row, name: organisationStandIn(row.id) })) : rows;

/** Blinded viewers search among the stand-ins: a hit by the true name would tell whose stand-in it is. */
export const createOrganisationLookup = (db: Database): OrganisationLookup => ({
  async containing(text, { blinded, scope }) {
    const names = blinded ? standInNames : trueNames;
    return shown(await containing(db, text.trim().toLowerCase(), names, scope), blinded);
  },
  async byIds(ids, { blinded, scope }) {
    if (ids.length === 0) return [];
    const rows = await byIds(db, ids, scope);
    return blinded ? blindedRows(rows, organisationStandIn) : rows;
  },
  async byNames(names, { blinded, scope }) {
    const wanted = distinct(names);
    const found = await byNames(db, wanted, blinded ? standInNames : trueNames, scope);
    const places = new Set(found.map(({ place }) => place));
    return {
      lookups: shown(found, blinded).map(({ id, name }) => ({ id, name })),
      unmatchedNames: wanted.filter((_, index) => !places.has(index + 1)),
    };
  },
});
