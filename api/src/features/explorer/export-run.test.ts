import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { activityWorld, noon } from '../../core/activities/testing/activity-world.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { ofClients } from './testing/search-pages.ts';

/** Twenty-four megabytes of text: more than all buffers between client and server. */
const rowCount = 12_000;
const address = 'x'.repeat(2000);

describeOnEachEngine('a running export', (db, engine) => {
  const world = activityWorld(db);
  let token: string;
  let port: number;
  let clientId: number;
  let readerId: number;
  beforeAll(async () => {
    token = await world().tokenOf();
    clientId = await world().add('client', { name: 'Client' });
    readerId = await world().add('reader', { title: 'as it was', address });
    await sql`INSERT INTO engagement (client_id, reader_id, document_id, community_id, occurred_at, activity_type, status, source)
      SELECT ${clientId}::integer, ${readerId}::integer, 1, 1, ${noon(5)}::timestamptz + place * interval '1 second', 1, 1, 1
      FROM generate_series(1, ${rowCount}::integer) AS place`.execute(db().kysely);
    await world().app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = world().app.server.address() as { port: number });
  });
  beforeEach(async () => {
    await db().kysely.updateTable('reader').set({ title: 'as it was' }).where('id', '=', readerId).execute();
  });

  const columns = ['jobTitle', 'address'].map((field) => ({ field }));
  /** A response that is not read yet; aborting closes its connection. */
  const begin = (body: Record<string, unknown> = {}, signal?: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const path = '/api/analytics/export';
      const options = { port, path, headers, method: 'POST', agent: false, ...(signal ? { signal } : {}) };
      const asked = request(options, resolve).on('error', reject);
      asked.end(JSON.stringify({ filters: [ofClients(clientId)], format: 'csv', columns, ...body }));
    });
  /** Waits until all buffers between client and database are full. */
  const startSlowDownload = async (body: Record<string, unknown> = {}, signal?: AbortSignal) => {
    const answer = await begin(body, signal);
    if (answer.statusCode !== 200) throw new Error(await text(answer));
    await pause(500);
    return { answer, rest: async () => parse(await text(answer), { bom: true, from: 2 }) };
  };
  const progressOf = async (exportId: string, as = token) => {
    const params = { exportId };
    const { status, body } = await world().call('GET /api/analytics/export-progress/{exportId}', {
      token: as,
      params,
    });
    if (status !== 200) throw new Error(`The progress answered ${status}.`);
    return body.data as { rows: number; total: number };
  };
  const isUnknown = async (exportId: string) => (await progressOf(exportId)).total === 0;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + 10_000; !(await isSo()); await pause(50))
      if (Date.now() > end) throw new Error('It did not happen.');
  };
  const changeTitle = () =>
    db().kysely.updateTable('reader').set({ title: 'later' }).where('id', '=', readerId).execute();
  /** Sessions that an export holds, or that wait for a lock. */
  const busySessions = async () => {
    const query = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
    return (await query.execute(db().kysely)).rows[0]?.count;
  };

  it('is complete, and reports progress to the user who started it', async () => {
    const exportId = randomUUID();
    const { rest } = await startSlowDownload({ exportId });
    expect(await progressOf(exportId)).toMatchObject({ total: rowCount });
    expect(await progressOf(exportId, await world().tokenOf())).toEqual({ rows: 0, total: 0 });
    expect(await rest()).toHaveLength(rowCount);
    expect(await progressOf(exportId)).toEqual({ rows: rowCount, total: rowCount });
    expect(await progressOf(randomUUID())).toEqual({ rows: 0, total: 0 });
  });

  it('reports the number of written rows while running', async () => {
    const exportId = randomUUID();
    const rowsNow = async () => (await progressOf(exportId)).rows;
    let between = 0;
    const { answer } = await startSlowDownload({ exportId });
    await pause(600);
    for await (const piece of answer) {
      if (between > 0) continue;
      await pause((piece as Buffer).length / 16_000);
      const rows = await rowsNow();
      if (rows < rowCount) between = rows;
    }
    expect(between).toBeGreaterThan(0);
    await until(async () => (await rowsNow()) === rowCount);
  });

  it('shows a consistent snapshot, or fails', async () => {
    const { rest } = await startSlowDownload();
    await changeTitle();
    const titles = async () => [...new Set((await rest()).map((row) => row[3]))];
    expect(await titles().catch((error: Error) => error.message)).toEqual(
      engine === 'pglite' ? 'aborted' : ['as it was'],
    );
    const again = await (await startSlowDownload()).rest();
    expect(new Set(again.map((row) => row[3]))).toEqual(new Set(['later']));
  });

  it('ends when the client disconnects', async () => {
    const exportId = randomUUID();
    const gone = new AbortController();
    const { rest } = await startSlowDownload({ exportId }, gone.signal);
    gone.abort();
    await expect(rest()).rejects.toThrow('abort');
    await until(() => isUnknown(exportId));
    if (engine === 'postgres') await until(async () => (await busySessions()) === 0);
  });

  it('is limited in concurrency', async () => {
    const gone = new AbortController();
    const four = [1, 2, 3, 4].map(() => startSlowDownload({}, gone.signal));
    await Promise.all(four);
    const fifth = await begin();
    expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(await text(fifth))).toMatchObject({ success: false, code: 'unavailable' });
    gone.abort();
    await until(async () => {
      const again = new AbortController();
      const { statusCode } = await begin({}, again.signal);
      again.abort();
      return statusCode === 200;
    });
  });

  if (engine === 'postgres') {
    it('cancels the statement when the client disconnects', async () => {
      const gone = new AbortController();
      await db().transaction(async (trx) => {
        await sql`LOCK TABLE engagement`.execute(trx);
        const beginning = begin({}, gone.signal);
        await until(async () => (await busySessions()) === 2);
        gone.abort();
        await expect(beginning).rejects.toThrow('abort');
        await until(async () => (await busySessions()) === 1);
      });
    });

    it('fails for the client when the database connection is lost', async () => {
      const exportId = randomUUID();
      const { rest } = await startSlowDownload({ exportId });
      // Between two reads the session is idle; on a busy machine this may take a while.
      await until(async () => {
        const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`.execute(db().kysely);
        return rows.length > 0;
      });
      await expect(rest()).rejects.toThrow('aborted');
      await until(() => isUnknown(exportId));
      expect(await (await startSlowDownload()).rest()).toHaveLength(rowCount);
    });
  }
});
