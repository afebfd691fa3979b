import { describeOnOneEngine } from '../testing/index.ts';
import { holdDeliveries, releaseDeliveries, saveSchedule } from './index.ts';
import { createTestRunner, testKind } from './testing/test-runner.ts';
import { jobWorld } from './testing/job-world.ts';

describeOnOneEngine('held deliveries', (db) => {
  const world = jobWorld(db);
  const states = async () =>
    (await world.runs()).map(({ kind, slot_key, missed_slots, state }) => [
      kind,
      slot_key,
      missed_slots,
      state,
    ]);

  it('start nothing but what reaches nobody, and then each due slot once', async () => {
    const own = { ...testKind(async () => {}), name: 'own', goesOnWhileHeld: true as const };
    const runner = createTestRunner(db(), world.clock, [world.writing(), own]);
    const rule = { every: 'day', at: '13:00' } as const;
    for (const kind of ['test', 'own'])
      await db().transaction((trx) =>
        saveSchedule(trx, { kind, ownerId: `slot of ${kind}`, rule, timeZone: 'UTC' }, world.clock()),
      );
    await world.add('queued');
    await holdDeliveries(db().kysely, 'A test.');
    await holdDeliveries(db().kysely, 'Another reason.');
    world.set('2026-03-04T14:00:00Z');
    await runner.runDue();
    expect(await world.ledger()).toEqual([]);
    expect(await states()).toEqual([
      ['test', 'once', 0, 'queued'],
      ['own', '2026-03-04', 2, 'done'],
    ]);
    expect(await releaseDeliveries(db().kysely)).toBe(true);
    expect(await releaseDeliveries(db().kysely)).toBe(false);
    await runner.runDue();
    await runner.runDue();
    expect(await world.ledger()).toEqual(['queued', 'slot of test']);
    expect(await states()).toEqual([
      ['test', 'once', 0, 'done'],
      ['own', '2026-03-04', 2, 'done'],
      ['test', '2026-03-04', 2, 'done'],
    ]);
  });
});
