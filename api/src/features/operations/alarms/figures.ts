import path from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { IdentityProviderProblem } from '../../../people/identity-provider-watch.ts';
import type { AreaStoreProblem, Services } from '../../../people/services.ts';
import { answersInTime, readFailedMigrationWork } from '../../../platform/db/index.ts';
import type { Database, FailedMigrationWork, Schema } from '../../../platform/db/index.ts';
import { toAppError } from '../../../platform/http/error-response.ts';
import {
  hasSchedulesOfPeople,
  isRunning,
  readHold,
  readProcesses,
  readWaiting,
} from '../../../platform/jobs/index.ts';
import type { Hold, ProcessState } from '../../../platform/jobs/index.ts';
import { mailKindName } from '../../../platform/mail/mail-kind.ts';
import { readUntoldAreas } from '../../../sendings/area-notices.ts';
import type { UntoldArea } from '../../../sendings/area-notices.ts';
import { webhookKindName } from '../../../sendings/webhooks/messages.ts';
import { countUnreadable } from '../../../sendings/webhooks/stored-secrets.ts';
import type { SecretCounts } from '../../../sendings/webhooks/stored-secrets.ts';

/** Something that waits, by when the oldest was promised. */
export interface Waiting {
  readonly since: Date;
  readonly runs: number;
}

/** What the database says about all processes. */
export interface DatabaseFigures {
  /** The time of the database, because the clock of this process can be wrong. */
  readonly now: Date;
  /** The worker that was seen last, if there ever was one. */
  readonly lastWorker: ProcessState | undefined;
  /** The processes that run now. */
  readonly processes: readonly ProcessState[];
  /** Undefined if deliveries are not held. */
  readonly hold: Hold | undefined;
  /** Work of schedules, by kind. */
  readonly lateSlots: ReadonlyMap<string, Waiting>;
  /** Undefined if no mail waits. */
  readonly mails: Waiting | undefined;
  readonly webhooks: Waiting | undefined;
  /** Whether processes do background work, and none of them has a mail server. */
  readonly lacksMailServer: boolean;
  /** Whether people have scheduled alerts, reports or other mails. */
  readonly isSendingPlanned: boolean;
  /** Mails that were refused since the mail server last took one. */
  readonly refusedMails: Waiting | undefined;
  /** Areas whose backends do not know yet what happened to readers. */
  readonly untoldAreas: readonly UntoldArea[];
  /** What is stored and cannot be read with the keys of this process. */
  readonly unreadableSecrets: SecretCounts;
  /** What migrations have left to do, and has failed. */
  readonly failedMigrationWork: readonly FailedMigrationWork[];
}

export interface Disk {
  /** What is on it. */
  readonly name: 'data' | 'files';
  readonly directory: string;
  readonly freeBytes: number;
}

/** What tells whether the product keeps its promises. */
export interface Figures {
  /** Undefined if the database cannot be reached. */
  readonly database: DatabaseFigures | undefined;
  /** The disks of this process. */
  readonly disks: readonly Disk[];
  /** Of this process. */
  readonly areaStore: AreaStoreProblem | undefined;
  /** As this process sees it. */
  readonly identityProvider: IdentityProviderProblem | undefined;
}

export type FigureServices = Pick<
  Services,
  | 'config'
  | 'db'
  | 'secrets'
  | 'databaseTime'
  | 'freeBytes'
  | 'findAreaStoreProblem'
  | 'findIdentityProviderProblem'
>;

/**
 * A mail that one server refuses for now is no reason to worry, as long as others are taken after it: only mails
 * that were tried after the last one that was taken count.
 */
const readRefusedMails = async (kysely: Kysely<Schema>): Promise<Waiting | undefined> => {
  const { rows } = await sql<{ since: Date | null; runs: number }>`
    WITH taken AS (SELECT max(finished_at) AS at FROM job_run WHERE kind = ${mailKindName} AND state = 'done')
    SELECT greatest(min(slot_at), max(taken.at)) AS since, count(*)::integer AS runs FROM job_run, taken
    WHERE kind = ${mailKindName} AND error IS NOT NULL AND started_at > coalesce(taken.at, '-infinity')
      AND (state = 'queued' AND attempts > 0 OR state = 'running' AND attempts > 1)`.execute(kysely);
  const [{ since, runs } = { since: null, runs: 0 }] = rows;
  return since ? { since, runs } : undefined;
};

/**
 * The embedded database shows its mails on a page instead. Without any worker, another alarm says so. A process of a version that
 * does not tell may have a mail server.
 */
const lacksMailServer = ({ engine }: Pick<Database, 'engine'>, running: readonly ProcessState[]): boolean => {
  const workers = running.filter(({ isWorker }) => isWorker);
  return engine !== 'pglite' && workers.length > 0 && workers.every(({ sendsMails }) => sendsMails === false);
};

const readDatabase = async ({
  db,
  databaseTime,
  config,
  secrets,
}: FigureServices): Promise<DatabaseFigures> => {
  const now = await databaseTime();
  const [
    hold,
    processes,
    waiting,
    isSendingPlanned,
    refusedMails,
    untoldAreas,
    unreadableSecrets,
    failedMigrationWork,
  ] = [
    await readHold(db.kysely),
    await readProcesses(db.kysely),
    await readWaiting(db.kysely, now),
    await hasSchedulesOfPeople(db.kysely),
    await readRefusedMails(db.kysely),
    await readUntoldAreas(db.kysely, config),
    await countUnreadable(db.kysely, secrets, now),
    await readFailedMigrationWork(db.kysely),
  ];
  const find = (name: string) => waiting.find(({ kind }) => kind === name);
  const running = processes.filter((each) => isRunning(each, now));
  return {
    now,
    lastWorker: processes.find(({ isWorker }) => isWorker),
    processes: running,
    hold,
    lateSlots: new Map(waiting.filter(({ isScheduled }) => isScheduled).map((each) => [each.kind, each])),
    mails: find(mailKindName),
    webhooks: find(webhookKindName),
    lacksMailServer: lacksMailServer(db, running),
    isSendingPlanned,
    refusedMails,
    untoldAreas,
    unreadableSecrets,
    failedMigrationWork,
  };
};

const readDisks = async ({ config, db, freeBytes }: FigureServices): Promise<Disk[]> => {
  const isInside = !path.relative(config.dataDir, config.filesStore).startsWith('..');
  const used: [Disk['name'], string][] = [
    ...(db.engine === 'pglite' ? [['data', config.dataDir] as [Disk['name'], string]] : []),
    ...(config.filesStore.startsWith('s3:') || (db.engine === 'pglite' && isInside)
      ? []
      : [['files', config.filesStore] as [Disk['name'], string]]),
  ];
  const disks = await Promise.all(
    used.map(async ([name, directory]) => ({ name, directory, freeBytes: await freeBytes(directory) })),
  );
  return disks.flatMap((disk) =>
    disk.freeBytes === undefined ? [] : [{ ...disk, freeBytes: disk.freeBytes }],
  );
};

/** Undefined if the database cannot be reached, or does not answer in time. */
const readDatabaseIfReachable = async (services: FigureServices): Promise<DatabaseFigures | undefined> => {
  if (!(await answersInTime(services.db))) return undefined;
  try {
    return await readDatabase(services);
  } catch (error) {
    if (toAppError(error).status === 503) return undefined;
    throw error;
  }
};

export const readFigures = async (services: FigureServices): Promise<Figures> => {
  const [database, disks, areaStore, identityProvider] = await Promise.all([
    readDatabaseIfReachable(services),
    readDisks(services),
    services.findAreaStoreProblem(),
    services.findIdentityProviderProblem(),
  ]);
  return { database, disks, areaStore, identityProvider };
};
