// Backups of other stores and of older versions.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isSoak } from '@readerlens/filters/testing';
import { databaseLocation, readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { readMigrations } from '../../platform/db/session.ts';
import type { Migration, SqlClient } from '../../platform/db/session.ts';
import { openObjects } from '../../platform/files/index.ts';
import { startS3 } from '../../platform/files/testing/s3-server.ts';
import type { S3Server } from '../../platform/files/testing/s3-server.ts';
import { enginesOfAnyTest } from '../../platform/testing/engines.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import type { Manifest } from './manifest.ts';
import { createPlaces, inPlace } from './testing/places.ts';
import type { Environment } from './testing/places.ts';

const places = createPlaces();
let s3: S3Server;
const before = { ...process.env };

beforeAll(async () => {
  s3 = await startS3();
  Object.assign(process.env, s3.environment);
});
afterAll(async () => {
  process.env = before;
  await s3.close();
  await places.remove();
});

const inDatabase = async <T>(
  environment: Environment,
  work: (db: Database) => Promise<T>,
  migrations?: readonly Migration[],
): Promise<T> => {
  const db = await openDatabase({ ...databaseLocation(readConfig(environment)), migrations });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

const inSession = async <T>(db: Database, work: (client: SqlClient) => Promise<T>): Promise<T> => {
  const client = await db.session();
  try {
    return await work(client);
  } finally {
    client.release();
  }
};
const exec = (db: Database, script: string) => inSession(db, (client) => client.exec(script));
const query = async (db: Database, statement: string) =>
  (await inSession(db, (client) => client.query(statement))).rows;

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** Path and hash of each file of a backup from a store. */
const listStored = (folder: string) =>
  readManifest(folder)
    .members.filter((member) => !member.path.startsWith('tables/'))
    .map((member) => `${member.path} ${member.sha256}`)
    .toSorted();

const readAll = async (target: string): Promise<Record<string, string>> => {
  const store = openObjects(target);
  const found: Record<string, string> = {};
  for await (const key of store.list()) found[key] = await text((await store.open(key))!.body);
  return found;
};

const ids = ['11111111-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000002'] as const;
/** More than one piece of a file. */
const large = 'a line of a report\n'.repeat(100_000);

const fillStores = async ({ FILES_STORE, AREAS_STORE }: Environment) => {
  const [files, areas] = [openObjects(FILES_STORE!), openObjects(AREAS_STORE!)];
  await files.put(`11/${ids[0]}`, Readable.from([large]));
  await files.put(`22/${ids[1]}`, Readable.from(['small']));
  await areas.put('areas/review/1.0.0/main.js', new TextEncoder().encode('run()') as never);
  await areas.put('registry.json', Readable.from(['{}']));
  await areas.put('registry.staging.json', Readable.from(['{"a":1}']));
};

/** The embedded engine takes a second for each time that it is opened. */
const engines = isSoak ? enginesOfAnyTest() : [hasServer ? ('postgres' as const) : ('pglite' as const)];

describe.each(engines)('a backup of %s', (engine) => {
  it('moves files and areas from folders to S3, and back', async () => {
    const from = await places.add(`${engine}-folders`, engine);
    await inDatabase(from, (db) =>
      exec(
        db,
        `INSERT INTO stored_file (id, owner_kind, owner_id, name, media_type, size, checksum, stored_at)
         SELECT id::uuid, 'report', '7', 'Report.csv', 'text/csv', 1, 'x', now() FROM unnest(ARRAY['${ids.join("','")}']) AS id`,
      ),
    );
    await fillStores(from);
    const buckets = {
      ...(await places.add(`${engine}-buckets`, engine)),
      FILES_STORE: s3.target(`${engine}/files`),
      AREAS_STORE: s3.target(`${engine}/areas`),
    };
    const back = await places.add(`${engine}-back`, engine);
    const [first, second] = ['first', 'second'].map((name) =>
      path.join(places.root, `${engine}-${name}`),
    ) as [string, string];
    expect(await inPlace.backup(first, from)).toMatchObject({ code: 0 });
    expect(await inPlace.restore(first, buckets)).toMatchObject({ code: 0 });
    expect(await readAll(buckets.FILES_STORE)).toEqual(await readAll(from['FILES_STORE']!));
    expect(await readAll(buckets.AREAS_STORE)).toEqual(await readAll(from['AREAS_STORE']!));
    // Registries last, and of them the main one.
    const puts = s3.requests.filter((request) => request.startsWith('PUT') && request.includes('/areas/'));
    expect(puts.map((request) => request.split('/').at(-1)).slice(-3)).toEqual([
      'main.js',
      'registry.staging.json',
      'registry.json',
    ]);
    const elsewhere = { ...(await places.add(`${engine}-taken`, engine)), FILES_STORE: buckets.FILES_STORE };
    await openObjects(buckets.FILES_STORE).put('aa/other', Readable.from(['other']));
    expect(await inPlace.restore(first, elsewhere)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${buckets.FILES_STORE} is not empty: it has aa/other`),
    });

    expect(await inPlace.backup(second, buckets)).toMatchObject({ code: 0 });
    expect(listStored(second)).toEqual(listStored(first));
    expect(await inPlace.restore(second, back)).toMatchObject({ code: 0 });
    expect(await readAll(back['FILES_STORE']!)).toEqual(await readAll(from['FILES_STORE']!));
    expect(await readAll(back['AREAS_STORE']!)).toEqual(await readAll(from['AREAS_STORE']!));
    expect(await inDatabase(back, (db) => query(db, 'SELECT id::text FROM stored_file ORDER BY id'))).toEqual(
      ids.map((id) => ({ id })),
    );
  });

  it('of an older version is restored by this one, which migrates its rows', async () => {
    const all = readMigrations();
    const older = all.filter(({ name }) => name < '0051');
    const from = await places.add(`${engine}-older`, engine);
    await inDatabase(
      from,
      (db) =>
        exec(
          db,
          `INSERT INTO client (id, name) VALUES (1, 'Older Ltd');
           INSERT INTO app_user (email, first_name, last_name, role) VALUES ('a@x.example', 'Ann', 'Older', 'Internal');
           INSERT INTO reader (id, first_name, email) VALUES (7, 'Zoé', 'zoe@x.example');
           INSERT INTO engagement (client_id, occurred_at, activity_type, source, status, community_id, document_id, reader_id)
             SELECT 1, '2026-01-05', 0, 0, 1, 1, 1, 7 FROM generate_series(1, 3);
           INSERT INTO audit_event (action, detail) VALUES ('alert.create', '{"name":"Ünïcode"}');`,
        ),
      older,
    );
    const folder = path.join(places.root, `${engine}-of-older`);
    expect(await inPlace.backup(folder, from)).toMatchObject({ code: 0 });
    expect(readManifest(folder).migrations.map(({ name }) => name)).toEqual(older.map(({ name }) => name));
    const to = await places.withOwner(await places.add(`${engine}-newer`, engine));
    expect(await inPlace.restore(folder, to)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Restored.'),
    });
    await inDatabase(to, async (db) => {
      expect(await query(db, 'SELECT name FROM schema_migration ORDER BY name')).toEqual(
        all.map(({ name }) => ({ name })),
      );
      expect(
        await query(
          db,
          `SELECT to_regclass('newsletter_recipient_email') IS NOT NULL AS built, EXISTS (SELECT FROM migration_work) AS left`,
        ),
      ).toEqual([{ built: true, left: false }]);
      expect(
        await query(
          db,
          `SELECT c.name, r.first_name, count(*)::integer AS activities FROM engagement AS e
           JOIN client AS c ON c.id = client_id JOIN reader AS r ON r.id = reader_id GROUP BY 1, 2`,
        ),
      ).toEqual([{ name: 'Older Ltd', first_name: 'Zoé', activities: 3 }]);
      expect(await query(db, 'SELECT action FROM audit_event ORDER BY id')).toEqual([
        { action: 'alert.create' },
        { action: 'backup.restore' },
      ]);
      // The sequences go on behind the rows.
      expect(
        await query(
          db,
          `INSERT INTO app_user (email, first_name, last_name, role) VALUES ('b@x.example', 'Bo', 'Newer', 'Internal') RETURNING last_name`,
        ),
      ).toHaveLength(1);
    });
  });
});
