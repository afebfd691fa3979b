import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { isSoak } from '@readerlens/filters/testing';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import { openSnapshot } from '../../outputs/export/snapshot.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { ofClients } from './testing/search-pages.ts';

/** Three batches of at most 1000, 2000 and 4000 rows, of which at most two fit into the buffers of a Unix socket. */
const rowCount = 5000;
const address = 'x'.repeat(2000);

/** Only the clock of the minimum rate is set by the test. */
const rateClock: Parameters<typeof jest.useFakeTimers>[0] = {
  doNotFake: [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ],
};

/** For the end of a connection that the test closes: who reads it or waits for it learns of it there. */
const ignore = () => {};

const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until all buffers between server and client are full: many turns pass in which nothing is written. */
const untilFull = async (response: ServerResponse): Promise<void> => {
  const written = () => response.socket?.bytesWritten ?? 0;
  for (let turns = 0, before = -1; turns < 50; await oneTurn()) {
    turns = response.writableNeedDrain && written() === before ? turns + 1 : 0;
    before = written();
  }
};

/** Reads about as many bytes, and no more. */
const take = async (answer: IncomingMessage, bytes: number): Promise<void> => {
  for (let left = bytes; left > 0;) {
    const piece = answer.read() as Buffer | null;
    if (piece === null) await once(answer, 'readable');
    else left -= piece.length;
  }
};

describeOnEachEngine('a running export', (db, engine) => {
  const world = activityWorld(db);
  let token: string;
  const socketPath = path.join(tmpdir(), `readerlens-${randomUUID()}.sock`);
  /** The responses of the server, in the order of their requests. */
  const responses: ServerResponse[] = [];
  let clientId: number;
  let readerId: number;
  beforeAll(async () => {
    token = await world().tokenOf();
    clientId = await world().add('client', { name: 'Client' });
    readerId = await world().add('reader', { title: 'as it was', address });
    await sql`INSERT INTO engagement (client_id, reader_id, document_id, community_id, occurred_at, activity_type, status, source)
      SELECT ${clientId}::integer, ${readerId}::integer, 1, 1, ${noon(5)}::timestamptz + place * interval '1 second', 1, 1, 1
      FROM generate_series(1, ${rowCount}::integer) AS place`.execute(db().kysely);
    await world().app.listen({ path: socketPath });
    world().app.server.on('request', (_, response: ServerResponse) => responses.push(response));
  });
  beforeEach(async () => {
    await db().kysely.updateTable('reader').set({ title: 'as it was' }).where('id', '=', readerId).execute();
  });

  const columns = ['jobTitle', 'address'].map((field) => ({ field }));
  /** A response that is not read yet; aborting closes its connection, also when nobody waits for it any more. */
  const begin = (body: Record<string, unknown> = {}, signal?: AbortSignal, as = token) => {
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
      const url = { socketPath, path: '/api/analytics/export' };
      const options = { ...url, headers, method: 'POST', agent: false, ...(signal ? { signal } : {}) };
      const asked = request(options, (message) => resolve(message.on('error', ignore))).on('error', reject);
      asked.on('socket', (socket) => socket.on('error', ignore));
      asked.end(JSON.stringify({ filters: [ofClients(clientId)], format: 'csv', columns, ...body }));
    });
    answer.catch(ignore);
    return answer;
  };
  /** A download whose reader takes nothing until `rest`. */
  const startSlowDownload = async (body: Record<string, unknown> = {}, signal?: AbortSignal, as = token) => {
    const place = responses.length;
    const answer = await begin(body, signal, as);
    if (answer.statusCode !== 200) throw new Error(await text(answer));
    const response = responses[place]!;
    await untilFull(response);
    return { answer, response, rest: async () => parse(await text(answer), { bom: true, from: 2 }) };
  };
  const readProgress = async (exportId: string, as = token) => {
    const params = { exportId };
    const { status, body } = await world().call('GET /api/analytics/export-progress/{exportId}', {
      token: as,
      params,
    });
    if (status !== 200) throw new Error(`The progress answered ${status}.`);
    return body.data as { rows: number; total: number; waiting: number };
  };
  const isUnknown = async (exportId: string) => (await readProgress(exportId)).total === 0;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await oneTurn();
  };
  const changeTitle = () =>
    db().kysely.updateTable('reader').set({ title: 'later' }).where('id', '=', readerId).execute();
  /** Sessions that an export holds, or that wait for a lock. */
  const busySessions = async () => {
    const query = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
    return (await query.execute(db().kysely)).rows[0]?.count;
  };
  const waitingForLock = async () => {
    const query = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await query.execute(db().kysely)).rows[0]?.count;
  };

  it('is complete, and reports progress to the user who started it', async () => {
    const exportId = randomUUID();
    const { rest } = await startSlowDownload({ exportId });
    expect(await readProgress(exportId)).toMatchObject({ total: rowCount });
    expect(await readProgress(exportId, await world().tokenOf())).toEqual({ rows: 0, total: 0, waiting: 0 });
    expect(await rest()).toHaveLength(rowCount);
    expect(await readProgress(exportId)).toEqual({ rows: rowCount, total: rowCount, waiting: 0 });
    expect(await readProgress(randomUUID())).toEqual({ rows: 0, total: 0, waiting: 0 });
  });

  it('reports the number of written rows while running', async () => {
    // Each look at the clock is 0.6 s after the last: batches are small, and each is reported.
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 600));
    try {
      const exportId = randomUUID();
      const rowsNow = async () => (await readProgress(exportId)).rows;
      const { rest } = await startSlowDownload({ exportId });
      await until(async () => (await rowsNow()) > 0);
      expect(await rowsNow()).toBeLessThan(rowCount);
      expect(await rest()).toHaveLength(rowCount);
      await until(async () => (await rowsNow()) === rowCount);
    } finally {
      clock.mockRestore();
    }
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

  // The line is in this process.
  const hasLine = isSoak || engine === (hasServer ? 'postgres' : 'pglite');
  if (hasLine)
    describe('in line', () => {
      /** Downloads that occupy a slot each until `gone` is aborted. */
      const occupy = async (tokens: readonly string[], gone: AbortController) => {
        for (const as of tokens) await startSlowDownload({}, gone.signal, as);
      };
      const isWaiting = (exportId: string, before: number, as = token) =>
        until(async () => (await readProgress(exportId, as)).waiting === before);
      let others: string[];
      /** Ends all downloads of the test. */
      let gone: AbortController;
      beforeEach(async () => {
        gone = new AbortController();
        others = [await world().tokenOf(), await world().tokenOf()];
      });

      afterEach(() => gone.abort());

      it('waits for a slot, with its position, and then runs', async () => {
        const first = new AbortController();
        await occupy([token, token], first);
        await occupy(others, gone);
        const [id, later] = [randomUUID(), randomUUID()];
        const [mine, theirs] = [begin({ exportId: id }), begin({ exportId: later }, undefined, others[0])];
        await isWaiting(later, 1, others[0]);
        await isWaiting(id, 2);
        first.abort();
        const answers = await Promise.all([mine, theirs]);
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
        for (const answer of answers)
          expect(parse(await text(answer), { bom: true, from: 2 })).toHaveLength(rowCount);
        expect(await readProgress(id)).toEqual({ rows: rowCount, total: rowCount, waiting: 0 });
      });

      it('serves other users before one who already has two slots', async () => {
        const canceled = new AbortController();
        await occupy([token, token], gone);
        const exportId = randomUUID();
        const third = begin({ exportId }, canceled.signal);
        await isWaiting(exportId, 1);
        const other = await begin({}, gone.signal, others[0]);
        expect(other.statusCode).toBe(200);
        canceled.abort();
        await expect(third).rejects.toThrow('abort');
        await until(() => isUnknown(exportId));
      });

      it('leaves the line when the client disconnects, which moves up the others', async () => {
        const canceled = new AbortController();
        await occupy([token, token, ...others], gone);
        const [first, second] = [randomUUID(), randomUUID()];
        const dropped = begin({ exportId: first }, canceled.signal, others[0]);
        await isWaiting(first, 1, others[0]);
        const kept = begin({ exportId: second }, gone.signal, others[1]);
        await isWaiting(second, 2, others[1]);
        canceled.abort();
        await expect(dropped).rejects.toThrow('abort');
        await isWaiting(second, 1, others[1]);
        // The line moves up before the request that left it has ended.
        await until(async () => (await readProgress(first, others[0])).waiting === 0);
        gone.abort();
        await expect(kept).rejects.toThrow('abort');
      });

      it('refuses a user with a long line', async () => {
        const canceled = new AbortController();
        await occupy([token, token], gone);
        const ids = Array.from({ length: 10 }, () => randomUUID());
        const waiting = ids.map((exportId) => begin({ exportId }, canceled.signal).catch(() => undefined));
        for (const id of ids) await until(async () => (await readProgress(id)).waiting > 0);
        const refused = await begin();
        expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
        expect(JSON.parse(await text(refused))).toMatchObject({ code: 'too_many_requests' });
        canceled.abort();
        await Promise.all(waiting);
      });

      it('counts an export that is attached to a mail', async () => {
        await occupy([token, token, ...others], gone);
        const { rows } = await sql<{ id: number }>`SELECT min(id) AS id FROM engagement`.execute(db().kysely);
        const preview = world().call('POST /api/analytics/share-individual-activity/preview', {
          token: others[0],
          body: {
            activityReportId: `Engagement-${clientId}-${rows[0]?.id}`,
            addresses: [{ type: 'To', name: 'Someone', email: 'someone@else.example' }],
            subject: 'An activity',
            body: '<p>See this.</p>',
            attachReportExcel: true,
            attachReportPdf: false,
          },
        });
        await until(async () => {
          const [exportId, asked] = [randomUUID(), new AbortController()];
          const behind = begin({ exportId }, asked.signal, others[1]).catch(() => undefined);
          await until(async () => (await readProgress(exportId, others[1])).waiting > 0);
          const { waiting } = await readProgress(exportId, others[1]);
          asked.abort();
          await behind;
          return waiting === 2;
        });
        gone.abort();
        const { status, body } = await preview;
        expect([status, body.data]).toMatchObject([
          200,
          { attachments: [{ name: expect.stringMatching(/xlsx$/) }] },
        ]);
      });

      it('cuts off readers that take nothing or a trickle, and keeps the others', async () => {
        jest.useFakeTimers(rateClock);
        try {
          const download = (as: string) => startSlowDownload({}, gone.signal, as);
          const [idle, trickle] = [await download(token), await download(token)];
          const [steady, other] = [await download(others[0] as string), await download(others[1] as string)];
          const next = begin({}, gone.signal, others[1]);
          for (let step = 0; step < 4; step += 1) {
            await take(trickle.answer, 64 * 1024);
            await take(steady.answer, 512 * 1024);
            for (const { response } of [idle, trickle, steady, other]) await untilFull(response);
            jest.advanceTimersByTime(10_000);
          }
          expect((await next).statusCode).toBe(200);
          // Only lengths: a failure would print the whole file.
          const readLength = async ({ answer }: typeof idle) => (await text(answer)).length;
          await expect(readLength(idle)).rejects.toThrow('aborted');
          await expect(readLength(trickle)).rejects.toThrow('aborted');
          expect(await readLength(steady)).toBeGreaterThan(1024 * 1024);
        } finally {
          jest.useRealTimers();
        }
      });
    });

  if (engine === 'postgres') {
    it('cancels the statement when the client disconnects', async () => {
      const gone = new AbortController();
      await db().transaction(async (trx) => {
        await sql`LOCK TABLE engagement`.execute(trx);
        const beginning = begin({}, gone.signal);
        await until(async () => (await waitingForLock()) === 1);
        gone.abort();
        await expect(beginning).rejects.toThrow('abort');
        await until(async () => (await busySessions()) === 1);
      });
    });

    it('begins nothing for a client that has left meanwhile', async () => {
      const left = new AbortController();
      const opening = openSnapshot(db(), left.signal);
      left.abort();
      await expect(opening).rejects.toThrow('abort');
      await until(async () => (await busySessions()) === 0);
    });

    it('fails for the client when the database connection is lost', async () => {
      const exportId = randomUUID();
      const { rest } = await startSlowDownload({ exportId });
      // The statement waits until its rows are taken, or has ended if all of them fit into the buffers.
      await until(async () => {
        const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state <> 'idle' AND query LIKE 'COPY %'`.execute(
          db().kysely,
        );
        return rows.length > 0;
      });
      await expect(rest()).rejects.toThrow('aborted');
      await until(() => isUnknown(exportId));
      expect(await (await startSlowDownload()).rest()).toHaveLength(rowCount);
    });
  }
});
