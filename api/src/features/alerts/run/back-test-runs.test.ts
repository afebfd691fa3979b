import type { AlertRule, BackTest } from '@readerlens/contract';
import { addDays } from '@readerlens/filters/model';
import { describeOnOneEngine, setDate, testApi } from '../../../platform/testing/index.ts';
import { changeRule, runWorld, seriesRule, specificRule } from '../testing/run-world.ts';

const days = Array.from({ length: 29 }, (_, index) => addDays('2026-02-15', index));

describeOnOneEngine('a back-test', (db) => {
  const api = testApi({}, {}, db);
  // A slot before the first of these days, which the back-test evaluates for its state only.
  const world = runWorld(db, `${addDays('2026-02-15', -1)}T06:00:01Z`);
  afterEach(() => jest.useRealTimers());

  /** Readers and organizations that rise and fall from day to day. */
  const addHistory = async () => {
    await world.addActivities({ at: '2025-01-01T00:00:00Z', readerId: 9 });
    for (let day = 0; day < 120; day += 1) {
      const date = new Date(Date.parse('2025-11-17T12:00:00Z') + day * 86_400_000);
      const at = date.toISOString();
      const count = day > 100 && day % 3 === 0 ? 4 : 1;
      if (day % 2 === 0) await world.addActivities({ at, count, readerId: 1 + (day % 5), organisationId: 1 });
      if (day % 7 === 0 && day < 95) await world.addActivities({ at, readerId: 6, organisationId: 2 });
    }
  };

  it.each<[string, AlertRule]>([
    ['Specific', specificRule],
    ['Series', seriesRule],
    ['Change', { ...changeRule, aggField: 'Reader', uniqueUserCount: null, minimumThresholdPercent: 20 }],
  ])('of a %s alert has what its scheduled runs report', async (_, rule) => {
    const owner = await world.addPerson();
    const id = await world.addAlert({ owner, rule });
    await addHistory();
    await db().kysely.updateTable('alert_recipient').set({ is_email_subscribed: false }).execute();
    for (const day of days) await world.runAt(`${day}T06:00:00Z`);
    const entities = await world.entities();
    const [, ...listed] = await world.runs();
    const scheduled = listed.map(({ slot, total_matched }) => ({
      slot,
      totalMatched: total_matched,
      entities: entities
        .filter((each) => each.slot === slot && each.outcome === 'fires')
        .map(({ entity_id, activities }) => `${entity_id}: ${activities}`)
        .sort(),
    }));

    setDate(new Date(`${days.at(-1)}T12:00:00Z`));
    const token = await api().tokenFor(owner);
    const { body } = await api().call('POST /api/notification-back-test/{id}', {
      token,
      params: { id },
      body: {},
    });
    const tested = (body.data as BackTest).slots.map(({ slot, totalMatched, entities: shown }) => ({
      slot,
      totalMatched,
      entities: shown.map(({ entityId, current }) => `${entityId}: ${current.activities}`).sort(),
    }));
    expect(tested).toEqual(scheduled);
    expect(scheduled.filter(({ totalMatched }) => totalMatched > 0).length).toBeGreaterThan(1);
  });
});
