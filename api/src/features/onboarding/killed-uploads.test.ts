import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { withDataDirectory } from '../../platform/jobs/testing/kill-workers.ts';
import type { HaltPoint } from '../../platform/jobs/testing/killed-worker.ts';
import { kill, startWorker, withServerDatabase } from '../../platform/jobs/testing/soak.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { servicesAt } from '../alerts/testing/services-at.ts';
import type { KilledUpload } from './testing/killed-upload.ts';
import { readAll, storeForm } from './testing/store-form.ts';
import { uploadContent } from './testing/upload-content.ts';

const script = fileURLToPath(new URL('testing/killed-upload.ts', import.meta.url));
// Chunks expire a day later.
const now = new Date();

/** Runs the process until it halts, or until it is done, and kills it. */
const runUpload = async (options: Pick<KilledUpload, 'database' | 'folder'>, haltAt?: HaltPoint) => {
  const given: KilledUpload = {
    ...options,
    smtpUrl: '',
    start: now.toISOString(),
    seed: 0,
    ...(haltAt ? { haltAt } : {}),
  };
  const { child, lines } = await startWorker(script, given);
  try {
    expect((await lines.next()).value).toBe(haltAt ? 'halted' : 'done');
  } finally {
    await kill(child, 'SIGKILL');
  }
};

const withDatabase = async <T>(
  database: KilledUpload['database'],
  work: (db: Database) => Promise<T>,
): Promise<T> => {
  const db = await openDatabase(database);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

describe('an upload whose process is killed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'killed-uploads-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Kills it at both points. Returns how many chunks had arrived each time, and the files that are there in the end. */
  const killUpload = async (database: KilledUpload['database']) => {
    await withDatabase(database, (db) => storeForm(db, now));
    const countChunks = () =>
      withDatabase(
        database,
        async ({ kysely }) => (await kysely.selectFrom('onboarding_chunk').execute()).length,
      );
    await runUpload({ database, folder }, 'changing');
    const chunks = [await countChunks()];
    await runUpload({ database, folder }, 'storing');
    chunks.push(await countChunks());
    await runUpload({ database, folder });
    const contents = await withDatabase(database, async (db) => {
      const { files } = servicesAt(db, () => now, { FILES_STORE: folder });
      const stored = await db.kysely.selectFrom('onboarding_file').select('id').execute();
      return Promise.all(stored.map(async ({ id }) => readAll((await files.open(id))!.body)));
    });
    return { chunks, contents };
  };

  // In the transaction that stores the second chunk, and in the one that stores the file.
  it('goes on with what is missing, and its file is there once and byte for byte', async () => {
    const { chunks, contents } = hasServer
      ? await withServerDatabase((url) => killUpload({ url }))
      : await withDataDirectory((dataDir) => killUpload({ dataDir }));
    expect(chunks).toEqual([1, 3]);
    expect(contents.map((content) => content.equals(uploadContent))).toEqual([true]);
  });
});
