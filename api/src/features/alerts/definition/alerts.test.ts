import type { AlertListRow, Role } from '@readerlens/contract';
import { alertTypeLabels, alertTypes } from '@readerlens/contract/alerts';
import { describeOnOneEngine, setDate } from '../../../platform/testing/index.ts';
import {
  alertWorld,
  blinded,
  clientsFilter,
  seriesBehavior,
  unknownId,
  weekly,
} from '../testing/alert-world.ts';

const series = 'SeriesOfActivitiesNotification';
const specific = 'SpecificActivityNotification';
const change = 'ChangeInActivitiesNotification';

describeOnOneEngine('alerts', (db) => {
  const world = alertWorld(db);
  const { done } = world;
  afterEach(() => jest.useRealTimers());

  const readSchedules = (id: string) =>
    db()
      .kysely.selectFrom('schedule')
      .select(['rule', 'time_zone', 'is_active', 'next_slot_key'])
      .where('kind', '=', 'alert')
      .where('owner_id', '=', id)
      .executeTakeFirst();
  const listItems = async (body: object = {}, token?: string) => {
    const { items } = done(await world.search(body, token === undefined ? {} : { token })) as unknown as {
      items: AlertListRow[];
    };
    return items;
  };

  it('go through the steps of the wizard', async () => {
    const id = await world.create(series);
    const created = done(await world.read(id));
    expect(created).toMatchObject({
      $type: series,
      name: 'Visits',
      filters: [],
      activityMonths: null,
      frequency: 'Monthly',
      dayOfWeek: 'Monday',
      dayOfMonth: 'First',
      isComplete: false,
      scheduleActive: false,
      lastStepCompleted: 1,
      isReadOnly: false,
      editable: true,
      targets: [{ userId: String(world.owner().id), role: 'Admin', isEmailSubscribed: true }],
      safeSender:
        'So that the emails of alerts arrive, ask recipients to add no-reply@example.com to their safe senders.',
    });
    expect(created.exportColumns.length).toBeGreaterThan(0);
    expect(done(await world.filters(id))).toMatchObject({ lastStepCompleted: 2, indices: ['Engagement'] });
    expect(done(await world.behavior(id))).toMatchObject({
      lastStepCompleted: 3,
      aggField: 2,
      minimumCount: 3,
      uniqueUserCount: null,
    });
    expect(done(await world.targets(id)).lastStepCompleted).toBe(4);
    expect(done(await world.frequency(id))).toMatchObject({
      lastStepCompleted: 5,
      frequency: 'Weekly',
      dayOfWeek: 'Friday',
      timeZone: 'Europe/Berlin',
      scheduleActive: false,
    });
    expect(done(await world.markCompleted(id))).toMatchObject({ lastStepCompleted: 6, isComplete: true });
    setDate(new Date('2026-03-24T12:00:00Z'));
    expect(done(await world.activate(id))).toMatchObject({
      scheduleActive: true,
      nextRunOn: '2026-03-27T05:00:00.000Z',
    });
    expect(await readSchedules(id)).toEqual({
      rule: { every: 'week', days: [5], at: '06:00' },
      time_zone: 'Europe/Berlin',
      is_active: true,
      next_slot_key: '2026-03-27',
    });
    expect(done(await world.deactivate(id)).scheduleActive).toBe(false);
    expect((await readSchedules(id))?.is_active).toBe(false);
  });

  it('never move progress back', async () => {
    const id = await world.complete();
    const { status, body } = await world.call('PUT /api/notification/{id}/name', id, {
      name: ' Renamed ',
      lastStepCompleted: 1,
    });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ name: 'Renamed', lastStepCompleted: 6, isComplete: true }),
    ]);
    const early = await world.create(specific);
    done(
      await world.call('PUT /api/notification/{id}/name', early, {
        name: 'x',
        lastStepCompleted: 'Activate',
      }),
    );
    expect(done(await world.read(early)).lastStepCompleted).toBe(1);
  });

  it('open their steps one after another', async () => {
    const id = await world.create(series);
    const closed = { status: 409, body: { message: 'Complete the steps before this one first.' } };
    const { behavior, targets, frequency, markCompleted } = world;
    for (const step of [behavior, targets, frequency, markCompleted])
      expect(await step(id)).toMatchObject(closed);
    expect(await world.activate(id)).toMatchObject({ status: 409 });
  });

  it.each<[string, object, string, string]>([
    ['a blank title', { name: '  ' }, 'name', 'Alert Title is required'],
    ['a long title', { name: 'x'.repeat(61) }, 'name', 'Alert Title must not be longer than 60 characters'],
    [
      'a long description',
      { name: 'x', description: 'x'.repeat(501) },
      'description',
      'Description must not be longer than 500 characters',
    ],
  ])('refuse %s', async (_, body, path, message) => {
    const created = await world.call('POST /api/notification', '', { type: series, ...body });
    const id = await world.create(series);
    const renamed = await world.call('PUT /api/notification/{id}/name', id, body);
    for (const answer of [created, renamed])
      expect([answer.status, answer.body.details]).toEqual([400, [{ path, message }]]);
  });

  it.each<[string, object, string, string]>([
    ['no activity type', { indices: [] }, 'indices', 'Activity type is required'],
    [
      'only an activity type',
      { filters: [] },
      'filters',
      'At least two filters are required to create a notification. Please add an additional filter to the notification (that is not activity type) to continue',
    ],
    [
      'only dates',
      { filters: [{ field: 'RelativeDateRange', value: '-1y' }] },
      'filters',
      'At least two filters are required to create a notification. Please add an additional filter to the notification (that is not activity type) to continue',
    ],
    [
      'a second filter on the activity type',
      { filters: [{ field: 'ActivityTypes', value: ['Engagement'] }] },
      'filters',
      'At least two filters are required to create a notification. Please add an additional filter to the notification (that is not activity type) to continue',
    ],
    ['no clients', { filters: [{ field: 'City', value: 'Berlin' }] }, 'filters', 'Clients Is Required'],
    [
      'a client of somebody else',
      { filters: [clientsFilter(3)] },
      'filters.0.value',
      'User does not have claim(s) for Called 3',
    ],
  ])('refuse filters with %s', async (_, body, path, message) => {
    const id = await world.create(series);
    const { status, body: answer } = await world.filters(id, body);
    expect([status, answer.details]).toEqual([400, [{ path, message }]]);
  });

  it('refuse behavior that is out of range or of another type', async () => {
    const id = await world.create(series);
    done(await world.filters(id));
    expect(await world.behavior(id, { ...seriesBehavior, minimumCount: 100 })).toMatchObject({
      status: 400,
      body: {
        message: 'Please correct the below highlighted errors.',
        details: [{ path: 'minimumCount', message: 'Minimum activities must be between 1 and 99.' }],
      },
    });
    const other = { $type: 'ChangeInActivitiesNotificationBehaviorChangeRequest', activityMonths: 1 };
    expect(await world.behavior(id, other)).toMatchObject({ status: 400 });
  });

  it('keep a threshold above 100 unless it is for fewer activities', async () => {
    const id = await world.create(change);
    done(await world.filters(id));
    const body = {
      $type: 'ChangeInActivitiesNotificationBehaviorChangeRequest',
      activityMonths: 1,
      minimumThresholdPercent: 150,
      minimumBaselineActivities: 2,
    };
    expect(done(await world.behavior(id, body))).toMatchObject({
      minimumThresholdPercent: 150,
      baselineActivityMonths: 3,
      thresholdDirection: 0,
    });
    expect((await world.behavior(id, { ...body, thresholdDirection: 2 })).status).toBe(400);
  });

  it.each<[object, string]>([
    [{ exportColumns: [] }, 'exportColumns'],
    [{ exportColumns: [{ field: 'shoeSize' }] }, 'exportColumns.0.field'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+02:00' }, 'timeZone'],
  ])('refuse the schedule %j', async (body, path) => {
    const id = await world.complete();
    const answer = await world.frequency(id, body);
    expect([answer.status, answer.body.details]).toEqual([400, [{ path, message: expect.any(String) }]]);
  });

  it('store the canonical name of a time zone, however it was typed', async () => {
    const id = await world.complete();
    const version = async () => {
      const { kysely } = db();
      const row = kysely.selectFrom('alert').select(['definition_version', 'time_zone']).where('id', '=', id);
      return row.executeTakeFirstOrThrow();
    };
    done(await world.activate(id));
    const before = await version();
    expect(
      done(await world.frequency(id, { timeZone: 'europe/berlin', activateSchedule: true })),
    ).toMatchObject({
      timeZone: 'Europe/Berlin',
    });
    expect(await version()).toEqual(before);
    expect(await readSchedules(id)).toMatchObject({ time_zone: 'Europe/Berlin' });
    expect(done(await world.frequency(id, { timeZone: 'utc' })).timeZone).toBe('UTC');
  });

  it('send their schedule to the job runner when an active one is edited', async () => {
    setDate(new Date('2026-03-24T12:00:00Z'));
    const id = await world.complete();
    done(await world.frequency(id, { activateSchedule: true }));
    expect(await readSchedules(id)).toMatchObject({ is_active: true, next_slot_key: '2026-03-27' });
    const monthly = { frequency: 'Monthly', dayOfMonth: 'Mid', activateSchedule: true };
    const edited = done(await world.frequency(id, monthly));
    expect(edited).toMatchObject({ frequency: 'Monthly', dayOfMonth: 'Mid', dayOfWeek: 'Friday' });
    expect(await readSchedules(id)).toMatchObject({ is_active: true, next_slot_key: '2026-04-15' });
    done(await world.frequency(id, { activateSchedule: false }));
    expect((await readSchedules(id))?.is_active).toBe(false);
  });

  it('start from an empty state only when what they fire on changes', async () => {
    const id = await world.complete();
    done(await world.activate(id));
    const readVersion = async () => {
      const row = db().kysely.selectFrom('alert').select('definition_version').where('id', '=', id);
      return (await row.executeTakeFirstOrThrow()).definition_version;
    };
    const before = await readVersion();
    done(await world.activate(id));
    done(await world.filters(id));
    done(await world.behavior(id));
    done(await world.frequency(id, { ...weekly, dayOfWeek: 'Monday', activateSchedule: true }));
    expect(await readVersion()).toBe(before);
    const readClient = async () => {
      const row = db().kysely.selectFrom('schedule').select('client_id').where('owner_id', '=', id);
      return (await row.executeTakeFirst())?.client_id;
    };
    expect(await readClient()).toBe(1);
    done(await world.filters(id, { filters: [clientsFilter(1, 2)] }));
    expect(await readClient()).toBeNull();
    expect(await readVersion()).toBe(before + 1);
    done(await world.behavior(id, { ...seriesBehavior, minimumCount: 4 }));
    expect(await readVersion()).toBe(before + 2);
    done(await world.frequency(id, { timeZone: 'Asia/Tokyo', activateSchedule: true }));
    expect(await readVersion()).toBe(before + 3);
  });

  it('refuse a change of a version that is no longer the latest', async () => {
    const id = await world.create(series);
    const { version } = done(await world.read(id));
    done(await world.filters(id, { version }));
    expect(await world.filters(id, { version })).toMatchObject({
      status: 409,
      body: { message: 'Someone else has changed this alert since you opened it.' },
    });
  });

  it('can be snoozed and deleted', async () => {
    setDate(new Date('2026-03-24T12:00:00Z'));
    const id = await world.complete();
    expect(done(await world.snooze(id, '2026-04-01')).snoozedUntil).toBe('2026-04-01');
    expect(done(await world.snooze(id, null)).snoozedUntil).toBeNull();
    for (const until of ['2026-03-24', '2027-03-25'])
      expect((await world.snooze(id, until)).status).toBe(400);
    done(await world.activate(id));
    expect(await world.remove(id)).toMatchObject({
      status: 200,
      body: { message: 'The alert has been deleted.' },
    });
    expect((await world.read(id)).status).toBe(404);
    expect(await readSchedules(id)).toBeUndefined();
  });

  it('name the first slot that runs: not a snoozed one, one in the past, or one of a disabled alert', async () => {
    setDate(new Date('2026-03-24T12:00:00Z'));
    const recipient = await world.addPerson();
    const id = await world.complete([world.owner(), recipient.user]);
    done(await world.activate(id));
    const nextRunOn = async () => {
      const { nextRunOn: next } = done(await world.read(id));
      expect((await listItems()).find((each) => each.id === id)?.nextRunOn).toBe(next);
      return next;
    };
    const runs: [string | null, string][] = [
      ['2026-03-27', '2026-03-27T05:00:00.000Z'],
      ['2026-03-28', '2026-04-03T04:00:00.000Z'],
      ['2026-05-04', '2026-05-08T04:00:00.000Z'],
      [null, '2026-03-27T05:00:00.000Z'],
    ];
    for (const [until, next] of runs) {
      done(await world.snooze(id, until));
      expect([until, await nextRunOn()]).toEqual([until, next]);
    }
    setDate(new Date('2026-03-27T03:00:00Z'));
    done(await world.frequency(id, { timeZone: 'Asia/Tokyo', activateSchedule: true }));
    expect(await nextRunOn()).toBe('2026-04-02T21:00:00.000Z');
    const { kysely } = db();
    await kysely
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', recipient.user.id)
      .execute();
    expect(await nextRunOn()).toBeNull();
  });

  it('are found by their owner, their recipients and administrators', async () => {
    const recipient = await world.addPerson();
    const stranger = await world.addPerson();
    const admin = await world.addPerson({ role: 'Admin', notification_claim_level: 'Admin' }, []);
    const id = await world.complete([world.owner(), recipient.user]);
    const own = (await listItems()).find((each) => each.id === id);
    expect(own).toMatchObject({
      isReadOnly: false,
      editable: true,
      disabled: false,
      createdBy: expect.stringMatching(/^Person/),
    });
    const received = (await listItems({}, recipient.token)).find((each) => each.id === id);
    expect(received).toMatchObject({ isReadOnly: true, editable: false });
    expect(await listItems({}, stranger.token)).toEqual([]);
    expect((await listItems({}, admin.token)).map((each) => each.id)).toContain(id);
    const statuses = async (token: string) => [
      (await world.read(id, { token })).status,
      (await world.filters(id, {}, { token })).status,
    ];
    expect(await statuses(recipient.token)).toEqual([200, 403]);
    expect(await statuses(stranger.token)).toEqual([404, 404]);
    expect(await statuses(admin.token)).toEqual([200, 200]);
    expect((await world.read(unknownId)).status).toBe(404);
    expect((await world.read('x')).status).toBe(404);
  });

  it('are edited by administrators who may see the account of the owner', async () => {
    const owner = await world.addPerson({ role: 'Admin', notification_claim_level: 'Advanced' }, []);
    const id = await world.create(specific, { token: owner.token });
    const edit = async (role: Role) => {
      const { token } = await world.addPerson({ role, notification_claim_level: 'Admin' }, []);
      const { editable, isReadOnly } = done(await world.read(id, { token }));
      return { editable, isReadOnly, status: (await world.filters(id, {}, { token })).status };
    };
    expect(await edit('SystemAdmin')).toEqual({ editable: true, isReadOnly: false, status: 200 });
    const { token } = await world.addPerson({ role: 'Internal', notification_claim_level: 'Admin' }, []);
    const listed = async (as: string) =>
      (done(await world.search({}, { token: as })) as unknown as { items: { id: string }[] }).items.map(
        (item) => item.id,
      );
    const statuses = async (as: string) => [
      (await world.read(id, { token: as })).status,
      (await world.filters(id, {}, { token: as })).status,
      (await listed(as)).includes(id),
    ];
    expect(await statuses(token)).toEqual([404, 404, false]);
    const admin = await world.addPerson({ role: 'SystemAdmin', notification_claim_level: 'Admin' }, []);
    expect(await statuses(admin.token)).toEqual([200, 200, true]);
  });

  it('are listed by text, order and page', async () => {
    for (const name of ['Beta', 'alpha', 'Gamma ray']) await world.create(specific, {}, name);
    const names = async (body: object) => (await listItems(body)).map(({ name }) => name);
    expect(await names({ sortBy: 'name', sortDir: 'asc' })).toEqual(['alpha', 'Beta', 'Gamma ray']);
    expect(await names({ query: 'A R' })).toEqual(['Gamma ray']);
    expect(await names({ sortBy: 'name', sortDir: 'desc', page: 2, pageSize: 2 })).toEqual(['alpha']);
    for (const sortBy of ['type', 'createdBy', 'updatedOn', 'lastRunOn', 'schedule'])
      expect(await names({ sortBy })).toHaveLength(3);
  });

  it('are listed by the label of their type', async () => {
    for (const type of alertTypes) await world.create(type);
    const types = (await listItems({ sortBy: 'type', sortDir: 'asc' })).map(({ $type }) => $type);
    const labels = types.map((type) => alertTypeLabels[type]);
    expect(labels).toEqual(['Changes In Activities', 'Individual Activity', 'Multiple Activities']);
  });

  it('hide what people wrote in Blinded Mode, in the list and its search', async () => {
    const staff = await world.addPerson({ role: 'Internal', notification_claim_level: 'Advanced' }, []);
    const as = { token: staff.token };
    const id = await world.create(specific, as, 'Visits of Norvane Filtration');
    done(await world.filters(id, {}, as));
    const hidden = { ...as, headers: blinded };
    const alert = done(await world.read(id, hidden));
    expect(alert).toMatchObject({ name: expect.stringMatching(/^Alert \d+$/), description: '' });
    const found = async (query: string) =>
      (done(await world.search({ query }, hidden)) as unknown as { total: number }).total;
    expect([await found('norvane'), await found('visits'), await found(alert.name)]).toEqual([0, 0, 1]);
    const renamed = await world.call(
      'PUT /api/notification/{id}/name',
      id,
      { name: alert.name, description: 'New' },
      hidden,
    );
    expect(renamed.status).toBe(200);
    expect(done(await world.read(id, as))).toMatchObject({
      name: 'Visits of Norvane Filtration',
      description: 'New',
    });
  });

  it('record every change in the audit log', async () => {
    const id = await world.complete();
    done(await world.activate(id));
    const rows = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', 'like', 'alert.%')
      .where('actor_id', '=', world.owner().id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, detail }) => [action, (detail as { changed?: string }).changed])).toEqual([
      ['alert.create', undefined],
      ...['filters', 'behavior', 'recipients', 'frequency', 'completed'].map((what) => [
        'alert.update',
        what,
      ]),
      ['alert.activate', undefined],
    ]);
    expect(rows[0]?.detail).toMatchObject({ id });
  });
});
