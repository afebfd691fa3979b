import { sql } from 'kysely';
import type { Database } from '../platform/db/index.ts';
import { blindedRows, clientStandIn } from './stand-ins.ts';
import type { Viewer } from './viewer.ts';

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

export interface ClientLookup {
  containing(text: string, viewer: Viewer): Promise<NamedRow[]>;
  /** By the beginning of the name, or of the id. */
  startingWith(text: string, viewer: Viewer): Promise<NamedRow[]>;
  byIds(ids: readonly number[], viewer: Viewer): Promise<NamedRow[]>;
}

/** What a list of choices can show; who looks for more types more. */
const limit = 100;

const likeEscaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

interface Match {
  /** Of the lower-case name. */
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
    .orderBy(sql`lower(name)`)
    .orderBy('id');

const matching = (db: Database, viewer: Viewer, { pattern, idPattern }: Match): Promise<NamedRow[]> =>
  visibleClients(db, viewer)
    .where((where) =>
      where.or([
        where(sql`lower(name)`, 'like', pattern),
        ...(idPattern === undefined ? [] : [where(sql`id::text`, 'like', idPattern)]),
      ]),
    )
    .limit(limit)
    .execute();

/** Blinded callers search among the stand-ins: a hit by the true name would tell whose stand-in it is. */
const amongStandIns = async (db: Database, viewer: Viewer, keep: (client: NamedRow) => boolean) => {
  const clients = await visibleClients(db, viewer).execute();
  return blindedRows(clients, clientStandIn).filter(keep).slice(0, limit);
};

/** Clients, of those that a viewer may see, by name; blinded sessions get stand-ins for the names. */
export const createClientLookup = (db: Database): ClientLookup => ({
  containing(text, viewer) {
    const wanted = text.trim().toLowerCase();
    return viewer.blinded
      ? amongStandIns(db, viewer, ({ name }) => name.toLowerCase().includes(wanted))
      : matching(db, viewer, { pattern: `%${likeEscaped(wanted)}%` });
  },
  startingWith(text, viewer) {
    const wanted = text.trim().toLowerCase();
    const startsSo = ({ id, name }: NamedRow) =>
      name.toLowerCase().startsWith(wanted) || String(id).startsWith(wanted);
    const pattern = `${likeEscaped(wanted)}%`;
    return viewer.blinded
      ? amongStandIns(db, viewer, startsSo)
      : matching(db, viewer, { pattern, idPattern: pattern });
  },
  async byIds(ids, viewer) {
    if (ids.length === 0) return [];
    const clients = await visibleClients(db, viewer)
      .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
      .execute();
    return viewer.blinded ? blindedRows(clients, clientStandIn) : clients;
  },
});
