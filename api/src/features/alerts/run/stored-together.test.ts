import type { JobKind, RunEnd } from '../../../platform/jobs/index.ts';
import { describeOnEachEngine } from '../../../platform/testing/index.ts';
import { runWorld, seriesRule } from '../testing/run-world.ts';

describeOnEachEngine('runs of alerts that end together', (db) => {
  const world = runWorld(db);

  /** Three alerts that are due. */
  const addThree = async () => {
    const owner = await world.addPerson();
    const first = await world.addAlert({ owner, name: 'First' });
    const second = await world.addAlert({ owner, name: 'Second' });
    const third = await world.addAlert({ owner, name: 'Third', rule: seriesRule });
    await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 3 });
    return [first, second, third] as const;
  };

  /** The kind with its runs held back until all three are evaluated and something else has happened. */
  const holding = (between: () => Promise<unknown>) => {
    const kind = world.kind();
    const stored: number[] = [];
    const held: JobKind = {
      ...kind,
      async *handleAll(runs, context) {
        const all: RunEnd[] = [];
        for await (const ends of kind.handleAll(runs, context)) all.push(...ends);
        await between();
        yield all;
      },
      async storeAll(trx, changes) {
        stored.push(changes.length);
        await kind.storeAll?.(trx, changes);
      },
    };
    return { held, stored };
  };

  const results = async () => (await world.runs()).map(({ name, slot }) => `${name} ${slot}`).sort();
  const subjects = async () => (await world.mails()).map(({ subject }) => subject).sort();
  const jobs = async () =>
    (await world.jobRuns()).map(({ owner_id, state, error }) => ({ owner_id, state, error }));

  it('are stored at once', async () => {
    await addThree();
    const { held, stored } = holding(async () => {});
    await world.runAt('2026-03-03T06:00:00Z', [held]);
    expect(stored).toEqual([3]);
    expect(await results()).toEqual(['First 2026-03-03', 'Second 2026-03-03', 'Third 2026-03-03']);
    expect(await subjects()).toEqual(['Alert: First', 'Alert: Second', 'Alert: Third']);
    const totals = (await world.received()).map(({ total_matched }) => total_matched);
    expect(totals.toSorted((a, b) => a - b)).toEqual([1, 3, 3]);
  });

  it('are stored without the one whose alert was changed, which is repeated', async () => {
    const [, second] = await addThree();
    const { held, stored } = holding(() =>
      db()
        .kysely.updateTable('alert')
        .set({ version: 2, name: 'Renamed' })
        .where('id', '=', second)
        .execute(),
    );
    await world.runAt('2026-03-03T06:00:00Z', [held]);
    expect(stored).toEqual([3, 1, 1, 1]);
    expect(await results()).toEqual(['First 2026-03-03', 'Third 2026-03-03']);
    expect(await subjects()).toEqual(['Alert: First', 'Alert: Third']);
    expect((await jobs()).filter(({ state }) => state !== 'done')).toEqual([
      { owner_id: second, state: 'queued', error: 'The alert was changed during its run.' },
    ]);
    await world.runAt('2026-03-03T06:01:00Z');
    expect(await results()).toEqual(['First 2026-03-03', 'Renamed 2026-03-03', 'Third 2026-03-03']);
    expect(await subjects()).toEqual(['Alert: First', 'Alert: Renamed', 'Alert: Third']);
  });

  it('are stored without the one that cannot be evaluated', async () => {
    const [, second] = await addThree();
    await db().kysely.updateTable('alert').set({ time_zone: 'Nowhere' }).where('id', '=', second).execute();
    await world.runAt('2026-03-03T06:00:00Z');
    expect(await results()).toEqual(['First 2026-03-03', 'Third 2026-03-03']);
    expect(await subjects()).toEqual(['Alert: First', 'Alert: Third']);
    const open = (await jobs()).filter(({ state }) => state !== 'done');
    expect(open).toMatchObject([{ owner_id: second, state: 'queued' }]);
    expect(world.errors).toHaveLength(1);
  });

  it('are stored without the one that lost its lease, of which nothing is written', async () => {
    const [, second] = await addThree();
    const { held, stored } = holding(() =>
      db()
        .kysely.updateTable('job_run')
        .set({ lease_token: '00000000-0000-4000-8000-000000000000' })
        .where('owner_id', '=', second)
        .execute(),
    );
    await world.runAt('2026-03-03T06:00:00Z', [held]);
    expect(stored).toEqual([2]);
    expect(await results()).toEqual(['First 2026-03-03', 'Third 2026-03-03']);
    expect(await subjects()).toEqual(['Alert: First', 'Alert: Third']);
    expect((await jobs()).filter(({ state }) => state !== 'done')).toEqual([
      { owner_id: second, state: 'running', error: null },
    ]);
    const ledger = await db().kysely.selectFrom('alert_activity').select('alert_id').execute();
    expect(ledger.filter(({ alert_id }) => alert_id === second)).toEqual([]);
  });
});
