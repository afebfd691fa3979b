import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { isSoak, seededRandom, testSeed } from '@readerlens/filters/testing';
import { openDatabase } from '../../platform/db/index.ts';
import { testDatabase } from '../../platform/testing/index.ts';
import { importFile } from './import-file.ts';
import { readActivities, temporaryFiles } from './testing/import-files.ts';
import type { HaltPoint, ImportProcess } from './testing/import-process.ts';

const files = temporaryFiles();
const batchSize = 200;
const batches = 6;
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

/** Runs an import in another process until it ends, or until it is killed at a statement. */
const runUntil = async (options: ImportProcess): Promise<'killed' | number | null> => {
  const script = fileURLToPath(new URL('./testing/import-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  for await (const line of createInterface({ input: child.stdout }))
    if (line === 'halted') child.kill('SIGKILL');
  const [code, signal] = await exited;
  return signal === 'SIGKILL' ? 'killed' : code;
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

  /** What every process must leave: whole batches, and never fewer than before. */
  const killedAt = async (dataDir: string, file: string, halts: readonly HaltPoint[]) => {
    const ends: unknown[] = [];
    const batchCounts: number[] = [];
    for (const halt of halts) {
      ends.push(await runUntil({ dataDir, file, batchSize, halt }));
      const rows = await rowsOfBatches(dataDir);
      expect(rows).toEqual(rows.map(() => ({ rows: batchSize, details: batchSize / 10 })));
      batchCounts.push(rows.length);
    }
    expect(batchCounts).toEqual(batchCounts.toSorted((a, b) => a - b));
    return { ends, batchCounts };
  };
  const expectWhole = async (dataDir: string, file: string) => {
    expect(await runUntil({ dataDir, file, batchSize })).toBe(0);
    // The other test has imported the same activities already, if both run.
    const { imported, alreadyPresent, rejected } = await importFile(whole(), {
      file,
      batchSize: 1000,
      erasureKey: () => undefined,
    });
    expect([imported + alreadyPresent, rejected]).toEqual([batchSize * batches, 0]);
    const completed = await within(dataDir, (db) => readActivities(db, client));
    expect(completed).toHaveLength(batchSize * batches);
    expect(completed).toEqual(await readActivities(whole(), client));
  };

  it('leaves complete batches, and the same command imports the rest', async () => {
    const file = files.write(content());
    const dataDir = files.path('data');
    const { ends, batchCounts } = await killedAt(dataDir, file, [
      // In the transaction of the second batch, and in the last one, which completes all of them.
      { lines: 1, statements: 12, waits: true },
      { lines: batches + 1, statements: 3, waits: true },
    ]);
    expect(ends).toEqual(['killed', 'killed']);
    expect(batchCounts).toEqual([1, batches]);
    await expectWhole(dataDir, file);
  });

  if (isSoak)
    it(`does so wherever it is killed, with seed ${testSeed}`, async () => {
      const file = files.write(content());
      const random = seededRandom();
      const halts = Array.from({ length: 30 }, () => ({
        lines: Math.floor(random() * (batches + 2)),
        statements: 1 + Math.floor(random() * 25),
        // Otherwise the signal arrives during the statement or one of the next.
        waits: random() < 0.5,
      }));
      const dataDir = files.path('random');
      const { ends } = await killedAt(dataDir, file, halts);
      expect(ends.every((end) => end === 'killed' || end === 0)).toBe(true);
      await expectWhole(dataDir, file);
    }, 1_200_000);
});
