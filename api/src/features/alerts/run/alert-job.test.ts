import { describeOnOneEngine } from '../../../platform/testing/index.ts';
import { changeRule, runWorld, seriesRule } from '../testing/run-world.ts';

const failToRead = () => {
  throw new Error('no database');
};

describeOnOneEngine('runs of alerts', (db) => {
  const world = runWorld(db);
  const { addActivities, addAlert, addPerson, runAt } = world;

  const totals = async () =>
    (await world.received()).map(({ slot, total_matched }) => [slot, total_matched] as const);
  const skipped = async () => (await world.jobRuns()).map(({ state, error }) => [state, error] as const);
  const change = (id: string, values: object) =>
    db().kysely.updateTable('alert').set(values).where('id', '=', id).execute();

  it('report each activity of a Specific alert once, and store quiet runs without a mail', async () => {
    const owner = await addPerson();
    const id = await addAlert({ owner });
    await addActivities({ at: '2026-03-02T11:00:00Z' });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 2 });
    await addActivities({ at: '2026-03-02T14:00:00Z', status: 'Rejected' });
    await runAt('2026-03-03T06:00:00Z');
    await runAt('2026-03-04T06:00:00Z');
    expect(world.errors).toEqual([]);
    expect(await world.runs()).toMatchObject([
      {
        alert_id: id,
        slot: '2026-03-03',
        total_matched: 2,
        current_from: new Date('2026-03-02T12:00:00Z'),
        current_to: new Date('2026-03-03T00:00:00Z'),
      },
      { slot: '2026-03-04', total_matched: 0 },
    ]);
    expect(await world.received()).toMatchObject([
      {
        slot: '2026-03-03',
        user_id: owner.id,
        total_matched: 2,
        client_ids: [1],
        client_matches: [2],
        is_read: false,
        message_id: expect.stringContaining('@'),
      },
      { slot: '2026-03-04', total_matched: 0, client_ids: [], message_id: null },
    ]);
    expect(await world.mails()).toMatchObject([{ to_address: owner.email, subject: 'Alert: Visits' }]);
    expect(world.logged).toMatchObject([
      { audit: 'IndividualActivitiesAudit', auditLevel: 1, totalMatched: 2, recipients: 1 },
      { totalMatched: 0 },
    ]);
    const alert = await db().kysely.selectFrom('alert').select('last_run_at').executeTakeFirstOrThrow();
    expect(alert.last_run_at).toEqual(new Date('2026-03-04T06:00:00Z'));
  });

  it('fire for a series, then list it as still above until there is as much again', async () => {
    const owner = await addPerson();
    await addAlert({ owner, rule: seriesRule });
    await addActivities({ at: '2026-03-01T12:00:00Z', count: 3 });
    await addActivities({ at: '2026-03-01T12:00:00Z', count: 2, readerId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    await addActivities({ at: '2026-03-03T12:00:00Z' });
    await runAt('2026-03-04T06:00:00Z');
    await addActivities({ at: '2026-03-04T12:00:00Z', count: 2 });
    await runAt('2026-03-05T06:00:00Z');
    expect(await world.entities()).toMatchObject([
      { slot: '2026-03-03', entity_id: 1, outcome: 'fires', activities: 3 },
      { slot: '2026-03-04', entity_id: 1, outcome: 'still above', activities: 4 },
      { slot: '2026-03-05', entity_id: 1, outcome: 'fires', activities: 6 },
    ]);
    expect(await totals()).toEqual([
      ['2026-03-03', 1],
      ['2026-03-04', 0],
      ['2026-03-05', 1],
    ]);
    expect(await world.mails()).toHaveLength(2);
  });

  it('compare with the baseline, and count what is too small for it', async () => {
    const owner = await addPerson();
    await addAlert({ owner, rule: changeRule });
    await addActivities({ at: '2025-01-01T00:00:00Z', readerId: 9 });
    await addActivities({ at: '2025-12-20T12:00:00Z', count: 6, organisationId: 1 });
    await addActivities({ at: '2026-02-20T12:00:00Z', count: 3, organisationId: 1 });
    await addActivities({ at: '2025-12-20T12:00:00Z', count: 2, organisationId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    expect(await world.runs()).toMatchObject([
      { insufficient_baseline: 1, baseline_from: new Date('2025-11-03T00:00:00Z'), total_matched: 1 },
    ]);
    expect(await world.entities()).toMatchObject([
      { entity_id: 1, outcome: 'fires', activities: 3, baseline_activities: 6, direction: 'Positive' },
      { entity_id: 2, outcome: 'insufficient baseline', baseline_activities: 2 },
    ]);
    const [mail] = await world.mails();
    expect(mail?.text_body).toContain('3 activities by 1 reader, 50% more than the 2 expected');
    expect(world.logged).toMatchObject([{ audit: 'ChangeInActivitiesOrgAudit', auditLevel: 4 }]);
  });

  it('start from an empty state after an edit', async () => {
    const owner = await addPerson();
    const id = await addAlert({ owner, rule: seriesRule });
    await addActivities({ at: '2026-03-01T12:00:00Z', count: 3 });
    await runAt('2026-03-03T06:00:00Z');
    await change(id, { definition_version: 2, version: 2, active_since: '2026-03-03T12:00:00Z' });
    await runAt('2026-03-04T06:00:00Z');
    expect((await world.entities()).map(({ outcome }) => outcome)).toEqual(['fires', 'fires']);
    expect(await world.runs()).toMatchObject([{ definition_version: 1 }, { definition_version: 2 }]);
  });

  it('do not fire for a slot before the activation', async () => {
    const owner = await addPerson();
    const id = await addAlert({ owner });
    await change(id, { definition_version: 2, active_since: '2026-03-03T06:30:00Z' });
    await runAt('2026-03-03T07:00:00Z');
    expect(await world.runs()).toEqual([]);
    expect(await skipped()).toEqual([['skipped', 'The alert was activated after this slot.']]);
  });

  it('show recipients with fewer rights their own numbers', async () => {
    const owner = await addPerson();
    const biologics = await addPerson({ communities: [1] });
    const devices = await addPerson({ communities: [2] });
    const sameAsOwner = await addPerson();
    const stranger = await addPerson({ clients: [2] });
    const recipients = [owner, biologics, devices, sameAsOwner, stranger];
    await addAlert({ owner, rule: seriesRule, recipients });
    await addActivities({ at: '2026-03-01T12:00:00Z', count: 3, communityId: 1 });
    await addActivities({ at: '2026-03-01T12:00:00Z', count: 2, communityId: 2 });
    await addActivities({ at: '2026-03-01T12:00:00Z', count: 4, communityId: 2, readerId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    expect(await world.entities()).toMatchObject([
      { view: 0, entity_id: 1, activities: 5 },
      { view: 0, entity_id: 2, activities: 4 },
      { view: 1, entity_id: 1, activities: 3 },
      { view: 2, entity_id: 2, activities: 4 },
    ]);
    expect(await world.received()).toMatchObject([
      { user_id: owner.id, view: 0, total_matched: 2 },
      { user_id: biologics.id, view: 1, total_matched: 1 },
      { user_id: devices.id, view: 2, total_matched: 1 },
      { user_id: sameAsOwner.id, view: 0, total_matched: 2 },
      { user_id: stranger.id, total_matched: 0, client_ids: [], message_id: null },
    ]);
    const mails = await world.mails();
    expect(mails.map(({ to_address }) => to_address)).toEqual(
      [owner, biologics, devices, sameAsOwner].map(({ email }) => email),
    );
    expect(mails[1]?.text_body).toContain('3 activities in 1 month');
    expect(mails[1]?.text_body).not.toContain('First2');
  });

  it('show recipients of a Specific alert only activities that they may see', async () => {
    const owner = await addPerson();
    const devices = await addPerson({ communities: [2] });
    await addAlert({ owner, recipients: [owner, devices] });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 2, readerId: 1 });
    await addActivities({ at: '2026-03-02T13:00:00Z', readerId: 2, communityId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    expect((await world.received()).map(({ total_matched }) => total_matched)).toEqual([3, 1]);
    const [all, some] = await world.mails();
    expect(all?.text_body).toContain('3 new activities met the filters.');
    expect(some?.text_body).toContain('1 new activity met the filters.');
    expect(some?.text_body).not.toContain('First1');
  });

  it('send no mail to people who ended the mails', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    await db().kysely.updateTable('alert_recipient').set({ is_email_subscribed: false }).execute();
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-03T06:00:00Z');
    expect(await world.received()).toMatchObject([{ total_matched: 1, message_id: null }]);
    expect(await world.mails()).toEqual([]);
  });

  it.each([
    ['deleted', { deleted_at: '2026-03-02T13:00:00Z' }, 'The alert was deleted.'],
    ['not active', { schedule_active: false }, 'The schedule is not active.'],
    ['snoozed', { snoozed_until: '2026-03-04' }, 'The alert is snoozed until 2026-03-04.'],
    [
      'about a client that its owner may not see',
      { filters: JSON.stringify([{ field: 'Clients', value: [{ id: '2' }] }]) },
      'The alert is disabled: InsufficientUserPermissions.',
    ],
  ])('are skipped if the alert is %s', async (_, values, reason) => {
    const owner = await addPerson();
    const id = await addAlert({ owner });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await change(id, values);
    await runAt('2026-03-03T06:00:00Z');
    expect(await world.runs()).toEqual([]);
    expect(await skipped()).toEqual([['skipped', reason]]);
  });

  it('are skipped while a recipient is deleted or a client does not pay', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    await addAlert({ owner, recipients: [owner, other] });
    await db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', other.id).execute();
    await runAt('2026-03-03T06:00:00Z');
    await db().kysely.updateTable('client').set({ is_paid: false }).where('id', '=', 1).execute();
    await runAt('2026-03-04T06:00:00Z');
    await db().kysely.updateTable('client').set({ is_paid: true }).execute();
    expect(await skipped()).toEqual([
      ['skipped', 'The alert is disabled: DeletedUser.'],
      ['skipped', 'The alert is disabled: NonPaidClient, DeletedUser.'],
    ]);
  });

  it('of staff without a Clients filter leave out clients that are not paid for', async () => {
    const owner = await addPerson({ role: 'Internal', clients: [], communities: [] });
    await addAlert({ owner, clientIds: [] });
    await db().kysely.updateTable('client').set({ is_paid: false }).where('id', '=', 2).execute();
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await addActivities({ at: '2026-03-02T13:00:00Z', clientId: 2 });
    await runAt('2026-03-03T06:00:00Z');
    await db().kysely.updateTable('client').set({ is_paid: true }).execute();
    expect(await world.received()).toMatchObject([{ total_matched: 1, client_ids: [1] }]);
  });

  it('cover what happened while the alert was snoozed', async () => {
    const owner = await addPerson();
    const id = await addAlert({ owner });
    await change(id, { snoozed_until: '2026-03-05' });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    for (const day of ['03', '04', '05']) await runAt(`2026-03-${day}T06:00:00Z`);
    expect(await totals()).toEqual([['2026-03-05', 1]]);
  });

  it('catch up once after a week without a worker', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    for (const day of ['03', '05', '07', '09']) await addActivities({ at: `2026-03-${day}T13:00:00Z` });
    await runAt('2026-03-10T09:00:00Z');
    expect(await world.runs()).toMatchObject([
      { slot: '2026-03-10', missed_slots: 7, total_matched: 4, current_to: new Date('2026-03-10T00:00:00Z') },
    ]);
    expect(await world.mails()).toHaveLength(1);
    await runAt('2026-03-11T06:00:00Z');
    expect(await totals()).toEqual([
      ['2026-03-10', 4],
      ['2026-03-11', 0],
    ]);
  });

  it('report a late approval once, and an activity that counts again not at all', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    const [id = 0] = await addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-03T06:00:00Z');
    await addActivities({ at: '2026-02-01T00:00:00Z', readerId: 2 });
    await db().kysely.updateTable('engagement').set({ available_at: '2026-03-03T13:00:00Z' }).execute();
    await runAt('2026-03-04T06:00:00Z');
    await db()
      .kysely.updateTable('engagement')
      .set({ available_at: '2026-03-04T13:00:00Z' })
      .where('id', '=', id)
      .execute();
    await runAt('2026-03-05T06:00:00Z');
    expect(await totals()).toEqual([
      ['2026-03-03', 1],
      ['2026-03-04', 1],
      ['2026-03-05', 0],
    ]);
  });

  it('report an import that began up to two days before the cut-off and ended after the run', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    for (const day of [3, 4, 5]) await runAt(`2026-03-0${day}T06:00:00Z`);
    await addActivities({ at: '2026-03-04T23:59:00Z' });
    await addActivities({ at: '2026-03-03T00:00:00Z' });
    await runAt('2026-03-06T06:00:00Z');
    expect(await totals()).toEqual([
      ['2026-03-03', 0],
      ['2026-03-04', 0],
      ['2026-03-05', 0],
      ['2026-03-06', 2],
    ]);
  });

  it('are repeated if the alert was changed meanwhile', async () => {
    const owner = await addPerson();
    const id = await addAlert({ owner });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    const kind = world.kind();
    await runAt('2026-03-03T06:00:00Z', [
      {
        ...kind,
        async *handleAll(runs, context) {
          for await (const ends of kind.handleAll(runs, context)) {
            await change(id, { version: 2, name: 'Renamed' });
            yield ends;
          }
        },
      },
    ]);
    expect(await world.runs()).toEqual([]);
    expect(await world.mails()).toEqual([]);
    expect(await skipped()).toEqual([['queued', 'The alert was changed during its run.']]);
    await runAt('2026-03-03T06:01:00Z');
    expect(await world.mails()).toMatchObject([{ subject: 'Alert: Renamed' }]);
  });

  it('are repeated if another run of the alert ended meanwhile', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-03T06:00:00Z');
    await addActivities({ at: '2026-03-03T13:00:00Z' });
    const kind = world.kind();
    await runAt('2026-03-04T06:00:00Z', [
      {
        ...kind,
        async *handleAll(runs, context) {
          for await (const ends of kind.handleAll(runs, context)) {
            await db().kysely.updateTable('alert_state').set({ cursor: '2026-03-03T12:00:00Z' }).execute();
            yield ends;
          }
        },
      },
    ]);
    expect((await skipped())[1]).toEqual(['queued', 'Another run of the alert ended during this one.']);
    await runAt('2026-03-04T06:01:00Z');
    expect(await totals()).toEqual([
      ['2026-03-03', 1],
      ['2026-03-04', 1],
    ]);
  });

  it('leave out an older slot once a later one has a result', async () => {
    const owner = await addPerson();
    const id = await addAlert({ owner, rule: seriesRule });
    const failing = { ...world.kind(), handleAll: failToRead };
    await runAt('2026-03-03T06:00:00Z', [failing]);
    await db().kysely.updateTable('job_run').set({ next_at: '2026-03-04T07:00:00Z' }).execute();
    await runAt('2026-03-04T06:00:00Z');
    await runAt('2026-03-04T07:00:00Z');
    expect(await skipped()).toEqual([
      ['skipped', 'This slot or a later one has a result.'],
      ['done', null],
    ]);
    expect(await world.runs()).toMatchObject([{ alert_id: id, slot: '2026-03-04' }]);
  });

  it('tell the owner once that an alert fails, until it succeeds again', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    const failing = { ...world.kind(), pauses: [], handleAll: failToRead };
    await runAt('2026-03-03T06:00:00Z', [failing]);
    await runAt('2026-03-04T06:00:00Z', [failing]);
    expect(await world.mails()).toMatchObject([
      { to_address: owner.email, subject: 'Alert not evaluated: Visits' },
    ]);
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-05T06:00:00Z');
    expect(await totals()).toEqual([['2026-03-05', 1]]);
    await runAt('2026-03-06T06:00:00Z', [failing]);
    expect((await world.mails()).map(({ subject }) => subject)).toEqual([
      'Alert not evaluated: Visits',
      'Alert: Visits',
      'Alert not evaluated: Visits',
    ]);
  });

  it('are all done when many are due at once, each with a file', async () => {
    const owner = await addPerson();
    for (let count = 0; count < 40; count += 1) await addAlert({ owner });
    await addActivities({ at: '2026-03-02T13:00:00Z' });
    await runAt('2026-03-03T06:00:00Z');
    expect(world.errors).toEqual([]);
    expect(await world.mails()).toHaveLength(40);
  });

  it('store many rows, and say that the file has not all of them', async () => {
    const owner = await addPerson();
    await addAlert({ owner });
    for (let copy = 0; copy < 3; copy += 1) await addActivities({ at: '2026-03-02T13:00:00Z', count: 3500 });
    await runAt('2026-03-03T06:00:00Z');
    expect(await world.received()).toMatchObject([{ total_matched: 10_500, exceeds_threshold: true }]);
    const [mail] = await world.mails();
    expect(mail?.text_body).toContain('and 10,480 more');
    expect(mail?.text_body).toContain('lists the newest 10,000 of the activities');
  });
});
