import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { openDatabase } from '../../platform/db/index.ts';
import { testDatabase } from '../../platform/testing/index.ts';
import { importFile } from './import-file.ts';
import { activitiesOf, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();
const batchSize = 200;
const batches = 12;
const client = 'Killed Ltd';

/** Rows with repeated readers, documents and times, not ordered by time. */
const content = () => {
  const rows = Array.from({ length: batchSize * batches }, (_, index) => ({
    external_id: String(index).padStart(6, '0'),
    occurred_at: new Date(Date.UTC(2025, 0, 1) + ((index * 7919) % 100_000) * 60_000).toISOString(),
    client,
    community: 'Main',
    document_external_id: `kd${index % 37}`,
    document_topics: index % 3 === 0 ? `Topic ${index % 37}` : null,
    reader_external_id: index % 5 === 0 ? null : `kr${index % 101}`,
    reader_email: `kr${index % 101}@acme.example`,
    organisation_name: index % 7 === 0 ? `Organisation ${index % 11}` : null,
    country: index % 4 === 0 ? 'US' : null,
    specifics: index % 10 === 0 ? `Row ${index}` : null,
  }));
  return rows.map((row) => JSON.stringify(row)).join('\n');
};

/** Runs an import in another process until it ends, or until it is killed after `outputs` lines of output. */
const runUntil = (dataDir: string, file: string, outputs: number, delayMs: number) => {
  const script = fileURLToPath(new URL('./testing/import-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, file, String(batchSize)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    const before = seen;
    seen += chunk.toString().split('\n').length - 1;
    if (before < outputs && seen >= outputs) setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  return new Promise<'killed' | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === 'SIGKILL' ? 'killed' : code));
  });
};

const within = async <T>(
  dataDir: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
) => {
  const db = await openDatabase({ dataDir });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

const rowsOfBatches = (dataDir: string) =>
  within(dataDir, async ({ kysely }) => {
    const { rows } = await sql<{ rows: number; details: number }>`
      SELECT count(*) AS rows, count(x.engagement_id) AS details
      FROM engagement e LEFT JOIN engagement_detail x ON x.client_id = e.client_id AND x.engagement_id = e.id
      GROUP BY e.external_id::int / ${sql.lit(batchSize)} ORDER BY e.external_id::int / ${sql.lit(batchSize)}`.execute(
      kysely,
    );
    return rows;
  });

describe('an import that is killed', () => {
  const whole = testDatabase();

  it('leaves complete batches, and the same command imports the rest', async () => {
    const file = files.write(content());
    const dataDir = files.path('data');
    const moments = [0, 1, 3, 6, 9, 12].map(
      (outputs) => [outputs + 1, Math.floor(Math.random() * 60)] as const,
    );
    const batchCounts: number[] = [];
    const ends: unknown[] = [];
    for (const [outputs, delayMs] of moments) {
      ends.push(await runUntil(dataDir, file, outputs, delayMs));
      const rows = await rowsOfBatches(dataDir);
      expect(rows).toEqual(rows.map(() => ({ rows: batchSize, details: batchSize / 10 })));
      batchCounts.push(rows.length);
    }
    expect(batchCounts).toEqual(batchCounts.toSorted((a, b) => a - b));
    // A late kill may come after the import is done; the early ones cannot.
    expect(ends.slice(0, 3)).toEqual(['killed', 'killed', 'killed']);
    expect(ends.every((end) => end === 'killed' || end === 0)).toBe(true);
    expect(batchCounts[0]).toBeGreaterThan(0);
    expect(batchCounts[1]).toBeLessThan(batches);

    expect(await runUntil(dataDir, file, Number.POSITIVE_INFINITY, 0)).toBe(0);
    const summary = await importFile(whole(), { file, batchSize: 1000 });
    expect(summary).toMatchObject({ imported: batchSize * batches, rejected: 0 });
    const completed = await within(dataDir, (db) => activitiesOf(db, client));
    expect(completed).toHaveLength(batchSize * batches);
    expect(completed).toEqual(await activitiesOf(whole(), client));
  }, 240_000);
});
