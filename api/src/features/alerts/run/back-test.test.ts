import type { BackTest } from '@readerlens/contract';
import { activityWorld } from '../../../activities/testing/activity-world.ts';
import { describeOnOneEngine, setDate } from '../../../platform/testing/index.ts';
import { alertWorld, blinded, clientsFilter, seriesBehavior } from '../testing/alert-world.ts';

describeOnOneEngine('a back-test', (db) => {
  const world = alertWorld(db);
  const data = activityWorld(db);
  afterEach(() => jest.useRealTimers());

  /** Activities of a reader on days of March 2026. */
  const visits = async (readerId: number, days: readonly number[], clientId = 1) => {
    for (const day of days) {
      const at = `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`;
      await data().addActivity({ clientId, readerId, at, row: { available_at: at } });
    }
  };
  beforeAll(async () => {
    const { kysely } = db();
    await kysely
      .insertInto('reader')
      .values(
        [1, 2].map((id) => ({ id, email: `r${id}@x.example`, first_name: `First${id}`, last_name: 'Last' })),
      )
      .execute();
    await kysely.insertInto('client_community').values({ client_id: 1, community_id: 1 }).execute();
    await kysely.insertInto('document').values({ id: 1, title: 'Filters' }).execute();
    await visits(1, [2, 3, 9, 16, 17, 18]);
    await visits(2, [9]);
    await visits(2, [3, 4, 5], 3);
  });

  const test = async (id: string, options: Parameters<typeof world.call>[3] = {}, draft: object = {}) => {
    const answer = await world.call('POST /api/notification-back-test/{id}', id, draft, options);
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data as BackTest;
  };
  const found = ({ slots }: BackTest) =>
    slots
      .filter(({ totalMatched }) => totalMatched > 0)
      .map(({ slot, totalMatched }) => [slot, totalMatched]);
  const daily = { frequency: 'Daily', timeZone: 'UTC' };

  it('reports every activity of a Specific alert once', async () => {
    setDate(new Date('2026-03-20T12:00:00Z'));
    const id = await world.complete(undefined, 'SpecificActivityNotification');
    await world.frequency(id, daily);
    const result = await test(id);
    // Every slot of the last month, which are more than twelve.
    expect(result.slots.map(({ slot }) => slot)).toEqual([
      ...Array.from({ length: 8 }, (_, index) => `2026-02-${21 + index}`),
      ...Array.from({ length: 20 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`),
    ]);
    expect(result.lastMonth).toEqual({ totalMatched: 7, runs: 28 });
    expect(found(result)).toEqual([
      ['2026-03-03', 1],
      ['2026-03-04', 1],
      ['2026-03-10', 2],
      ['2026-03-17', 1],
      ['2026-03-18', 1],
      ['2026-03-19', 1],
    ]);
    expect(
      result.slots
        .find(({ slot }) => slot === '2026-03-10')
        ?.activities.map(({ fullName }) => fullName)
        .sort(),
    ).toEqual(['First1 Last', 'First2 Last']);
  });

  it('reports a reader again only after enough new activities', async () => {
    setDate(new Date('2026-03-20T12:00:00Z'));
    const id = await world.complete();
    await world.behavior(id, { ...seriesBehavior, minimumCount: 3 });
    await world.frequency(id, daily);
    const result = await test(id);
    expect(found(result)).toEqual([
      ['2026-03-10', 1],
      ['2026-03-19', 1],
    ]);
    expect(result.rule).toBe('A reader with at least 3 activities in 1 month.');
    expect(result.slots.find(({ slot }) => slot === '2026-03-10')?.entities).toMatchObject([
      { name: 'First1 Last', why: '3 activities in 1 month' },
    ]);
  });

  it('is of a draft whose behavior and schedule are not saved', async () => {
    setDate(new Date('2026-03-20T12:00:00Z'));
    const id = await world.create('SeriesOfActivitiesNotification');
    await world.filters(id);
    const behavior = { ...seriesBehavior, minimumCount: 3 };
    const schedule = { frequency: 'Daily', timeZone: 'UTC' };
    const monthly = await test(id, {}, { behavior });
    expect([monthly.slots.length, monthly.lastMonth.runs]).toEqual([12, 1]);
    const often = await test(id, {}, { behavior, schedule });
    expect(often.rule).toBe('A reader with at least 3 activities in 1 month.');
    expect(often.lastMonth).toEqual({
      totalMatched: found(often).reduce((sum, [, count]) => sum + Number(count), 0),
      runs: 28,
    });
    const rare = await test(id, {}, { behavior: { ...behavior, minimumCount: 99 }, schedule });
    expect(rare.lastMonth).toEqual({ totalMatched: 0, runs: 28 });
    const refused = (draft: object) => world.call('POST /api/notification-back-test/{id}', id, draft);
    expect((await refused({})).status).toBe(409);
    expect(await refused({ behavior: { ...behavior, minimumCount: 0 } })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'minimumCount' }] },
    });
    expect((await refused({ behavior, schedule: { ...schedule, timeZone: 'Mars' } })).status).toBe(400);
    // The test stores nothing.
    expect((await world.read(id)).body.data).toMatchObject({ activityMonths: null, frequency: 'Monthly' });
  });

  it('needs filters, and a person who manages the alert', async () => {
    const id = await world.create('SpecificActivityNotification');
    const call = (token = world.token()) =>
      world.call('POST /api/notification-back-test/{id}', id, {}, { token });
    expect((await call()).status).toBe(409);
    const stranger = await world.addPerson();
    expect((await call(stranger.token)).status).toBe(404);
  });

  it('is limited to the clients of the owner', async () => {
    setDate(new Date('2026-03-20T12:00:00Z'));
    const staff = await world.addPerson({ role: 'Internal', notification_claim_level: 'Advanced' }, []);
    const as = { token: staff.token };
    const id = await world.complete([staff.user], 'SpecificActivityNotification', as);
    await world.filters(id, { filters: [clientsFilter(3)] }, as);
    await world.frequency(id, { frequency: 'Monthly', timeZone: 'UTC' }, as);
    expect(found(await test(id, as))).toEqual([]);
    await world.frequency(id, { frequency: 'Weekly', dayOfWeek: 'Friday', timeZone: 'UTC' }, as);
    const result = await test(id, as);
    expect(found(result)).toEqual([['2026-03-06', 3]]);
    expect(JSON.stringify(result)).toContain('First2');
    expect(JSON.stringify(await test(id, { ...as, headers: blinded }))).not.toContain('First2');
  });

  it('leaves out clients that are not paid for, as a run does', async () => {
    setDate(new Date('2026-03-20T12:00:00Z'));
    const staff = await world.addPerson({ role: 'Internal', notification_claim_level: 'Advanced' }, []);
    const as = { token: staff.token };
    const id = await world.complete([staff.user], 'SpecificActivityNotification', as);
    const portal = { field: 'Onlines', value: [{ id: '1', name: 'Portal' }] };
    await world.filters(id, { filters: [portal] }, as);
    await world.frequency(id, { frequency: 'Weekly', dayOfWeek: 'Friday', timeZone: 'UTC' }, as);
    const client = (isPaid: boolean) =>
      db().kysely.updateTable('client').set({ is_paid: isPaid }).where('id', '=', 3).execute();
    expect(found(await test(id, as))[0]).toEqual(['2026-03-06', 5]);
    await client(false);
    expect(found(await test(id, as))[0]).toEqual(['2026-03-06', 2]);
    await client(true);
  });
});
