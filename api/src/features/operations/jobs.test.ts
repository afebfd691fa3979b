import { randomUUID } from 'node:crypto';
import type { JobRun, JobSummary } from '@readerlens/contract';
import { blindedHeader } from '@readerlens/contract';
import { createRunner, enqueueRun, saveSchedule } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import type { JobKind, SingleKind } from '../../platform/jobs/index.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import type { NewUser } from '../../platform/testing/index.ts';

const logger = { warn() {}, error() {} };

describeOnOneEngine('the operations page', (db) => {
  const api = testApi({}, {}, db);
  const createToken = async (user: NewUser = { role: 'Internal' }) =>
    api().tokenFor(await addUser(api().db, user));
  const jobs = async () =>
    (await api().call('GET /api/operations/jobs', { token: await createToken() })).body.data as JobSummary[];
  const runs = async (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    (await api().call('GET /api/operations/runs', { token: await createToken(), query, headers })).body
      .data as {
      items: JobRun[];
      total: number;
    };
  const retry = async (id: string) =>
    api().call('POST /api/operations/runs/{id}/retry', { token: await createToken(), params: { id } });

  const now = () => new Date();
  const kind = (name: string, handle: SingleKind['handle']): JobKind => ({
    name,
    concurrency: 1,
    leaseSeconds: 60,
    pauses: [],
    handle,
  });
  const run = (...kinds: JobKind[]) => createRunner({ db: db(), kinds, logger }).runDue();
  const add = (name: string, ownerId: string, at?: Date) =>
    enqueueRun(db().kysely, { kind: name, ownerId, slotKey: 'once', ...(at ? { at } : {}) }, now());

  afterEach(async () => {
    await db().kysely.deleteFrom('job_run').execute();
    await db().kysely.deleteFrom('schedule').execute();
  });

  it('has every kind with its counts, its last run and its next', async () => {
    await add('report', '1');
    await add('report', '2');
    await run(
      kind('report', async ({ ownerId }) => {
        if (ownerId === '2') throw new Error('The disk is full.');
      }),
    );
    await add('report', '3');
    await add('report', '4', new Date(Date.now() + 3_600_000));
    await db().transaction((trx) =>
      saveSchedule(
        trx,
        { kind: 'alert', ownerId: '9', rule: { every: 'day', at: '06:00' }, timeZone: 'UTC' },
        now(),
      ),
    );
    await api().services.outbox.queue({
      kind: 'password',
      sender: null,
      clientId: null,
      to: 'a@users.example',
      subject: 's',
      text: 't',
      html: 'h',
    });
    const zero = { due: 0, waiting: 0, running: 0, failed: 0, done: 0, skipped: 0 };
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await jobs()).toEqual([
      { kind: 'alert', counts: zero, nextAt: moment, lastRun: null },
      {
        kind: 'mail',
        counts: { ...zero, due: 1 },
        nextAt: null,
        lastRun: null,
        held: 'No mail server is configured: mails stay in the outbox.',
      },
      {
        kind: 'report',
        counts: { ...zero, due: 1, waiting: 1, failed: 1, done: 1 },
        nextAt: null,
        lastRun: { state: 'failed', startedAt: moment, finishedAt: moment },
      },
    ]);
  });

  it('lists runs by kind and state, a page at a time, latest first', async () => {
    for (let index = 0; index < 27; index += 1) {
      await add('report', String(index), new Date(Date.now() - index * 1000));
    }
    await add('other', 'x');
    const first = await runs({ kind: 'report' });
    expect([first.total, first.items.length, first.items[0]?.ownerId]).toEqual([27, 25, '0']);
    const second = await runs({ kind: 'report', page: '2' });
    expect(second.items.map(({ ownerId }) => ownerId)).toEqual(['25', '26']);
    expect((await runs({ state: 'due' })).total).toBe(28);
    expect((await runs({ state: 'failed' })).items).toEqual([]);
    expect((await runs({ page: '99' })).items).toEqual([]);
  });

  it('queues a failed run again, and records the user', async () => {
    const id = (await add('report', '1'))!;
    await run(
      kind('report', async () => {
        throw new Error('The disk is full.');
      }),
    );
    expect((await runs({ state: 'failed' })).items).toMatchObject([{ id, error: 'The disk is full.' }]);
    expect((await retry(id)).status).toBe(200);
    expect((await runs({ state: 'due' })).items).toMatchObject([{ id, attempts: 0 }]);
    expect((await retry(id)).status).toBe(409);
    expect((await retry(randomUUID())).status).toBe(404);
    expect((await retry('1')).status).toBe(400);
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', '=', 'job.retry')
      .execute();
    expect(events).toEqual([{ action: 'job.retry', detail: { run: id, kind: 'report' } }]);
  });

  it('queues a run at once that waits after a failed attempt', async () => {
    const id = (await add('report', '1'))!;
    expect((await retry(id)).status).toBe(409);
    const failing = kind('report', async () => {
      throw new Error('The disk is full.');
    });
    await run({ ...failing, pauses: [3600] });
    expect((await runs({ state: 'waiting' })).items).toMatchObject([{ id, attempts: 1 }]);
    expect((await retry(id)).status).toBe(200);
    expect((await runs({ state: 'due' })).items).toMatchObject([{ id, attempts: 0 }]);
  });

  it('names the recipient of a mail, but not in Blinded Mode', async () => {
    await api().services.outbox.queue({
      kind: 'password',
      sender: null,
      clientId: null,
      to: 'ana@client.example',
      subject: 's',
      text: 't',
      html: 'h',
    });
    await run(
      kind('mail', async () => {
        throw new Error('550 <ana@client.example> no such mailbox');
      }),
    );
    const [shown] = (await runs()).items;
    expect([shown?.about, shown?.error]).toEqual([
      'ana@client.example',
      '550 <ana@client.example> no such mailbox',
    ]);
    const [blinded] = (await runs({}, { [blindedHeader]: 'true' })).items;
    expect([blinded?.about, blinded?.error]).toEqual([undefined, '(masked)']);
  });

  it('has its counts in the metrics', async () => {
    await add('report', '1');
    const { payload } = await api().app.inject('/metrics');
    expect(payload).toContain('job_runs{kind="report",state="due"} 1');
  });

  it('shows what is late while no worker runs, and so do the metrics', async () => {
    const rule = { every: 'day', at: '06:00' } as const;
    const ago = (seconds: number) => secondsAfter(now(), -seconds);
    const due = { alert: ago(3 * 3600), report: ago(60), mail: ago(7200), review: ago(900) };
    for (const name of ['alert', 'report'] as const) {
      await db().transaction((trx) =>
        saveSchedule(trx, { kind: name, ownerId: '9', rule, timeZone: 'UTC' }, now()),
      );
      await db()
        .kysely.updateTable('schedule')
        .set({ next_slot_at: due[name] })
        .where('kind', '=', name)
        .execute();
    }
    for (const name of ['mail', 'review'] as const) await add(name, '1', due[name]);
    const late = (await jobs()).flatMap(({ kind: name, lateSince }) =>
      lateSince ? [[name, lateSince]] : [],
    );
    expect(late).toEqual([
      ['alert', due.alert.toISOString()],
      ['review', due.review.toISOString()],
    ]);
    const { payload } = await api().app.inject('/metrics');
    const oldest = [...payload.matchAll(/^job_oldest_due_seconds\{kind="(\w+)"\} (\d+)/gm)];
    expect(oldest.map(([, name]) => name).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'alert',
      'mail',
      'report',
      'review',
    ]);
    expect(Number(oldest.find(([, name]) => name === 'alert')?.[2])).toBeGreaterThanOrEqual(3 * 3600);
  });
});
