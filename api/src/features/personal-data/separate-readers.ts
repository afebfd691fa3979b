// A reader whom several clients know is one row. What some of them know becomes a reader of its own, who can then be erased or restricted.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { unknownClientMessage } from '@readerlens/contract/messages';
import { clientsWithoutReaderMessage } from '@readerlens/contract/personal-data/messages';
import { aggFields } from '@readerlens/contract/alerts';
import { clientsWithActivities, hasActivity } from '../../activities/clients-with-activities.ts';
import type { Schema } from '../../platform/db/index.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { isOfClients } from './rows-of-clients.ts';
import type { ConcernedClients } from './rows-of-clients.ts';
import { emailLists, lockReaders } from './replace-readers.ts';
import type { ReaderRow, Trx } from './replace-readers.ts';

/** What a client has of a reader. */
interface Knowledge {
  readonly reader_id: number;
  readonly client_id: number;
  readonly has_activities: boolean;
  /** Whether a list of a webinar, event or newsletter has the e-mail. */
  readonly is_listed: boolean;
}

const listed = sql.join(
  emailLists.map(
    (table) => sql`
      SELECT a.id, t.client_id, false, true FROM asked AS a JOIN ${sql.table(table)} AS t ON t.email = a.email`,
  ),
  sql` UNION ALL `,
);

/** Which clients know which of the readers, and in which way. Neither an activity nor a list: they know another reader with the e-mail. */
const readKnowledge = async (
  kysely: Kysely<Schema>,
  readerIds: readonly number[],
): Promise<readonly Knowledge[]> => {
  const { rows } = await sql<Knowledge>`
    WITH asked AS (SELECT id, lower(email) AS email FROM reader WHERE id = ANY(${readerIds}::integer[]))
    SELECT reader_id, client_id, bool_or(has_activities) AS has_activities, bool_or(is_listed) AS is_listed FROM (
      SELECT a.id, c.id, true, false FROM asked AS a, ${clientsWithActivities} AS c, ${hasActivity(sql`a.id`)}
      UNION ALL SELECT a.id, c.id, false, false FROM asked AS a JOIN reader AS same ON lower(same.email) = a.email,
        ${clientsWithActivities} AS c, ${hasActivity(sql`same.id`)}
      UNION ALL ${listed}) AS known (reader_id, client_id, has_activities, is_listed)
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(kysely);
  return rows;
};

/** Those of the clients that have something of a reader: by an activity, or by the e-mail in a list. */
export const listKnowing = async (
  trx: Trx,
  readerId: number,
  clientIds: readonly number[],
): Promise<number[]> =>
  (await readKnowledge(trx, [readerId]))
    .filter(
      ({ client_id, has_activities, is_listed }) =>
        clientIds.includes(client_id) && (has_activities || is_listed),
    )
    .map(({ client_id }) => client_id);

/** Gives what some clients have of one reader, by its id, to another one. */
const moveActivities = async (
  trx: Trx,
  {
    from,
    to,
    clientIds,
  }: { readonly from: number; readonly to: number; readonly clientIds: ConcernedClients },
) => {
  const ofClients = clientIds
    ? sql`client_id = ANY(${clientIds}::integer[])`
    : sql`client_id IN ${clientsWithActivities}`;
  await sql`UPDATE engagement SET reader_id = ${to} WHERE reader_id = ${from} AND ${ofClients}`.execute(trx);
  const ofAny = (table: string) =>
    clientIds ? sql`${sql.ref(table)}.client_id = ANY(${clientIds}::integer[])` : sql`true`;
  for (const table of emailLists)
    await sql`UPDATE ${sql.table(table)} SET reader_id = ${to} WHERE reader_id = ${from} AND ${ofAny(table)}`.execute(
      trx,
    );
  for (const table of ['alert', 'alert_run'] as const)
    await sql`UPDATE ${sql.table(table)} SET subject_reader_id = ${to}
      WHERE subject_reader_id = ${from} AND ${isOfClients(table, clientIds)}`.execute(trx);
  // Without it, alerts would tell of the reader again. The other one may be known to the same alert by now.
  await sql`
    UPDATE alert_notified AS n SET entity_id = ${to} FROM alert AS a
    WHERE a.id = n.alert_id AND a.agg_field = ${aggFields.Reader} AND n.entity_id = ${from} AND ${ofAny('n')}
      AND NOT EXISTS (SELECT FROM alert_notified AS same WHERE same.entity_id = ${to}
        AND (same.alert_id, same.client_id, same.direction) = (n.alert_id, n.client_id, n.direction))`.execute(
    trx,
  );
  await sql`
    UPDATE alert_run_entity AS n SET entity_id = ${to} FROM alert_run AS a
    WHERE a.id = n.run_id AND a.rule->>'aggField' = 'Reader' AND n.entity_id = ${from} AND ${ofAny('n')}
      AND NOT EXISTS (SELECT FROM alert_run_entity AS same WHERE same.entity_id = ${to}
        AND (same.run_id, same.view, same.client_id) = (n.run_id, n.view, n.client_id))`.execute(trx);
};

/** Adds a reader with the values of another one, but for the id of the source, which is unique. */
const copyReader = async (trx: Trx, id: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO reader SELECT copy.* FROM reader AS r, jsonb_populate_record(NULL::reader, to_jsonb(r)
      || jsonb_build_object('id', nextval(pg_get_serial_sequence('reader', 'id')), 'external_id', NULL)) AS copy
    WHERE r.id = ${id} RETURNING id`.execute(trx);
  return rows[0]!.id;
};

export interface SeparatedReaders {
  /** The readers that only the chosen clients know: copies, or the readers themselves if nobody else has activities of them. */
  readonly readers: readonly ReaderRow[];
  /** By their ids, those whom other clients know on. */
  readonly separatedFrom: ReadonlyMap<number, number>;
  /** Whose texts and lists change: those of all clients if no other one knows one of the readers. */
  readonly clientIds: ConcernedClients;
}

/**
 * What is known of the readers, if each of the clients knows one of them and each reader is known to one of the clients.
 * @throws AppError 400 for a client that is unknown or knows none of the readers, and for a reader whom none of the clients knows
 */
export const checkKnowing = async (
  kysely: Kysely<Schema>,
  readerIds: readonly number[],
  clientIds: readonly number[],
): Promise<readonly Knowledge[]> => {
  const found = await kysely.selectFrom('client').select('id').where('id', 'in', clientIds).execute();
  if (found.length < clientIds.length) throw invalidInput('clientIds', unknownClientMessage);
  const known = await readKnowledge(kysely, readerIds);
  const chosen = known.filter(
    ({ client_id, has_activities, is_listed }) =>
      clientIds.includes(client_id) && (has_activities || is_listed),
  );
  if (
    clientIds.some((id) => !chosen.some(({ client_id }) => client_id === id)) ||
    readerIds.some((id) => !chosen.some(({ reader_id }) => reader_id === id))
  )
    throw invalidInput('clientIds', clientsWithoutReaderMessage);
  return known;
};

/**
 * Separates what some clients know of readers from what others know.
 * @throws AppError as `checkKnowing`
 */
const separateReaders = async (
  trx: Trx,
  readers: readonly ReaderRow[],
  clientIds: readonly number[],
): Promise<SeparatedReaders> => {
  const ids = readers.map(({ id }) => id);
  const known = await checkKnowing(trx, ids, clientIds);
  const others = known.filter(({ client_id }) => !clientIds.includes(client_id));
  const separatedFrom = new Map<number, number>();
  const externalIds = new Map<number, string | null>();
  for (const { id, external_id } of readers) {
    const isKnownToOthers = others.some((each) => each.reader_id === id && each.has_activities);
    const own = isKnownToOthers ? await copyReader(trx, id) : id;
    externalIds.set(own, external_id);
    if (own === id) continue;
    separatedFrom.set(own, id);
    await moveActivities(trx, { from: id, to: own, clientIds });
  }
  const locked = await lockReaders(trx, [...externalIds.keys()], 'readerIds');
  return {
    readers: locked.map((reader) => ({ ...reader, external_id: externalIds.get(reader.id) ?? null })),
    separatedFrom,
    clientIds: others.length === 0 ? undefined : clientIds,
  };
};

/**
 * The readers whom a request concerns, separated if it concerns some clients only.
 * @throws AppError 400 at `path` as `lockReaders`, and as `separateReaders`
 */
export const lockConcerned = async (
  trx: Trx,
  { readerIds, clientIds }: { readonly readerIds: readonly number[]; readonly clientIds: ConcernedClients },
  path: string,
): Promise<SeparatedReaders> => {
  const readers = await lockReaders(trx, readerIds, path);
  return clientIds
    ? separateReaders(trx, readers, clientIds)
    : { readers, separatedFrom: new Map(), clientIds: undefined };
};

/** The opposite: what was separated belongs to the reader of before again, and the copy goes. */
export const rejoinReader = async (trx: Trx, id: number, separatedFrom: number): Promise<void> => {
  await moveActivities(trx, { from: id, to: separatedFrom, clientIds: undefined });
  await trx.deleteFrom('reader').where('id', '=', id).execute();
};
