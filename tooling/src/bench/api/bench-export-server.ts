// Runs the API in a separate process, to measure its memory alone. Answers the message `copy`; ends on any other.
import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { sql } from 'kysely';
import { addDays, addYears, formatDay } from '@readerlens/filters/model';
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
  readonly range: { readonly from: string; readonly to: string };
  /** The client with the median number of activities. */
  readonly client: { readonly id: number; readonly range: { readonly from: string; readonly to: string } };
}

export type FromExportBench =
  | { readonly ready: ExportBenchReady }
  | { readonly rss: number }
  | { readonly copyMs: number };

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

/** The rows of the export with four columns, as the engine itself writes them. */
const copyRows = (db: Database, { from, to }: ExportBenchReady['range']) => {
  // A copy takes no parameters but integers.
  const day = (text: string) => Date.parse(text) / 1000;
  const query = sql`
    SELECT r.email, r.first_name, d.title, e.occurred_at FROM engagement AS e
      LEFT JOIN reader AS r ON r.id = e.reader_id LEFT JOIN document AS d ON d.id = e.document_id
    WHERE e.status IN (1, 4) AND e.occurred_at >= to_timestamp(${day(from)}) AND e.occurred_at < to_timestamp(${day(addDays(to, 1))})
    ORDER BY e.occurred_at DESC, e.client_id, e.id`;
  return db.copyOut({ compile: () => query.compile(db.kysely) });
};

const send = (message: FromExportBench) => process.send?.(message);

const start = JSON.parse(process.argv[2] ?? '{}') as ExportBenchStart;
await withBenchServer(start.engine, start, async (db, server) => {
  const range = await newest(db, start.rows);
  const client = { id: await middleClient(db), range: { from: addYears(range.to, -1), to: range.to } };
  send({ ready: { ...server.address, range, client } });
  const sampling = setInterval(() => send({ rss: process.memoryUsage.rss() }), sampleMs);
  await new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message !== 'copy') return resolve();
      void timed(() => copyRows(db, range)).then((copyMs) => send({ copyMs }));
    });
  });
  clearInterval(sampling);
});
process.disconnect();
