// Runs in a worker thread, because PGlite computes synchronously and would block other requests.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { WorkerFailure, WorkerRequest, WorkerResponse, WorkerStart } from './pglite-protocol.ts';
import { findParser } from './values.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

/** Parameters arrive as text, which needs no serializer for any type. */
const passThrough = new Proxy<Record<number, (value: unknown) => string>>(
  {},
  { get: () => (value: unknown) => value },
);

/** Reads the whole file: a blob backed by a file fails if another process replaces the file, even with an equal one. */
const readBlob = async (file: string) => new Blob([await readFile(file)]);

const open = async ({ dataDir, dumpFile }: WorkerStart): Promise<PGlite> => {
  const db = await PGlite.create({
    ...(dataDir ? { dataDir } : {}),
    ...(dumpFile ? { loadDataDir: await readBlob(dumpFile) } : {}),
  });
  db.serializers = passThrough;
  db.parsers = new Proxy<Record<number, (text: string) => unknown>>(
    {},
    { get: (_, oid) => findParser(Number(oid)) },
  );
  return db;
};

const toFailure = (error: unknown): WorkerFailure => {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined };
  const { code, severity, detail, hint, constraint, table, column, schema, position, where, routine } =
    error as Error & Record<string, unknown>;
  const fields = {
    code,
    severity,
    detail,
    hint,
    constraint,
    table,
    column,
    schema,
    position,
    where,
    routine,
  };
  return { message: error.message, stack: error.stack, ...(code ? { fields } : {}) };
};

const run = async (db: PGlite, request: WorkerRequest): Promise<unknown> => {
  switch (request.op) {
    case 'query': {
      const { command = '', rowCount = 0, rows } = await db.query(request.sql, request.parameters);
      return { command, rowCount, rows };
    }
    case 'exec':
      await db.exec(request.script);
      return undefined;
    case 'copy': {
      const blob = new Blob([request.chunk]);
      return (await db.query(`COPY ${request.target} FROM '/dev/blob'`, [], { blob })).rowCount;
    }
    case 'copyTo': {
      const { blob } = await db.query(`COPY (${request.query}) TO '/dev/blob' (FORMAT ${request.format})`);
      return new Uint8Array((await blob?.arrayBuffer()) ?? []);
    }
    case 'dump':
      return new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer());
    case 'close':
      await db.close();
      return undefined;
  }
};

const respond = async (id: number, work: () => Promise<unknown>) => {
  const message: WorkerResponse = await work().then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, failure: toFailure(error) }),
  );
  // Bytes are transferred, not copied.
  port.postMessage(message, message.value instanceof Uint8Array ? [message.value.buffer as ArrayBuffer] : []);
};

const opened = open(workerData as WorkerStart);
await respond(0, () => opened.then(() => undefined));
port.on('message', ({ id, request }: { id: number; request: WorkerRequest }) => {
  void respond(id, async () => run(await opened, request));
});
