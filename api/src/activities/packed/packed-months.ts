// Months of activities that are packed before anybody asks: a first load of many clients reads these, and not each activity.
import { toInstants } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Database, Schema } from '../../platform/db/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import { countedWhere, listRequirements, ofSelectedClients, selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { chooseRows } from './choose-rows.ts';
import type { MonthRun } from './choose-rows.ts';
import { chooseVersions, clientVersionsField, ofReadClients } from './data-version.ts';
import { readInt32s, readInt64s } from './fields.ts';
import { decodeColumns } from './packed-rows.ts';
import type { PackedColumns } from './packed-rows.ts';
import { isDividedByClient, packFields, packedCodes, packedValues } from './packed-statement.ts';
import type { Bytes, PackedValue } from './packed-statement.ts';

const fieldNames = ['ids', 'instants', 'first_codes', 'second_codes', 'organisations'] as const;
const allValues: ReadonlySet<PackedValue> = new Set(packedValues);

const month = sql`date_trunc('month', e.occurred_at AT TIME ZONE 'UTC')::date`;
/** The tokens of each client, and as those of a client 0 of what all have in common. */
const tokens = (clients: RawBuilder<unknown>) => sql`
  SELECT v.client_id, bit_xor(v.token) AS token FROM data_version AS v
  WHERE v.table_name = 'engagement' AND ${clients} GROUP BY v.client_id`;
const version = sql`coalesce(n.token, 0) # coalesce((SELECT token FROM now WHERE client_id = 0), 0)`;

/** A client that changes all the time is packed as often, at the cost of reading all its activities. */
const leastSecondsBetween = 3600;

/** Clients whose months are missing or no longer those of their activities, the one that has waited longest first. */
const listStale = async ({ kysely }: Database, at: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    WITH now AS (${tokens(sql`true`)})
    SELECT c.id FROM client AS c LEFT JOIN now AS n ON n.client_id = c.id
    LEFT JOIN packed_client AS p ON p.client_id = c.id
    WHERE p.client_id IS NULL
      OR (p.version <> ${version} AND p.packed_at <= ${secondsAfter(at, -leastSecondsBetween)}::timestamptz)
    ORDER BY p.packed_at NULLS FIRST, c.id`.execute(kysely);
  return rows.map(({ id }) => id);
};

/**
 * Packs the months of a client. The version is read before the activities: if they change in between, it is no longer theirs, and
 * nobody reads the months. Returns the number of activities.
 */
const packClient = (db: Database, clientId: number, at: Date): Promise<number> =>
  db.transaction(
    async (trx) => {
      await sql`
        WITH now AS (${tokens(sql`v.client_id IN (0, ${clientId}::integer)`)})
        INSERT INTO packed_client (client_id, version, packed_at)
        SELECT c.id, ${version}, ${at}::timestamptz
        FROM (SELECT ${clientId}::integer AS id) AS c LEFT JOIN now AS n ON n.client_id = c.id
        ON CONFLICT (client_id) DO UPDATE SET version = EXCLUDED.version, packed_at = EXCLUDED.packed_at`.execute(
        trx,
      );
      await trx.deleteFrom('packed_month').where('client_id', '=', clientId).execute();
      const names = sql.join([...fieldNames].map((name) => sql.ref(name)));
      const { rows } = await sql<{ activities: number }>`
        WITH packed AS (INSERT INTO packed_month (client_id, month, size, ${names})
          SELECT ${clientId}::integer, ${month}, count(*), ${sql.join(packFields(allValues))}
          FROM engagement AS e WHERE ${countedWhere([clientId])} GROUP BY 2 RETURNING size)
        SELECT coalesce(sum(size), 0)::integer AS activities FROM packed`.execute(trx);
      return rows[0]!.activities;
    },
    { timeoutMs: 0 },
  );

export interface PackingOptions {
  readonly at: Date;
  /** Begins no other client after this many activities. */
  readonly most?: number;
  /** Called after each client; throws to stop. */
  readonly onPacked?: () => Promise<void>;
  /** Called with the error of a client, whose activities are then read one by one as before. */
  readonly onError?: (error: unknown) => void;
}

/** What one run reads takes seconds of a database. */
const mostActivities = 5_000_000;

/** Packs the months of clients whose activities have changed. */
export const packMonths = async (
  db: Database,
  { at, most = mostActivities, onPacked, onError = () => {} }: PackingOptions,
): Promise<{ readonly clients: number; readonly activities: number }> => {
  let [clients, activities] = [0, 0];
  for (const clientId of await listStale(db, at)) {
    if (activities >= most) break;
    try {
      activities += await packClient(db, clientId, at);
      clients += 1;
    } catch (error) {
      // Values that do not fit, such as a negative id.
      onError(error);
    }
    await onPacked?.();
  }
  return { clients, activities };
};

/** Whether packed months have all that a selection needs: besides clients and dates, only communities limit it. */
const canReadMonths = (selection: EngagementSelection): boolean =>
  selection.docAge === undefined && listRequirements({ ...selection, communityIds: 'all' }).length === 0;

/** Fields of codes are packed whole. */
const widenValues = (values: ReadonlySet<PackedValue>): ReadonlySet<PackedValue> =>
  packedCodes.some((code) => values.has(code)) ? new Set([...values, ...packedCodes]) : values;

/** What was packed of a selection, and of which clients, as the versions of these. */
export interface StoredRows {
  readonly columns: PackedColumns;
  readonly version: string;
}

/** How the packed months of a selection are read. */
export interface StoredRead {
  /** Its last field is the version of the data, as `clientVersionsField` has it. */
  readonly query: CompiledQuery;
  /** Without a client whose months are those of its activities, nothing. */
  readonly open: (fields: readonly Bytes[], version: string) => StoredRows | 'too large' | undefined;
}

interface MonthsChoice {
  readonly values: ReadonlySet<PackedValue>;
  /** Reads nothing if there are more activities. */
  readonly most: number;
}

const none = sql`NULL::bytea`;
const firstOfMonth = (instant: string) => `${instant.slice(0, 7)}-01`;
const epoch = sql.raw(`DATE '2000-01-01'`);
const noBytes: Bytes = new Uint8Array();

/** The statement for the months of the clients of a selection whose version is still that of their activities. */
const monthsStatement = (
  kysely: Kysely<Schema>,
  selection: EngagementSelection,
  { values, most }: MonthsChoice,
): CompiledQuery => {
  const { from, before } = toInstants(selection.range);
  const hasCodes = packedCodes.some((code) => values.has(code));
  const isRead = {
    ids: true,
    instants: values.has('occurred_at'),
    first_codes: hasCodes,
    second_codes: hasCodes,
    organisations: values.has('organisation_id'),
  };
  const fields = fieldNames.map((name) => (isRead[name] ? sql.ref(`m.${name}`) : none));
  const versions = clientVersionsField(kysely, selection, selectionWhere(selection));
  return sql`
    WITH now AS (${tokens(ofReadClients(selection))}),
    valid AS (SELECT p.client_id FROM packed_client AS p LEFT JOIN now AS n ON n.client_id = p.client_id
      WHERE ${ofSelectedClients(selection, 'p')} AND p.version = ${version}),
    chosen AS (SELECT m.* FROM valid JOIN packed_month AS m ON m.client_id = valid.client_id
      WHERE m.month >= ${firstOfMonth(from)}::date AND m.month < ${before}::timestamptz AT TIME ZONE 'UTC'),
    total AS (SELECT coalesce(sum(m.size), 0)::bigint AS size FROM chosen AS m)
    SELECT ${sql.join([...fieldNames, 'client', 'size', 'month'].map(() => none))}, int8send(total.size), ${versions}
    FROM total UNION ALL
    SELECT ${sql.join(fields)}, int4send(valid.client_id), int4send(coalesce(m.size, 0)),
      int4send(coalesce(m.month - ${epoch}, 0)), NULL, NULL
    FROM valid LEFT JOIN chosen AS m ON m.client_id = valid.client_id, total
    WHERE total.size <= ${most}::bigint`.compile(kysely);
};

/** How the packed months of a selection are read; undefined if they lack what limits it. */
export const buildMonthsRead = (
  kysely: Kysely<Schema>,
  selection: EngagementSelection,
  { values: needed, most }: MonthsChoice,
): StoredRead | undefined => {
  if (!canReadMonths(selection)) return undefined;
  const { communityIds } = selection;
  const values = widenValues(
    new Set([...needed, 'occurred_at', ...(communityIds === 'all' ? [] : (['community_id'] as const))]),
  );
  return {
    query: monthsStatement(kysely, selection, { values, most }),
    open(
      [
        ids = noBytes,
        instants = noBytes,
        firstCodes = noBytes,
        secondCodes = noBytes,
        organisations = noBytes,
        clients = noBytes,
        sizes = noBytes,
        months = noBytes,
        total = noBytes,
      ],
      now,
    ) {
      if ((readInt64s(total)[0] ?? 0) > most) return 'too large';
      if (clients.byteLength === 0) return undefined;
      const fields = { ids, instants, firstCodes, secondCodes, organisations, clients, sizes };
      const columns = decodeColumns(fields, values);
      const starts = readInt32s(months);
      const runs: MonthRun[] = columns.runs.map((run, place) => ({ ...run, start: starts[place] as number }));
      const chosen = chooseRows(columns, runs, { range: toInstants(selection.range), communityIds });
      return {
        columns: isDividedByClient(selection) ? chosen : { ...chosen, runs: [] },
        version: chooseVersions(now, new Set(runs.map(({ client }) => client))),
      };
    },
  };
};
