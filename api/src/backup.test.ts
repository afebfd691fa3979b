// A drill with the documented commands: the product is backed up on one engine, and goes on in an empty place on the other.
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { HeldDeliveries } from '@readerlens/contract';
import { runs } from '@readerlens/filters/testing';
import { createPlaces, inPlace, placeSecret, runHere } from './data/backup/testing/places.ts';
import type { Environment } from './data/backup/testing/places.ts';
import { clients } from './data/demo/testing/demo-api.ts';
import type { Services } from './people/services.ts';
import type { Database, Engine } from './platform/db/index.ts';
import { startMailServer } from './platform/mail/testing/mail-server.ts';
import { enginesOfAnyTest } from './platform/testing/engines.ts';
import { hasServer } from './platform/testing/server-database.ts';
import { runDeliveries } from './run-deliveries.ts';
import { runErasures } from './run-erasures.ts';
import {
  aDayLater,
  demoEnd,
  fingerprintTables,
  loadDueDemo,
  readDoneRuns,
  startProduct,
  takeSentMails,
} from './testing/drills.ts';
import type { MailServer, Product } from './testing/drills.ts';

const secret = placeSecret;

const places = createPlaces();
const { root } = places;
let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(async () => {
  await mailServer.stop();
  await places.remove();
});

const place = async (name: string, engine: Engine): Promise<Environment> => ({
  ...(await places.add(name, engine)),
  SMTP_URL: mailServer.url,
});

const run = (command: 'backup' | 'restore', argument: string, environment: Environment) =>
  inPlace[command](argument, environment);

/** They differ after a restore, on purpose. */
const changed = [
  'audit_event',
  'client_cost',
  'delivery_hold',
  'process_heartbeat',
  'schema_migration',
  'user_session',
];

const findDifferences = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...one].flatMap(([name, content]) => (other.get(name) === content ? [] : [name]));

/** What people see. */
const look = async ({ call, signIn }: Product) => {
  const token = await signIn('sysadmin@demo.example');
  const filters = [clients(1, 2, 3)];
  const answers = await Promise.all([
    call('POST', '/api/client-dashboard/stats', token, { filters }),
    call('POST', '/api/client-dashboard/top-documents', token, { filters }),
    call('POST', '/api/notifications/search', token, {}),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  return answers.map((answer) => answer.json().data as unknown);
};

/** The reader of an activity of client 1; another index is another reader. */
const readerAt = async ({ kysely }: Database, index: number): Promise<number> => {
  const rows = await kysely
    .selectFrom('engagement')
    .select('reader_id as id')
    .distinct()
    .where('client_id', '=', 1)
    .orderBy('reader_id')
    .limit(index + 1)
    .execute();
  return rows[index]!.id;
};
const people = ({ kysely }: Database, id: number) =>
  kysely.selectFrom('reader').select(['email', 'first_name']).where('id', '=', id).executeTakeFirstOrThrow();

const file = { name: 'Report.csv', owner: { kind: 'report', id: '7' } };
const readFile = async ({ files }: Services, id: string) => {
  const found = await files.open(id);
  return found && (await text(found.body));
};

describe.each(enginesOfAnyTest())('a backup of %s', (engine) => {
  const to = hasServer && engine === 'pglite' ? 'postgres' : 'pglite';
  const folder = () => path.join(root, `backup-${engine}`);
  let [from, target]: [Environment, Environment] = [{}, {}];
  let source: Product | undefined;
  let restored: Product | undefined;
  let seen: {
    tables: Map<string, string>;
    screens: unknown[];
    fileId: string;
    releasedSince: { id: number; named: object };
  };

  beforeAll(async () => {
    from = await place(`${engine}-source`, engine);
    target = await places.withOwner(await place(`${engine}-target`, to));
    source = await startProduct(from);
    const { db, services, signIn } = source;
    await loadDueDemo(source);
    const { id: fileId } = await services.files.put(file, Readable.from(['a file\n']));
    const { id: lost } = await services.files.put(file, Readable.from(['lost']));
    rmSync(path.join(from['FILES_STORE']!, lost.slice(0, 2), lost));
    const id = await readerAt(db, 2);
    const named = await people(db, id);
    const token = await signIn('admin@demo.example');
    const restriction = { readerId: String(id), reason: 'Contested' };
    await source.call('POST', '/api/personal-data/restrict', token, restriction);
    await services.audit.record({ action: 'alert.create', actorId: 1, detail: { name: 'Ünïcode\t\\N' } });
    await signIn('internal@demo.example');
    seen = {
      screens: await look(source),
      tables: await fingerprintTables(db),
      fileId,
      releasedSince: { id, named },
    };
    cpSync(path.join(import.meta.dirname, 'data', 'backup'), path.join(from['AREAS_STORE']!, 'areas', 'x'), {
      recursive: true,
    });
    writeFileSync(path.join(from['AREAS_STORE']!, 'registry.json'), '{}');
  });
  afterAll(async () => {
    await source?.stop();
    await restored?.stop();
  });

  it('is made while the product runs, or needs the embedded database to be closed', async () => {
    const whileOpen = engine === 'pglite' ? await run('backup', folder(), from) : undefined;
    expect(whileOpen?.code ?? 1).toBe(1);
    expect(whileOpen?.output ?? 'Stop that process').toContain('Stop that process');
    expect(existsSync(folder())).toBe(false);
    if (whileOpen) {
      await source?.stop();
      source = undefined;
    }
    const { code, output } = await run('backup', folder(), from);
    expect([code, output]).toEqual([0, expect.stringContaining('  1 files\n')]);
    expect(output).toContain('not there, or deleted meanwhile');
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder(), 'tables', 'app_user.copy')).mode & 0o777).toBe(0o600);
    expect(await run('backup', folder(), from)).toMatchObject({ code: 1 });
  });

  it('is refused if it is damaged, before anything is written', async () => {
    const damaged = path.join(root, `damaged-${engine}`);
    cpSync(folder(), damaged, { recursive: true });
    appendFileSync(path.join(damaged, 'tables', 'client.copy'), '\n');
    const { code, output } = await run('restore', damaged, target);
    expect([code, output]).toEqual([1, expect.stringContaining('tables/client.copy was changed')]);
    appendFileSync(path.join(damaged, 'manifest.json'), ' ');
    expect((await run('restore', damaged, target)).output).toContain('manifest.json was changed');
    expect(existsSync(target['FILES_STORE']!)).toBe(false);
  });

  it('is restored into an empty place only, with all rows and files', async () => {
    expect(
      (await run('restore', folder(), { ...target, FILES_STORE: from['AREAS_STORE']! })).output,
    ).toContain('is not empty');
    // What an interrupted restore leaves: some of the files, and of the areas no registry.
    for (const [store, member] of [
      [target['FILES_STORE']!, 'files'],
      [path.join(target['AREAS_STORE']!, 'areas'), 'areas/areas'],
    ] as const)
      cpSync(path.join(folder(), ...member.split('/')), store, { recursive: true });
    const { code, output } = await run('restore', folder(), {
      ...target,
      JWT_SECRET: secret.toUpperCase(),
      DATA_KEY_ACCEPTED: secret,
    });
    expect([code, output]).toEqual([0, expect.stringContaining('JWT_SECRET is another one')]);
    expect(output).toContain('LINK_KEY is another one');
    expect(output).not.toContain('DATA_KEY is another one');
    expect(await run('restore', folder(), target)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Its rows are there already'),
    });
    const product = (restored = await startProduct(target));
    const differing = findDifferences(seen.tables, await fingerprintTables(product.db));
    expect(differing.filter((name) => !changed.includes(name))).toEqual([]);
    expect(differing).toEqual(expect.arrayContaining(['audit_event', 'delivery_hold', 'user_session']));
    expect(await readFile(product.services, seen.fileId)).toBe('a file\n');
    const sessions = product.db.kysely.selectFrom('user_session').select('id').where('ended_at', 'is', null);
    expect(await sessions.execute()).toEqual([]);
    expect(await look(product)).toEqual(seen.screens);
    const events = await product.db.kysely
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', '!=', 'login.password')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(events.map(({ action }) => action)).toEqual(['backup.restore', 'alert.create']);
    expect(events[1]?.detail).toEqual({ name: 'Ünïcode\t\\N' });
    expect(existsSync(path.join(target['AREAS_STORE']!, 'registry.json'))).toBe(true);
  });

  it('sends nothing until it is released, and then what the source would have sent', async () => {
    const product = restored!;
    product.time.set(aDayLater);
    await product.work();
    expect(takeSentMails(mailServer)).toEqual([]);
    const token = await product.signIn('internal@demo.example');
    const url = '/api/operations/deliveries';
    const due = (await product.call('GET', url, token)).json().data as HeldDeliveries;
    expect(due).toMatchObject({ held: { reason: 'This database was restored from a backup.' }, mails: 1 });
    const alarms = (await product.call('GET', '/api/operations/alarms', token)).json().data as object[];
    expect(alarms).toContainEqual(expect.objectContaining({ condition: 'deliveries-held' }));
    expect((await product.call('POST', `${url}/release`, token, {})).statusCode).toBe(200);
    expect((await product.call('POST', `${url}/release`, token, {})).statusCode).toBe(409);
    await product.work();
    await product.work();
    const released = { mails: takeSentMails(mailServer), runs: await readDoneRuns(product.db) };

    source ??= await startProduct(from);
    source.time.set(aDayLater);
    await source.work();
    await source.work();
    expect(released).toEqual({ mails: takeSentMails(mailServer), runs: await readDoneRuns(source.db) });
    expect(released.mails.filter((mail) => mail.includes('Waiting'))).toHaveLength(1);
    expect(released.mails.length).toBeGreaterThan(5);
    expect(due.slots).toBeGreaterThan(5);
  });

  if (engine === 'postgres')
    it('has one moment of all tables, while others write', async () => {
      const { db } = source!;
      const at = new Date(demoEnd);
      const writer = { written: 0, isOn: true };
      const write = async () => {
        for (; writer.isOn; writer.written += 1)
          await db.transaction(async (trx) => {
            await trx
              .insertInto('rate_limit')
              .values({ key: `pair ${writer.written}`, points: 1, expire: null })
              .execute();
            await trx
              .insertInto('mail_count')
              .values({ key: `pair ${writer.written}`, at })
              .execute();
          });
      };
      const writing = write();
      const read = (backup: string, table: string) =>
        [...readFileSync(path.join(backup, 'tables', `${table}.copy`), 'utf8').matchAll(/pair \d+/g)]
          .map(([name]) => name)
          .toSorted();
      for (let round = 1; round <= runs({ test: 1, soak: 20 }); round += 1) {
        const moment = path.join(root, `moment-${round}`);
        expect(await run('backup', moment, from)).toMatchObject({ code: 0 });
        expect(read(moment, 'rate_limit')).toEqual(read(moment, 'mail_count'));
      }
      writer.isOn = false;
      await writing;
      const { count } = await db.kysely
        .selectFrom('mail_count')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('key', 'like', 'pair %')
        .executeTakeFirstOrThrow();
      expect(writer.written).toBeGreaterThan(0);
      expect(count).toBe(writer.written);
    });

  // The embedded database is open in this process.
  if (hasServer)
    it('is held and released by a command as well', async () => {
      const show = async (...argv: string[]) =>
        (await runHere(runDeliveries, argv, to === 'postgres' ? target : from)).output.trimEnd();
      expect(await show()).toMatch(/^Deliveries are not held\. Now due: scheduled runs \d+, mails 0/);
      expect(await show('hold')).toBe('Deliveries are held.');
      expect(await show()).toMatch(/^Deliveries are held since .* Deliveries were held by a command\./);
      expect(await show('release')).toMatch(/^The deliveries are released\./);
      expect(await show('release')).toBe('Deliveries are not held.');
    });

  it('forgets again who was erased or restricted since, knows who was released, and counts as before', async () => {
    const readStats = async ({ call, signIn }: Product) => {
      const token = await signIn('sysadmin@demo.example');
      const answer = await call('POST', '/api/client-dashboard/stats', token, {
        filters: [clients(1, 2, 3)],
      });
      expect(answer.statusCode).toBe(200);
      return answer.json().data as unknown;
    };
    const { db, call, signIn } = source!;
    const [id, restrictedSince] = [await readerAt(db, 0), await readerAt(db, 1)];
    const named = await people(db, id);
    const body = { readerIds: [String(id)], keep: [], reference: 'A request' };
    const token = await signIn('admin@demo.example');
    expect((await call('POST', '/api/personal-data/erase', token, body)).json()).toMatchObject({
      success: true,
    });
    const restriction = { readerId: String(restrictedSince), reason: 'Contested' };
    const lifting = { readerId: String(seen.releasedSince.id) };
    source!.time.pass(60);
    for (const [action, request] of [
      ['restrict', restriction],
      ['lift', lifting],
    ] as const)
      expect((await call('POST', `/api/personal-data/${action}`, token, request)).statusCode).toBe(200);
    const erased = await people(db, id);
    expect(erased.first_name).not.toBe(named.first_name);
    expect(await people(restored!.db, id)).toEqual(named);
    expect(await people(restored!.db, seen.releasedSince.id)).toMatchObject({ first_name: 'Restricted' });
    const before = await readStats(restored!);

    // A command opens an embedded database alone.
    await Promise.all([source!.stop(), restored!.stop()]);
    [source, restored] = [undefined, undefined];
    const saved = path.join(root, `erasures-${engine}.json`);
    const replay = async (environment: Environment) =>
      (await runHere(runErasures, ['--from', saved], environment)).output.trimEnd();
    expect((await runHere(runErasures, ['--to', saved], from)).output).toContain('1 restriction.');
    const other = { ...target, JWT_SECRET: secret.toUpperCase() };
    expect(await replay(other)).toMatch(
      /^1 reader was erased again.\n1 reader was restricted again.\n0 restrictions were lifted again.\nNo key of this process reads the values of the restricted readers \d+: /,
    );
    expect(await replay({ ...other, DATA_KEY_ACCEPTED: secret })).toBe(
      '0 readers were erased again.\n0 readers were restricted again.\n1 restriction was lifted again.\nThe file has 1 identity of readers erased for all clients, 0 of readers erased for some, and 1 restriction.',
    );
    restored = await startProduct(target);
    expect((await people(restored.db, id)).first_name).toBe(erased.first_name);
    expect(await people(restored.db, restrictedSince)).toMatchObject({ first_name: 'Restricted' });
    expect(await people(restored.db, seen.releasedSince.id)).toEqual(seen.releasedSince.named);
    expect(await readStats(restored)).toEqual(before);
  });
});
