import { sql } from 'kysely';
import { fold, foldQuery } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import type { Database, NamedRow } from '../../platform/db/index.ts';
import { blindedRows, clientPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Viewer } from '../../people/session.ts';

export interface ClientLookup {
  containing(text: string, viewer: Viewer): Promise<NamedRow[]>;
  /** By prefix of the name or the id. */
  startingWith(text: string, viewer: Viewer): Promise<NamedRow[]>;
  byIds(ids: readonly number[], viewer: Viewer): Promise<NamedRow[]>;
}

/** As many as a list of options can show; users can type more to narrow the results. */
const limit = 100;

interface Match {
  /** Condition on the folded name. */
  readonly pattern: string;
  readonly idPattern?: string;
}

const visibleClients = ({ kysely }: Database, { scope }: Viewer) =>
  kysely
    .selectFrom('client')
    .select(['id', 'name'])
    .$if(scope.clientIds !== 'all', (query) =>
      query.where('id', '=', sql<number>`ANY(${scope.clientIds}::integer[])`),
    )
    .orderBy(sql`fold_text(name)`)
    .orderBy('id');

const matching = (db: Database, viewer: Viewer, { pattern, idPattern }: Match): Promise<NamedRow[]> =>
  visibleClients(db, viewer)
    .where((where) =>
      where.or([
        where(sql`fold_text(name)`, 'like', pattern),
        ...(idPattern === undefined ? [] : [where(sql`id::text`, 'like', idPattern)]),
      ]),
    )
    .limit(limit)
    .execute();

/** Blinded callers search pseudonyms: a match on the real name would reveal its pseudonym. */
const searchPseudonyms = async (db: Database, viewer: Viewer, keep: (client: NamedRow) => boolean) => {
  const clients = await visibleClients(db, viewer).execute();
  return blindedRows(clients, clientPseudonym).filter(keep).slice(0, limit);
};

/** Clients that a viewer may see, by name; with pseudonyms in Blinded Mode. */
export const createClientLookup = (db: Database): ClientLookup => ({
  containing(text, viewer) {
    const query = foldQuery(text);
    return viewer.blinded
      ? searchPseudonyms(db, viewer, ({ name }) => fold(name).includes(query))
      : matching(db, viewer, { pattern: sqlLikePattern('Contains', text) });
  },
  startingWith(text, viewer) {
    const query = foldQuery(text);
    const startsWithQuery = ({ id, name }: NamedRow) =>
      fold(name).startsWith(query) || String(id).startsWith(query);
    const pattern = `${sqlLikePattern('Equals', text)}%`;
    return viewer.blinded
      ? searchPseudonyms(db, viewer, startsWithQuery)
      : matching(db, viewer, { pattern, idPattern: pattern });
  },
  async byIds(ids, viewer) {
    if (ids.length === 0) return [];
    const clients = await visibleClients(db, viewer)
      .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
      .execute();
    return viewer.blinded ? blindedRows(clients, clientPseudonym) : clients;
  },
});
