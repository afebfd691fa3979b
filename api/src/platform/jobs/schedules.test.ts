import { describeOnEachEngine } from '../testing/index.ts';
import { deleteSchedule, planRuns, saveSchedule } from './schedules.ts';
import type { ScheduleInput } from './schedules.ts';
import { jobWorld } from './testing/job-world.ts';
import { createTestRunner } from './testing/test-runner.ts';

describeOnEachEngine('schedules', (db) => {
  const { start, time, clock, pass, runs, ledger, writing, runner } = jobWorld(db);
  const daily: ScheduleInput = {
    kind: 'test',
    ownerId: 'a',
    clientId: 3,
    rule: { every: 'day', at: '06:00' },
    timeZone: 'Europe/Berlin',
  };
  const save = (change: Partial<ScheduleInput> = {}) =>
    db().transaction((trx) => saveSchedule(trx, { ...daily, ...change }, clock()));
  const plan = () => planRuns(db(), [{ name: 'test' }], clock());
  const slots = async () => (await runs()).map(({ slot_key }) => slot_key).sort();
  const schedule = () => db().kysely.selectFrom('schedule').selectAll().executeTakeFirstOrThrow();

  it('plan one run per slot, even in concurrent processes', async () => {
    for (let index = 0; index < 210; index += 1) await save({ ownerId: `owner ${index}` });
    pass(86_400);
    const added = await Promise.all([plan(), plan(), plan()]);
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(210);
    expect(await plan()).toBe(0);
    expect(await runs()).toHaveLength(210);
    expect((await runs())[0]).toMatchObject({
      slot_key: '2026-03-03',
      slot_at: new Date('2026-03-03T05:00:00Z'),
      client_id: 3,
      missed_slots: 0,
    });
  });

  it('catch up after a week of downtime with one run, for the latest slot', async () => {
    await save();
    pass(7 * 86_400);
    expect(await plan()).toBe(1);
    expect(await runs()).toMatchObject([{ slot_key: '2026-03-09', missed_slots: 6 }]);
    await runner().runDue();
    expect(await ledger()).toEqual(['a']);
    expect(await schedule()).toMatchObject({ next_slot_at: new Date('2026-03-10T05:00:00Z') });
  });

  it('plan every date of a year once, across both clock changes', async () => {
    await save({ timeZone: 'America/Santiago', rule: { every: 'day', at: '00:00' } });
    for (let day = 0; day < 366; day += 1) {
      pass(86_400);
      await plan();
    }
    const dates = await slots();
    expect(dates).toHaveLength(366);
    expect(new Set(dates).size).toBe(366);
    expect([dates[0], dates.at(-1)]).toEqual(['2026-03-03', '2027-03-03']);
    expect((await runs()).every(({ missed_slots }) => missed_slots === 0)).toBe(true);
  });

  it('neither repeat nor skip a date if the time zone changes', async () => {
    await save({ timeZone: 'America/Los_Angeles' });
    time.set('2026-03-03T13:00:00Z');
    // In Tokyo, 06:00 on the 3rd has passed, so the slot is due.
    await save({ timeZone: 'Asia/Tokyo' });
    expect(await plan()).toBe(1);
    // In Los Angeles, 06:00 on the 3rd has not passed, but the date already has its run.
    await save({ timeZone: 'America/Los_Angeles' });
    pass(26 * 3600);
    await plan();
    expect(await slots()).toEqual(['2026-03-03', '2026-03-04']);
    expect(await schedule()).toMatchObject({ version: 3 });
  });

  it('do not catch up on slots while they were off, or before a new rule', async () => {
    await save({ isActive: false });
    pass(3 * 86_400);
    expect(await plan()).toBe(0);
    await save();
    expect(await plan()).toBe(0);
    await save({ rule: { every: 'week', days: [1], at: '06:00' } });
    pass(3 * 86_400);
    expect(await plan()).toBe(0);
    pass(86_400);
    expect(await plan()).toBe(1);
    expect(await slots()).toEqual(['2026-03-09']);
  });

  it('do not change if they are saved unchanged, and plan nothing once deleted', async () => {
    await save();
    const before = await schedule();
    pass(5);
    await save();
    expect(await schedule()).toEqual(before);
    await deleteSchedule(db().kysely, 'test', 'a');
    pass(86_400);
    expect(await plan()).toBe(0);
  });

  it('recover from a clock that jumps a year ahead and is set back', async () => {
    await save();
    time.set('2027-03-02T12:00:00Z');
    expect(await plan()).toBe(1);
    time.set(start);
    expect(await plan()).toBe(0);
    pass(86_400);
    expect(await plan()).toBe(1);
    expect(await slots()).toEqual(['2026-03-03', '2027-03-02']);
  });

  it('of the product itself start with a run, and have one at each multiple of their interval', async () => {
    const kind = writing(undefined, { everySeconds: 6 * 3600 });
    const worker = createTestRunner(db(), clock, [kind], { pollMs: 1 });
    time.set('2026-03-02T13:00:00Z');
    await worker.start();
    while ((await ledger()).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await worker.stop();
    const restarted = createTestRunner(db(), clock, [kind]);
    await restarted.start();
    await restarted.stop();
    await restarted.runDue();
    expect(await slots()).toEqual(['2026-03-02T12:00:00.000Z']);
    pass(5 * 3600);
    await restarted.runDue();
    expect(await slots()).toEqual(['2026-03-02T12:00:00.000Z', '2026-03-02T18:00:00.000Z']);
    expect(await ledger()).toEqual(['system', 'system']);
  });
});
