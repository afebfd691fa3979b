import { sql } from 'kysely';
import type { Database } from '../platform/db/index.ts';
import type { Session } from '../platform/session.ts';
import { blindedClients } from './stand-ins.ts';

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

export interface ClientLookup {
  containing(text: string, session: Session): Promise<NamedRow[]>;
  /** By the beginning of the name, or of the id. */
  startingWith(text: string, session: Session): Promise<NamedRow[]>;
  byIds(ids: readonly number[], session: Session): Promise<NamedRow[]>;
}

/** What a list of choices can show; who looks for more types more. */
const limit = 100;

const likeEscaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

interface Match {
  /** Of the lower-case name. */
  readonly pattern: string;
  readonly idPattern?: string;
}

const visibleClients = ({ kysely }: Database, { scope }: Session) =>
  kysely
    .selectFrom('client')
    .select(['id', 'name'])
    .$if(scope.clientIds !== 'all', (query) =>
      query.where('id', '=', sql<number>`ANY(${scope.clientIds}::integer[])`),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id');

const matching = (db: Database, session: Session, { pattern, idPattern }: Match): Promise<NamedRow[]> =>
  visibleClients(db, session)
    .where((where) =>
      where.or([
        where(sql`lower(name)`, 'like', pattern),
        ...(idPattern === undefined ? [] : [where(sql`id::text`, 'like', idPattern)]),
      ]),
    )
    .limit(limit)
    .execute();

/** Blinded callers search among the stand-ins: a hit by the true name would tell whose stand-in it is. */
const amongStandIns = async (db: Database, session: Session, keep: (client: NamedRow) => boolean) => {
  const clients = await visibleClients(db, session).execute();
  return blindedClients(clients).filter(keep).slice(0, limit);
};

/** Clients, of those that a session may see, by name; blinded sessions get stand-ins for the names. */
export const createClientLookup = (db: Database): ClientLookup => ({
  containing(text, session) {
    const wanted = text.trim().toLowerCase();
    return session.blinded
      ? amongStandIns(db, session, ({ name }) => name.toLowerCase().includes(wanted))
      : matching(db, session, { pattern: `%${likeEscaped(wanted)}%` });
  },
  startingWith(text, session) {
    const wanted = text.trim().toLowerCase();
    const startsSo = ({ id, name }: NamedRow) =>
      name.toLowerCase().startsWith(wanted) || String(id).startsWith(wanted);
    const pattern = `${likeEscaped(wanted)}%`;
    return session.blinded
      ? amongStandIns(db, session, startsSo)
      : matching(db, session, { pattern, idPattern: pattern });
  },
  async byIds(ids, session) {
    if (ids.length === 0) return [];
    const clients = await visibleClients(db, session)
      .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
      .execute();
    return session.blinded ? blindedClients(clients) : clients;
  },
});
