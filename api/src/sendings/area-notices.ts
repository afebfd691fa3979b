// What the backends of areas are told about readers. Notices wait in the database until a run of the kind 'area-notice' sends them.
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { clientsWithActivities } from '../activities/clients-with-activities.ts';
import type { Services } from '../people/services.ts';
import type { Schema } from '../platform/db/index.ts';

/** Kind of the runs that send notices; the owner is the id of the notice. */
export const areaNoticeKindName = 'area-notice';

interface NewNotice {
  readonly event: 'erased' | 'lifted' | 'restricted';
  readonly readerIds: readonly number[];
  /** Those whom it concerns; undefined for all. */
  readonly clientIds?: readonly number[] | undefined;
  /** Null if nobody asked for it. */
  readonly requestId: string | null;
}

const findClients = async (trx: Kysely<Schema>, readerIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT client_id AS id FROM engagement
    WHERE reader_id = ANY(${readerIds}::integer[]) AND client_id IN ${clientsWithActivities} ORDER BY 1`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/**
 * Queues a notice for the backend of each area. Call it in the transaction of what happened, so that none is lost and none is sent too
 * early. Returns the areas.
 */
export const tellAreas = async (
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  trx: Transaction<Schema>,
  { event, readerIds, clientIds, requestId }: NewNotice,
): Promise<string[]> => {
  const areas = [...config.areas.backends.keys()].toSorted();
  if (areas.length === 0 || readerIds.length === 0) return [];
  const at = jobs.clock();
  const values = {
    // Not the same event with a mark, which a backend that does not know it would take for all clients.
    event: clientIds ? (`${event}-for-clients` as const) : event,
    readers: [...readerIds],
    clients: [...(clientIds ?? (await findClients(trx, readerIds)))],
  };
  const notices = await trx
    .insertInto('area_notice')
    .values(areas.map((area) => ({ area, ...values, request_id: requestId, at })))
    .returning('id')
    .execute();
  const runs = notices.map(({ id }) => ({ ownerId: id, slotKey: 'send', at }));
  await jobs.addAll(trx, areaNoticeKindName, runs);
  return areas;
};

/** The areas that notices are for, by the id of the notice. */
export const nameNotices = async (
  kysely: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; area: string }>`
    SELECT id, area FROM area_notice WHERE id::text = ANY(${ids}::text[])`.execute(kysely);
  return new Map(rows.map(({ id, area }) => [id, area]));
};

/** What an area has not been told yet. */
export interface UntoldArea {
  readonly area: string;
  readonly since: Date;
  readonly notices: number;
  /** Whether one of them is not tried any more. */
  readonly hasFailed: boolean;
}

/** Of the areas that have a backend; those of others end by themselves. */
export const readUntoldAreas = async (
  kysely: Kysely<Schema>,
  { areas: { backends } }: Services['config'],
): Promise<UntoldArea[]> => {
  if (backends.size === 0) return [];
  const { rows } = await sql<UntoldArea>`
    SELECT area, min(at) AS since, count(*)::integer AS notices, bool_or(state = 'failed') AS "hasFailed"
    FROM area_notice WHERE state IN ('waiting', 'failed') AND area = ANY(${[...backends.keys()]}::text[])
    GROUP BY area ORDER BY area`.execute(kysely);
  return rows;
};
