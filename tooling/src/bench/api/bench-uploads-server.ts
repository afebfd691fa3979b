// Runs the API with the worker of uploads in a separate process, to measure its memory alone. Ends on any message.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { assembleUploadKind, createRunner } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import type { Database } from '@readerlens/api';
import type { BenchServer } from './bench-server.ts';
import { biggestClient } from './biggest-client.ts';
import { withBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';

export interface UploadsBenchStart extends Pick<BenchOptions, 'cacheDir' | 'scale' | 'serverUrl'> {
  readonly engine: Engine;
  readonly uploads: number;
}

export interface UploadsBenchReady {
  readonly port: number;
  /** Of the overview. */
  readonly token: string;
  readonly uploadToken: string;
  readonly formId: string;
  /** One for each upload. */
  readonly contentIds: readonly string[];
  readonly clientId: number;
  readonly range: { readonly from: string; readonly to: string };
}

export type FromUploadsBench = { readonly ready: UploadsBenchReady } | { readonly rss: number };

const sampleMs = 20;
const logger = {
  info() {},
  warn() {},
  error: (...line: unknown[]) => process.stderr.write(`${line.join(' ')}\n`),
};

/** A form with one content item for each upload. Its user is not the one of the overview, with whom it would share turns. */
const addForm = async (
  { kysely }: Database,
  { users, signIns }: BenchServer['services'],
  uploads: number,
) => {
  const now = new Date();
  const user = await users.findByEmail('sysadmin@demo.example');
  if (!user) throw new Error('The benchmark has no system administrator.');
  const client = await kysely
    .selectFrom('client')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: form_id } = await kysely
    .insertInto('onboarding_form')
    .values({
      client_id: client.id,
      user_id: user.id,
      name: 'Bench',
      email: user.email,
      sent_from_name: 'Readerlens Weekly',
      sender_email: user.email,
      sent_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
      created_by: user.id,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const contents = await kysely
    .insertInto('onboarding_content')
    .values(
      Array.from({ length: uploads }, (_, index) => ({
        form_id,
        client_id: client.id,
        title: `Content ${index}`,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning('id')
    .execute();
  const uploadToken = await signIns.begin(user, 'password', { ip: '127.0.0.1', headers: {} });
  return { uploadToken, formId: form_id, contentIds: contents.map(({ id }) => id) };
};

const send = (message: FromUploadsBench) => process.send?.(message);

const start = JSON.parse(process.argv[2] ?? '{}') as UploadsBenchStart;
mkdirSync(start.cacheDir, { recursive: true });
const folder = mkdtempSync(path.join(start.cacheDir, 'uploads-'));
try {
  await withBenchServer(
    start.engine,
    { ...start, environment: { FILES_STORE: folder } },
    async (db, { address, services }) => {
      const form = await addForm(db, services, start.uploads);
      const runner = createRunner({ db, kinds: [assembleUploadKind(services)], logger });
      services.jobs.onAdd(() => runner.wake());
      await runner.start();
      send({ ready: { ...address, ...form, ...(await biggestClient(db)) } });
      const sampling = setInterval(() => send({ rss: process.memoryUsage.rss() }), sampleMs);
      await new Promise<void>((resolve) => process.on('message', () => resolve()));
      clearInterval(sampling);
      await runner.stop();
      await db.kysely.deleteFrom('onboarding_form').where('id', '=', form.formId).execute();
      await db.kysely.deleteFrom('stored_file').where('owner_kind', 'like', 'onboarding-%').execute();
      await db.kysely.deleteFrom('job_run').where('kind', '=', 'onboarding-upload').execute();
    },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.disconnect();
