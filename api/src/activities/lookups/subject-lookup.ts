import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ReaderRow } from '@readerlens/contract';
import { foldQuery } from '@readerlens/contract/text';
import { maySeeValue } from '@readerlens/filters/model';
import type { ShownValue } from '@readerlens/filters/model';
import type { Database } from '../../platform/db/index.ts';
import { pseudonymNumber } from '../activity-order.ts';
import { joinWithAnd, joinWithOr } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';
import type { ReaderRank } from '../figures/reader-rows.ts';
import { visibleWhere } from '../selection.ts';
import { organisationNameSql, readerWordsSql } from '../subject-names.ts';
import { numberings } from '../../people/blinding/pseudonyms.ts';
import type { Numbering } from '../../people/blinding/pseudonyms.ts';
import { organisationView } from '../figures/organisation-view.ts';
import type { OrganisationView } from '../figures/organisation-view.ts';
import { readReaderRows } from '../figures/reader-rows.ts';
import { readLatestOfReaders } from '../figures/readers.ts';
import type { Viewer } from '../../people/session.ts';

/** As many as a person reads; typing more narrows them. */
const limit = 8;
/** Fewer letters would find most of all names. */
const minLetters = 2;

/** The words of a typed text. Whatever separates them has no meaning in a query for words. */
const splitWords = (text: string): string[] =>
  foldQuery(text)
    .split(/[ !-/:-@[-`{-~]+/)
    .filter((word) => word !== '');

/** Where the names of readers or organizations are, as `q`. */
interface Names {
  readonly table: RawBuilder<unknown>;
  readonly words: RawBuilder<unknown>;
  /** The column of `engagement AS e`. */
  readonly id: RawBuilder<unknown>;
  /** The value that shows the name: a person who may not see it finds nothing. */
  readonly value: ShownValue;
  readonly pseudonym: { readonly word: string; readonly numbering: Numbering };
}

const readerNames: Names = {
  table: sql`reader`,
  words: readerWordsSql('q'),
  id: sql`e.reader_id`,
  value: 'fullName',
  pseudonym: { word: 'reader', numbering: numberings.reader },
};

const organisationNames: Names = {
  table: sql`organisation`,
  words: sql`name_words(${organisationNameSql('q')})`,
  id: sql`e.organisation_id`,
  value: 'readerOrg',
  pseudonym: { word: 'company', numbering: numberings.organisation },
};

const hasWords = ({ words: stored }: Names, words: readonly string[]): Condition => {
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return sql<SqlBool>`${stored} @@ to_tsquery('simple'::regconfig, ${query})`;
};

const hasPseudonymWords = (
  { pseudonym: { word, numbering } }: Names,
  words: readonly string[],
): Condition => {
  const name = sql`(${` ${word} `}::text || ${pseudonymNumber(sql`q.id`, numbering)})`;
  return joinWithAnd(words.map((typed) => sql<SqlBool>`${name} LIKE ${`% ${typed}%`}`));
};

/** In Blinded Mode the pseudonyms are searched: a match on a real name would reveal its pseudonym. */
const isNamed = (names: Names, text: string, { blinded, scope }: Viewer): Condition | undefined => {
  const words = splitWords(text);
  if (words.join('').length < minLetters) return undefined;
  if (blinded) return hasPseudonymWords(names, words);
  return maySeeValue(names.value, scope.searchFields) ? hasWords(names, words) : undefined;
};

/** A complete e-mail. An unfinished one is not looked for: its parts are the same for many. */
const hasEmail = (text: string, { blinded, scope }: Viewer): Condition | undefined =>
  blinded || !maySeeValue('email', scope.searchFields)
    ? undefined
    : sql<SqlBool>`fold_text(q.email) = ${foldQuery(text)}`;

/** A complete external id, which also names readers with a name in other systems. */
const hasExternalId = (text: string, { blinded }: Viewer): Condition | undefined =>
  blinded ? undefined : sql<SqlBool>`q.external_id = ${text.trim()}`;

type Found = Pick<ReaderRank, 'id' | 'engagements' | 'documents' | 'rank' | 'lastAt'> & {
  /** The clients with its activities, the one with most of them first. */
  readonly clientIds: readonly number[];
};

interface WithClients {
  readonly clientIds: string[];
}

/** Enough for a link to find the client of a search among them. */
const maxClients = 20;

/** Those that match and of whom the viewer may see an activity, the most active first. */
const mostActive = (
  { table, id }: Names,
  where: Condition,
  { scope }: Viewer,
): RawBuilder<Found> => sql<Found>`
  WITH named AS MATERIALIZED (SELECT q.id FROM ${table} AS q WHERE ${where}),
    by_client AS (SELECT ${id} AS id, e.client_id, count(*) AS engagements, max(e.occurred_at) AS last_at
      FROM engagement AS e WHERE ${visibleWhere(scope)} AND ${id} IN (SELECT id FROM named) GROUP BY 1, 2)
  SELECT id, sum(engagements)::bigint AS engagements, 0 AS documents, max(last_at) AS "lastAt",
    (array_agg(client_id ORDER BY engagements DESC, client_id))[1:${sql.lit(maxClients)}] AS "clientIds",
    row_number() OVER (ORDER BY sum(engagements) DESC, id) AS rank
  FROM by_client GROUP BY id ORDER BY rank LIMIT ${limit}`;

/** Readers or organizations with the ids of their clients, in the order of the views. */
const withClients = <View>(
  views: readonly View[],
  found: readonly Found[],
  readId: (view: View) => string,
) => {
  const clients = new Map(found.map(({ id, clientIds }) => [String(id), clientIds.map(String)]));
  return views.map((view) => ({ ...view, clientIds: clients.get(readId(view)) ?? [] }));
};

/**
 * Readers and organizations by the beginnings of the words of their names, ignoring case, accents and order. Only those
 * with an activity that the viewer may see exist.
 */
export const createSubjectLookup = ({ kysely }: Pick<Database, 'kysely'>) => {
  const find = async (names: Names, where: Condition | undefined, viewer: Viewer) =>
    where ? (await mostActive(names, where, viewer).execute(kysely)).rows : [];

  return {
    readers: async (text: string, viewer: Viewer): Promise<(ReaderRow & WithClients)[]> => {
      const named = text.includes('@') ? hasEmail(text, viewer) : isNamed(readerNames, text, viewer);
      const conditions = [named, hasExternalId(text, viewer)].flatMap((condition) => condition ?? []);
      const where = conditions.length > 0 ? joinWithOr(conditions) : undefined;
      const found = await find(readerNames, where, viewer);
      if (found.length === 0) return [];
      const latest = await readLatestOfReaders(kysely, visibleWhere(viewer.scope), found);
      const rows = await readReaderRows(kysely, found, latest, viewer);
      return withClients(rows, found, ({ readerId }) => readerId);
    },

    organisations: async (text: string, viewer: Viewer): Promise<(OrganisationView & WithClients)[]> => {
      const found = await find(organisationNames, isNamed(organisationNames, text, viewer), viewer);
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return [];
      const rows = await kysely
        .selectFrom('organisation as o')
        .select(['id', organisationNameSql('o').as('name')])
        .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      const views = ids.flatMap((id) => byId.get(id) ?? []).map((row) => organisationView(row, viewer));
      return withClients(views, found, ({ id }) => id);
    },
  };
};
