import { randomUUID } from 'node:crypto';
import type { ActivityReportConfig, ActivityReportDetails, ActivityReportRun } from '@readerlens/contract';
import { addUser, describeOnOneEngine, setDate } from '../../platform/testing/index.ts';
import { blinded, clientsFilter, reportWorld, unknownId } from './testing/report-world.ts';

const day = 86_400_000;
const monday = new Date('2026-03-02T12:00:00Z');

describeOnOneEngine('configurations of activity reports', (db) => {
  const world = reportWorld(db);
  const { done } = world;
  beforeEach(() => setDate(monday));
  afterEach(() => jest.useRealTimers());

  const listItems = async (query: Record<string, string> = {}, token?: string) =>
    done<{ items: ActivityReportConfig[]; total: number }>(
      await world.list(query, token === undefined ? {} : { token }),
    );

  it('are created with what the caller sent, and scheduled on local days', async () => {
    const response = await world.post({ filters: [clientsFilter(1)], onlineId: null });
    expect(response.body.message).toBe('Activity Report Configuration was successfully created');
    const config = done<ActivityReportConfig>(response);
    expect(config).toMatchObject({
      userId: String(world.owner().id),
      email: 'contact@norvane.example',
      firstName: 'Nora',
      lastName: 'Vane',
      companyId: '1',
      onlineId: null,
      reportType: 2,
      reportTypeEnum: 'Consolidated',
      sendDays: ['M', 'TH'],
      timeZone: 'Europe/Berlin',
      aggregateSubsequent: false,
      includeActivityQualityColumn: true,
      includeEmailAttachement: false,
      disabled: false,
      sendToWebhook: false,
      lastSentOn: null,
      companies: ['Norvane Filtration'],
      onlines: [],
      scheduleClass: 'active',
      scheduleTooltip: 'Schedule Active: Monday, Thursday',
      editUrl: `/dissemination-contact/${world.owner().id}/${config.id}`,
      editable: true,
      problem: null,
      // 06:00 in Berlin.
      nextRunOn: '2026-03-05T05:00:00.000Z',
    });
    expect(await world.schedule(config.id)).toMatchObject({
      rule: { every: 'week', days: [1, 4], at: '06:00' },
      time_zone: 'Europe/Berlin',
      is_active: true,
      client_id: 1,
      next_slot_key: '2026-03-05',
    });
    expect(done(await world.read(config.id))).toEqual(config);
  });

  it('store the canonical name of a time zone, however it was typed', async () => {
    const { id, timeZone } = await world.created({ timeZone: 'europe/berlin' });
    expect(timeZone).toBe('Europe/Berlin');
    expect(await world.schedule(id)).toMatchObject({ time_zone: 'Europe/Berlin' });
  });

  it('take missing contact details from the user', async () => {
    const { email, first_name, last_name } = world.owner();
    const missing = { email: undefined, firstName: undefined, lastName: undefined, companyId: undefined };
    expect(await world.created(missing)).toMatchObject({
      email,
      firstName: first_name,
      lastName: last_name,
      companyId: '1',
      companies: ['Norvane Filtration'],
    });
  });

  it('start with the past year if consolidated, else with their creation or the chosen days', async () => {
    const readStart = async (body: object) => {
      const { id } = await world.created(body);
      const { available_from, occurred_from } = await world.configRow(id);
      const daysBefore = (monday.getTime() - available_from.getTime()) / day;
      return [Math.round(daysBefore), occurred_from?.getTime() === available_from.getTime()];
    };
    expect(await readStart({ reportType: 2 })).toEqual([365, true]);
    expect(await readStart({ reportType: 2, pastDays: 7 })).toEqual([7, true]);
    expect(await readStart({ reportType: 1 })).toEqual([0, false]);
    expect(await readStart({ reportType: 1, pastDays: 30 })).toEqual([30, false]);
    expect(await readStart({ reportType: 3, pastDays: 365 })).toEqual([365, false]);
  });

  it('start with a chosen day in their time zone', async () => {
    const readStart = async (body: object) =>
      (await world.configRow((await world.created(body)).id)).available_from.toISOString();
    const startDate = '2026-02-03';
    expect(await readStart({ startDate, timeZone: 'UTC' })).toBe('2026-02-03T00:00:00.000Z');
    expect(await readStart({ reportType: 1, startDate, timeZone: 'Asia/Tokyo' })).toBe(
      '2026-02-02T15:00:00.000Z',
    );
  });

  it('have no filters on dates and activity types, and an individual report no activity types', async () => {
    const filters = [
      clientsFilter(1),
      { field: 'RelativeDateRange', value: '-1y' },
      { field: 'DateRange', value: { from: '2025-01-01', to: '2025-02-01' } },
    ];
    const { filterModel } = await world.created({ filters, reportType: 1 });
    expect(filterModel.filters.map(({ field }) => field)).toEqual(['Clients']);
    expect(filterModel.indices).toEqual([]);
  });

  it.each([
    [{ email: '' }, 'email', 'Email Is Required'],
    [{ email: 'nobody' }, 'email', 'Invalid Email Address'],
    [{ firstName: ' ' }, 'firstName', 'First Name Is Required'],
    [{ lastName: 'x'.repeat(51) }, 'lastName', 'Last Name must not be longer than 50 characters'],
    [{ companyId: '' }, 'companyId', 'Company Is Required'],
    [{ companyId: '3' }, 'companyId', 'There is no such client for this user.'],
    [{ onlineId: '99' }, 'onlineId', 'There is no such community for this user.'],
    [{ sendDays: [] }, 'sendDays', 'Please schedule at least one day'],
    [{ sendDays: ['S'] }, 'sendDays', 'The days are M, T, W, TH, F.'],
    [{ indices: [] }, 'indices', 'Activity Type Is Required'],
    [{ timeZone: 'Mars/Base' }, 'timeZone', 'There is no such time zone.'],
    [{ timeZone: '+02:00' }, 'timeZone', 'There is no such time zone.'],
    [{ startDate: '2026-02-30' }, 'startDate', 'The start date must be one of the last 365 days'],
    [{ startDate: '2020-01-01' }, 'startDate', 'The start date must be one of the last 365 days'],
    [{ startDate: '2031-01-01' }, 'startDate', 'The start date must be one of the last 365 days'],
    [{ pastDays: 8 }, 'pastDays', 'Choose one of 0, 7, 30, 365.'],
  ])('refuse %j', async (body, path, message) => {
    const response = await world.post(body);
    expect(response.status).toBe(400);
    expect(response.body.details).toEqual([{ path, message }]);
  });

  it('refuse filters on clients other than their company', async () => {
    for (const [companyId, ...ids] of [
      [1, 1, 2],
      [1, 2],
      [2, 1],
    ] as const) {
      const { status, body } = await world.post({
        companyId: String(companyId),
        filters: [clientsFilter(...ids)],
      });
      expect([status, body.details]).toEqual([
        400,
        [
          {
            path: 'filters',
            message:
              'The report holds the activities of its company only. Remove the other clients from the filters.',
          },
        ],
      ]);
    }
    expect((await world.post({ companyId: '2', filters: [clientsFilter(2)] })).status).toBe(200);
  });

  it('of earlier versions whose filters name other clients have a problem, and are not sent', async () => {
    const { id } = await world.created();
    await db()
      .kysely.updateTable('activity_report_config')
      .set({ filters: JSON.stringify([clientsFilter(1, 2)]) })
      .where('id', '=', id)
      .execute();
    const problem = 'Its filters name clients other than its company. Save it again without them.';
    expect(done<ActivityReportConfig>(await world.read(id))).toMatchObject({ problem });
    const answer = await world.api().call('POST /api/activity-report-config/{id}/send-now', {
      token: world.tokens().owner,
      params: { id },
    });
    expect([answer.status, answer.body.message]).toEqual([409, problem]);
  });

  it("refuse filters on other people's clients", async () => {
    expect((await world.post({ filters: [clientsFilter(3)] })).status).toBe(400);
  });

  it('do not send the past again when their filters change', async () => {
    const { id } = await world.created();
    const cursor = new Date('2026-02-28T23:00:00Z');
    await db().kysely.updateTable('activity_report_config').set({ cursor }).where('id', '=', id).execute();
    const before = await world.configRow(id);
    done(await world.patch(id, { sendDays: ['F'] }));
    expect(await world.configRow(id)).toMatchObject({ cursor, available_from: before.available_from });
    const changed = await world.patch(id, { sendDays: ['F'], companyId: '2', filters: [clientsFilter(2)] });
    expect(changed.body.message).toBe('Activity Report Configuration was successfully updated');
    expect(await world.configRow(id)).toMatchObject({ cursor, available_from: cursor });
    expect(await world.schedule(id)).toMatchObject({ rule: { days: [5] } });
  });

  it('are not scheduled while disabled, and start again with the present', async () => {
    const { id } = await world.created();
    expect(done(await world.patch(id, { disabled: true }))).toMatchObject({
      disabled: true,
      nextRunOn: null,
      scheduleClass: 'inactive',
      scheduleTooltip: 'Schedule Inactive: Monday, Thursday',
    });
    expect(await world.schedule(id)).toMatchObject({ is_active: false });
    done(await world.patch(id, { disabled: false }));
    expect(await world.configRow(id)).toMatchObject({ cursor: monday, available_from: monday });
    expect(await world.schedule(id)).toMatchObject({ is_active: true });
  });

  it('refuse a change of another version than the present one', async () => {
    const { id, version } = await world.created();
    done(await world.patch(id, { version, firstName: 'Nana' }));
    expect((await world.patch(id, { version, firstName: 'Nina' })).status).toBe(409);
    expect(done(await world.read(id))).toMatchObject({ firstName: 'Nana', version: version + 1 });
  });

  it('of a deleted account can neither be seen nor added by staff', async () => {
    const { id } = await world.created();
    const staff = await addUser(db(), { role: 'Internal' });
    const token = await world.api().tokenFor(staff);
    expect((await world.read(id, { token })).status).toBe(200);
    const setActive = (is_active: boolean) =>
      db().kysely.updateTable('app_user').set({ is_active }).where('id', '=', world.owner().id).execute();
    await setActive(false);
    const answers = [await world.read(id, { token }), await world.post({}, { token })];
    await setActive(true);
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, 'There is no such user.'],
      [404, 'There is no such user.'],
    ]);
  });

  it('are deleted with their schedule', async () => {
    const { id } = await world.created();
    expect((await world.remove(id)).body.message).toBe('Deleted report Nora Vane');
    expect((await world.read(id)).status).toBe(404);
    expect(await world.schedule(id)).toBeUndefined();
    expect(await listItems()).toMatchObject({ items: [], total: 0 });
  });

  it('are listed by page in any order', async () => {
    await world.created({ firstName: 'Bea', reportType: 1 });
    await world.created({ firstName: 'Ada', disabled: true });
    await world.created({ firstName: 'Cem' });
    const names = async (query: Record<string, string>) =>
      (await listItems(query)).items.map(({ firstName }) => firstName);
    expect(await names({ sortBy: 'contact', sortDir: 'asc' })).toEqual(['Ada', 'Bea', 'Cem']);
    expect(await names({ sortBy: 'contact', sortDir: 'asc', page: '2', pageSize: '2' })).toEqual(['Cem']);
    expect((await names({ sortBy: 'schedule', sortDir: 'desc' }))[0]).toBe('Ada');
    expect((await names({ sortBy: 'reportType', sortDir: 'asc' }))[0]).toBe('Bea');
    expect((await listItems({ pageSize: '1' })).total).toBe(3);
  });

  it('are closed to other clients and open to staff', async () => {
    const { id } = await world.created();
    const { other, internal } = world.tokens();
    const asOther = { token: other };
    expect((await world.read(id, asOther)).status).toBe(403);
    expect((await world.patch(id, {}, asOther)).status).toBe(403);
    expect((await world.remove(id, asOther)).status).toBe(403);
    expect((await world.list({}, asOther)).status).toBe(403);
    expect((await world.post({}, asOther)).status).toBe(403);
    expect((await world.read(unknownId)).status).toBe(404);
    expect((await world.read('x')).status).toBe(404);
    const asStaff = { token: internal };
    expect(done(await world.read(id, asStaff))).toMatchObject({ id, editable: true });
    expect((await world.patch(id, { firstName: 'Noa' }, asStaff)).status).toBe(200);
    expect(
      done(await world.created({ companyId: '2' }, asStaff).then(({ id: own }) => world.read(own))),
    ).toMatchObject({ companies: ['Aurelis'] });
  });

  it('have pseudonyms of clients in Blinded Mode', async () => {
    const { id } = await world.created({ filters: [clientsFilter(1)] });
    const text = JSON.stringify(done(await world.read(id, { headers: blinded })));
    expect(text).not.toContain('Norvane Filtration');
    expect(text).toContain('"companies":["Client ');
  });

  it('keep the contact that a change in Blinded Mode sends back as it was shown', async () => {
    const { id } = await world.created({ email: 'ana@norvane.example', firstName: 'Ana', lastName: 'Vane' });
    const hidden = { headers: blinded };
    const { email, firstName, lastName } = done<ActivityReportConfig>(await world.read(id, hidden));
    expect([email, firstName]).toEqual([expect.stringMatching(/^contact\d+@example$/), 'Contact']);
    done(await world.patch(id, { email, firstName, lastName: 'Other' }, hidden));
    const row = await world.configRow(id);
    expect([row.email, row.first_name, row.last_name]).toEqual(['ana@norvane.example', 'Ana', 'Other']);
    expect(lastName).toMatch(/^\d+$/);
  });

  it('of a new report take the owner as shown in Blinded Mode', async () => {
    const user = world.owner();
    const email = user.email.replace(/@.*/, '@(masked)');
    const { id } = await world.created({ email }, { headers: blinded });
    expect((await world.configRow(id)).email).toBe(user.email);
  });

  describe('have runs', () => {
    const addRun = async (configId: string, columns: object = {}) => {
      const config = await world.configRow(configId);
      const slot = `slot ${randomUUID()}`;
      const { id } = await db()
        .kysely.insertInto('activity_report_run')
        .values({
          id: crypto.randomUUID(),
          config_id: configId,
          client_id: config.client_id,
          owner_id: config.owner_id,
          slot,
          is_manual: false,
          email: config.email,
          first_name: config.first_name,
          last_name: config.last_name,
          report_type: config.report_type,
          send_days: config.send_days,
          time_zone: config.time_zone,
          is_aggregated: false,
          includes_quality: true,
          filters: JSON.stringify(config.filters),
          indices: config.indices,
          period_from: '2026-02-26T23:00:00Z',
          period_to: '2026-03-01T23:00:00Z',
          total: 5,
          client_ids: [1, 2],
          client_counts: [3, 2],
          run_at: monday,
          ...columns,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const listRuns = async (query: Record<string, string> = {}, token = world.tokens().owner) =>
      done<{ items: ActivityReportRun[]; total: number }>(await world.runs(query, { token }));

    it('that are listed for their owner and for staff', async () => {
      const { id } = await world.created();
      const run = await addRun(id);
      await addRun(id, { total: 0, client_ids: [], client_counts: [] });
      const { items, total } = await listRuns({ configId: id });
      expect(total).toBe(1);
      expect(items).toMatchObject([
        {
          id: run,
          activityReportConfigId: id,
          contact: { email: 'contact@norvane.example', name: 'Nora Vane' },
          recordsCount: 5,
          totalMatched: 5,
          companies: ['Aurelis', 'Norvane Filtration'],
          sasUrl: `/api/activity-report/${id}/${run}/file`,
          startDate: '2026-02-26T23:00:00.000Z',
          endDate: '2026-03-01T23:00:00.000Z',
          state: 'sent',
        },
      ]);
      expect((await listRuns({ configId: id, quiet: 'true' })).total).toBe(2);
      expect((await listRuns({ configId: id, query: 'nora v' })).total).toBe(1);
      expect((await listRuns({ configId: id, query: 'nobody' })).total).toBe(0);
      expect((await listRuns({ configId: id }, world.tokens().internal)).total).toBe(1);
      expect((await listRuns({ configId: id }, world.tokens().other)).total).toBe(0);
    });

    it('whose details are closed to others', async () => {
      const { id } = await world.created({ filters: [clientsFilter(1)] });
      const run = await addRun(id);
      expect(done<ActivityReportDetails>(await world.run(id, run))).toMatchObject({
        editable: false,
        disabled: false,
        schedule: 'Every Monday and Thursday at 06:00 (Europe/Berlin)',
        parameters: [
          { name: 'Activity Types', operation: 'is any of', value: 'Engagement' },
          { name: 'Clients', operation: 'is any of', value: 'Norvane Filtration' },
        ],
      });
      const asOther = { token: world.tokens().other };
      expect((await world.run(id, run, asOther)).status).toBe(403);
      expect((await world.activities(id, run, asOther)).status).toBe(403);
      expect((await world.run(unknownId, run)).status).toBe(404);
      expect((await world.run(id, unknownId)).status).toBe(404);
      expect(done(await world.run(id, run, { token: world.tokens().internal }))).toMatchObject({
        editable: true,
      });
    });

    it('of which a person who lost a client sees the rest', async () => {
      const { id } = await world.created();
      const run = await addRun(id);
      const lost = await addRun(id, { client_ids: [2], client_counts: [5] });
      await db()
        .kysely.deleteFrom('user_client')
        .where('user_id', '=', world.owner().id)
        .where('client_id', '=', 2)
        .execute();
      const token = await world.api().tokenFor(world.owner());
      const { items } = await listRuns({ configId: id }, token);
      expect(items).toMatchObject([{ id: run, recordsCount: 3, companies: ['Norvane Filtration'] }]);
      expect((await world.run(id, lost, { token })).status).toBe(404);
    });

    it('that stay when their configuration is deleted', async () => {
      const { id } = await world.created();
      const run = await addRun(id);
      await world.remove(id);
      expect(done(await world.run(id, run))).toMatchObject({ disabled: true, editable: false });
    });
  });
});
