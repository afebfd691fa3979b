// Runs the API in a separate process, to measure its memory and processor time alone. Answers questions; ends on `stop`.
import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { sql } from 'kysely';
import { addDays, addYears, formatDay } from '@readerlens/filters/model';
import { biggestClient } from './biggest-client.ts';
import { withBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { timed } from './timing.ts';

export interface ExportBenchStart extends Pick<BenchOptions, 'cacheDir' | 'scale' | 'serverUrl'> {
  readonly engine: Engine;
  readonly rows: number;
}

export interface ExportBenchReady {
  readonly port: number;
  readonly token: string;
  /** Range of the newest `rows` activities, or a few more. */
  readonly range: Range;
  /** The client with the median number of activities. */
  readonly client: { readonly id: number; readonly range: Range };
  /** The client with the most activities. */
  readonly biggest: { readonly id: number; readonly range: Range };
}

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Which activities are copied. */
export interface CopySelection {
  readonly range: Range;
  readonly clientId?: number;
  /** All columns that the file is made of, instead of the four that were asked for. */
  readonly whole: boolean;
}

export type ToExportBench = { readonly copy: CopySelection } | { readonly wantsCpu: true } | 'stop';

export type FromExportBench =
  | { readonly ready: ExportBenchReady }
  | { readonly rss: number }
  /** An answer: milliseconds of a copy, or of processor time since the start. */
  | { readonly ms: number };

const sampleMs = 20;

const newest = async ({ kysely }: Database, rows: number) => {
  const { rows: found } = await sql<{ first: Date; last: Date }>`
    SELECT min(occurred_at) AS first, max(occurred_at) AS last FROM (
      SELECT occurred_at FROM engagement WHERE status IN (1, 4) ORDER BY occurred_at DESC LIMIT ${rows}::integer
    ) AS newest`.execute(kysely);
  const [row] = found;
  if (!row) throw new Error('The benchmark has no data.');
  return { from: formatDay(row.first), to: addDays(formatDay(row.last), 0) };
};

const middleClient = async ({ kysely }: Database): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    SELECT client_id AS id FROM engagement GROUP BY 1 ORDER BY count(*)
    OFFSET (SELECT count(DISTINCT client_id) / 2 FROM engagement) LIMIT 1`.execute(kysely);
  return rows[0]?.id ?? 0;
};

const fourColumns = sql`r.email, r.first_name, d.title, e.occurred_at`;
const allColumns = sql`${fourColumns}, e.external_id, e.client_id, e.id, e.activity_type`;

/** The rows of the export, in its order, as the engine itself writes them. */
const copyRows = (db: Database, { range: { from, to }, clientId, whole }: CopySelection) => {
  // A copy takes no parameters but integers.
  const day = (text: string) => Date.parse(text) / 1000;
  const ofClient = clientId === undefined ? sql`true` : sql`e.client_id = ${clientId}::integer`;
  const query = sql`
    SELECT ${whole ? allColumns : fourColumns} FROM engagement AS e
      LEFT JOIN reader AS r ON r.id = e.reader_id LEFT JOIN document AS d ON d.id = e.document_id
    WHERE e.status IN (1, 4) AND e.occurred_at >= to_timestamp(${day(from)})
      AND e.occurred_at < to_timestamp(${day(addDays(to, 1))}) AND ${ofClient}
    ORDER BY e.occurred_at DESC, e.client_id DESC, e.id DESC`;
  return db.copyOut({ compile: () => query.compile(db.kysely) });
};

const send = (message: FromExportBench) => process.send?.(message);

const start = JSON.parse(process.argv[2] ?? '{}') as ExportBenchStart;
await withBenchServer(start.engine, start, async (db, server) => {
  const range = await newest(db, start.rows);
  const client = { id: await middleClient(db), range: { from: addYears(range.to, -1), to: range.to } };
  const { clientId: id, range: year } = await biggestClient(db);
  const biggest = { id, range: { from: addYears(year.to, -20), to: year.to } };
  send({ ready: { ...server.address, range, client, biggest } });
  const sampling = setInterval(() => send({ rss: process.memoryUsage.rss() }), sampleMs);
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  await new Promise<void>((resolve) => {
    process.on('message', (message: ToExportBench) => {
      if (message === 'stop') return resolve();
      if ('wantsCpu' in message) return send({ ms: cpuMs() });
      void timed(() => copyRows(db, message.copy)).then((ms) => send({ ms }));
    });
  });
  clearInterval(sampling);
});
process.disconnect();
