/* oxlint-disable timeless-tests/no-sleep -- Only the soak: it asks a server again and again what it has done. */
// Two processes of the API and a worker, which are killed, whose database crashes, and whose disks are full, while people write.
import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isSoak, seededRandom, testSeed } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { servicesAt } from './features/alerts/testing/services-at.ts';
import type { Services } from './people/services.ts';
import { openDatabase } from './platform/db/index.ts';
import { readHeader } from './platform/jobs/testing/soak.ts';
import { startMailServer } from './platform/mail/testing/mail-server.ts';
import { findServerCommands, startOwnServer } from './platform/testing/own-server.ts';
import type { OwnServer } from './platform/testing/own-server.ts';
import { mountSmallDisk } from './platform/testing/small-disk.ts';
import type { SmallDisk } from './platform/testing/small-disk.ts';
import { createClient } from './testing/outages/client.ts';
import type { Tally } from './testing/outages/client.ts';
import { findUnexplained, supervise } from './testing/outages/processes.ts';
import type { LogLine, Supervised } from './testing/outages/processes.ts';
import { addDueWork, addOutageWorld, checkDueWork } from './testing/outages/world.ts';
import type { OutageWorld } from './testing/outages/world.ts';
import { compare, createWriters, findBrokenFiles } from './testing/outages/writers.ts';
import type { Writer, Written } from './testing/outages/writers.ts';

const kills = 60;
const noFaults = { lost: [], doubled: [], unknown: [], unclean: [], unexpectedEnds: [], errors: [] };
/** Of each writer between two kills; each file waits for the worker. */
const countStep = ({ name }: Writer) => (name === 'files' ? 1 : 5);
const hasWrittenStep = (written: number, writer: Writer) => written >= countStep(writer);
const deadlineMs = 2_400_000;

const commands = findServerCommands();
const describeOutages = isSoak && commands !== undefined ? describe : describe.skip;

describeOutages(`outages, which need SOAK=1 and the commands of a PostgreSQL server`, () => {
  let root = '';
  const inRoot = (name: string) => path.join(root, name);
  const random = seededRandom();
  const tally: Tally = { uncertain: 0, refused: 0, full: 0, unclean: [] };
  const errors: LogLine[] = [];
  const unexpectedEnds: string[] = [];
  const progress = new EventEmitter();
  const counts = { kills: 0, restarts: 0, ends: 0, acknowledged: 0 };
  let disks: readonly SmallDisk[] = [];
  let server: OwnServer;
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let world: OutageWorld;
  let processes: Supervised[] = [];
  let writers: readonly { readonly writer: Writer; readonly journal: Written[] }[] = [];

  const settings = (): Record<string, string> => ({
    DATABASE_URL: server.url,
    JWT_SECRET: 'a secret of thirty-two characters or more',
    ERASURE_KEY: 'a key of erasures of thirty-two characters or more',
    FILES_STORE: inRoot('files/store'),
    SMTP_URL: mails.url,
    LOG_LEVEL: 'info',
    FEATURES: '+target-accounts',
    MAIL_LIMIT_ROUTINE_HOUR: '10000',
    MAIL_LIMIT_ROUTINE_DAY: '10000',
    MAIL_LIMIT_SENDER_HOUR: '10000',
    MAIL_LIMIT_SENDER_DAY: '10000',
  });

  const withServices = async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
    const db = await openDatabase({ url: server.url });
    try {
      return await work(servicesAt(db, () => new Date(), settings()));
    } finally {
      await db.close();
    }
  };

  const start = (name: string, workers: string) =>
    supervise({
      name,
      environment: { ...settings(), WORKERS: workers, DATA_DIR: inRoot(name) },
      onLine: (line) => {
        if (line.level >= 50) errors.push(line);
      },
      onUnexpectedEnd: (how) => void unexpectedEnds.push(how),
    });

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'readerlens-outages-'));
    // The user of the server has to enter it.
    chmodSync(root, 0o755);
    disks = Object.entries({ data: 400, wal: 64, files: 300 }).flatMap(
      ([name, megabytes]) => mountSmallDisk(inRoot(name), megabytes) ?? [],
    );
    server = await startOwnServer({
      commands: commands ?? '',
      data: inRoot('data'),
      wal: inRoot('wal'),
      log: inRoot('log'),
    });
    mails = await startMailServer(
      () => undefined,
      () => {
        progress.emit('mail');
        // Time to kill the worker that waits for the answer.
        return 100 + 200 * random();
      },
    );
    world = await withServices((services) => addOutageWorld(services, new Date()));
    processes = await Promise.all([start('first', 'off'), start('second', 'off'), start('worker', 'only')]);
    const urls = processes.slice(0, 2).map(({ url }) => url);
    const client = createClient(urls, random, tally);
    writers = createWriters(client, world).map((writer) => ({ writer, journal: [] }));
  }, deadlineMs);

  afterAll(async () => {
    await Promise.all(processes.map(({ end }) => end('SIGKILL')));
    if (await server.isRunning()) await server.stop();
    for (const disk of disks) disk.unmount();
    await mails.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** Everyone writes one thing after another, until they have written enough. */
  const write = (isEnough: (written: number, writer: Writer) => boolean) =>
    Promise.all(
      writers.map(async ({ writer, journal }) => {
        for (let written = 0; !isEnough(written, writer); written += 1) {
          journal.push(await writer.write(journal.length));
          counts.acknowledged += 1;
          progress.emit('acknowledged');
        }
      }),
    );

  /** Disturbs at a random moment of some writes, and lets them end. */
  const disturb = async (disturbance: () => Promise<unknown>) => {
    await withServices(({ db }) => addDueWork(db, world, new Date()));
    const writes = writers.reduce((sum, { writer }) => sum + countStep(writer), 0);
    const moment = Math.floor(random() * writes * 0.8);
    const writing = write(hasWrittenStep);
    // It fails below.
    writing.catch(() => undefined);
    for (let left = moment; left > 0; left -= 1)
      await Promise.race([once(progress, 'acknowledged'), writing]);
    await Promise.all([disturbance(), writing]);
  };

  const killSome = async () => {
    const chosen = processes.filter(() => random() < 0.5);
    const victims = chosen.length > 0 ? chosen : processes.slice(0, 1);
    counts.kills += victims.length;
    await Promise.all(victims.map(({ killAndRestart }) => killAndRestart()));
  };

  /** The mail has arrived, and the worker does not know it. */
  const killSender = async () => {
    await once(progress, 'mail');
    counts.kills += 1;
    await processes[2]!.killAndRestart();
  };

  const crashServer = async () => {
    counts.restarts += 1;
    await server.stop();
    await server.start();
  };

  const countRefusals = () => tally.uncertain + tally.refused;

  const askAll = () => Promise.all(processes.map(({ readyStatus }) => readyStatus()));
  const untilAll = async (status: number) => {
    while ((await askAll()).some((each) => each !== status)) {
      expect(unexpectedEnds).toEqual([]);
      await delay(200);
    }
  };

  /** Everyone writes while it lasts, and then some more, which needs a product that has recovered by itself. */
  const endure = async (begin: () => unknown, isOver: () => boolean, end: () => Promise<unknown>) => {
    const state = { isOver: false };
    const writing = write((...step) => state.isOver && hasWrittenStep(...step));
    // It fails below.
    writing.catch(() => undefined);
    await begin();
    while (!isOver()) {
      await Promise.race([delay(200), writing]);
      await begin();
    }
    await end();
    state.isOver = true;
    await writing;
    await write(hasWrittenStep);
  };

  /** Once all processes can work. */
  const findFaults = async () => {
    await untilAll(200);
    const findings = await withServices(({ db }) =>
      Promise.all(writers.map(({ writer, journal }) => compare(writer, journal, db))),
    );
    return {
      lost: findings.flatMap(({ lost }) => lost),
      doubled: findings.flatMap(({ doubled }) => doubled),
      unknown: findings.flatMap(({ unknown }) => unknown),
      unclean: tally.unclean,
      unexpectedEnds,
      errors: findUnexplained(errors),
    };
  };

  const finishWork = async () => {
    const [, , worker] = processes;
    await worker!.end('SIGTERM');
    // Instead of waiting for the leases of killed workers.
    await withServices(({ db }) =>
      sql`UPDATE job_run SET leased_until = now() WHERE state = 'running'`.execute(db.kysely),
    );
    await worker!.restart();
    await withServices(async ({ db: { kysely } }) => {
      for (;;) {
        await sql`UPDATE job_run SET next_at = now() WHERE state = 'queued' AND next_at > now()`.execute(
          kysely,
        );
        const open = await kysely
          .selectFrom('job_run')
          .select('id')
          .where('state', 'in', ['queued', 'running'])
          .executeTakeFirst();
        if (!open) return;
        await delay(500);
      }
    });
  };

  const report = (text: string) => process.stdout.write(`outages, seed ${testSeed}: ${text}\n`);

  it(
    'nothing acknowledged is lost while processes are killed and the database crashes',
    async () => {
      for (let step = 1; counts.kills < kills; step += 1)
        if (step % 4 === 0) await disturb(killSender);
        else await disturb(() => Promise.all([killSome(), ...(step % 3 === 0 ? [crashServer()] : [])]));
      expect(await findFaults()).toEqual(noFaults);
    },
    deadlineMs,
  );

  it(
    'nothing acknowledged is lost while the database is away, and nobody has to start anything again',
    async () => {
      const before = countRefusals();
      await endure(
        async () => {
          if (!(await server.isRunning())) return;
          await server.stop();
          await untilAll(503);
        },
        () => countRefusals() - before > 500,
        server.start,
      );
      expect(await findFaults()).toEqual(noFaults);
    },
    deadlineMs,
  );

  it(
    'nothing acknowledged is lost while a disk is full, nor once it has room again',
    async () => {
      const [data, wal, files] = disks;
      if (!data || !wal || !files) {
        report('no disks were filled, because this user may not mount any');
        return;
      }
      const fullAfter = (more: number) => {
        const before = tally.full;
        return () => tally.full - before > more;
      };
      const freeing = (disk: SmallDisk) => async () => {
        disk.free();
        // Without room for its log, the server ends.
        if (await server.isRunning()) return;
        counts.ends += 1;
        await server.start();
      };
      await endure(files.fill, fullAfter(10), freeing(files));
      await endure(data.fill, fullAfter(60), freeing(data));
      const before = countRefusals();
      await endure(wal.fill, () => countRefusals() - before > 100, freeing(wal));
      expect(await findFaults()).toEqual(noFaults);
    },
    deadlineMs,
  );

  it(
    'what was due is done once, and its mails arrive',
    async () => {
      await finishWork();
      expect(await findFaults()).toEqual(noFaults);
      const arrived = mails.received.map(({ source }) => readHeader(source, 'Message-ID'));
      const { due, mails: sent, ...faults } = await withServices(({ db }) => checkDueWork(db, arrived));
      expect(faults).toEqual({ wrongResults: 0, unfinished: [], missing: 0, unknown: 0, wrongMails: 0 });
      expect(sent).toBe(due);
      expect(await withServices(findBrokenFiles)).toEqual([]);
      report(
        `${counts.kills} kills, ${counts.restarts} crashes of the database, ${counts.ends} ends of its own, ${counts.acknowledged} acknowledged writes, ` +
          `${tally.uncertain} uncertain attempts, ${tally.refused} refused ones, ${due} alerts and reports, ${sent} mails, of which ${arrived.length - sent} arrived again`,
      );
    },
    deadlineMs,
  );
});
