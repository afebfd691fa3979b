import { blindedHeader } from '@readerlens/contract';
import type { Alert, AlertDescription, AlertListRow } from '@readerlens/contract';
import * as xlsx from 'xlsx';
import { readerPseudonym } from '../../../people/blinding/pseudonyms.ts';
import type { UserRow } from '../../../people/tables.ts';
import { describeOnOneEngine, setDate, testApi } from '../../../platform/testing/index.ts';
import { runWorld, seriesRule } from '../testing/run-world.ts';

const acme = { kind: 'Organization', id: '1' } as const;
const specific = 'SpecificActivityNotification';

describeOnOneEngine('the subject of an alert', (db) => {
  const api = testApi({}, {}, db);
  const world = runWorld(db);
  const { addActivities, addAlert, addPerson } = world;
  beforeEach(() => setDate(Date.parse('2026-03-02T12:00:00Z')));
  afterEach(() => jest.useRealTimers());

  const send = async (
    user: UserRow,
    key: Parameters<ReturnType<typeof api>['call']>[0],
    input: object = {},
  ) => api().call(key, { token: await api().tokenFor(user), ...input });
  const create = (user: UserRow, subject: object | null) =>
    send(user, 'POST /api/notification', { body: { name: 'One', type: specific, subject } });
  const find = (user: UserRow, subject: { kind: string; id: string }, headers = {}) =>
    send(user, 'GET /api/notification-subjects/{kind}/{id}', { params: subject, headers });
  const createdId = async (user: UserRow, subject: object | null) =>
    ((await create(user, subject)).body.data as { id: string }).id;
  const read = async (user: UserRow, id: string, headers = {}) =>
    (await send(user, 'GET /api/notification/{id}', { params: { id }, headers })).body.data as Alert;
  const setFilters = (user: UserRow, id: string, more: object) =>
    send(user, 'PUT /api/notification/{id}/filters', {
      params: { id },
      body: {
        filters: [{ $type: 'Terms', field: 'Clients', op: 'Contains', value: [{ id: '1' }] }],
        indices: ['Engagement'],
        ...more,
      },
    });

  it('needs no right to search for it, but activities that the owner sees', async () => {
    const owner = await addPerson({ activity_fields: [] });
    await addActivities({ at: '2026-03-01T09:00:00Z', organisationId: 1 });
    await addActivities({ at: '2026-03-01T09:00:00Z', organisationId: 2, clientId: 2 });
    const id = await createdId(owner, acme);
    expect((await read(owner, id)).subject).toEqual({ ...acme, name: 'Acme Labs' });
    for (const [subject, message] of [
      [{ ...acme, id: '2' }, 'organization'],
      [{ ...acme, id: '99' }, 'organization'],
      [{ ...acme, id: 'x' }, 'organization'],
      [{ kind: 'Reader', id: '7' }, 'reader'],
    ] as const) {
      const { status, body } = await create(owner, subject);
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'subject.id', message: expect.stringContaining(message) }],
      ]);
      expect((await find(owner, subject)).status).toBe(404);
    }
  });

  it('has a name before there is an alert, and a pseudonym in Blinded Mode', async () => {
    const owner = await addPerson();
    await addActivities({ at: '2026-03-01T09:00:00Z', organisationId: 1, readerId: 3 });
    expect((await find(owner, acme)).body.data).toEqual({ ...acme, name: 'Acme Labs' });
    const blinded = await find(owner, { kind: 'Reader', id: '3' }, { [blindedHeader]: 'true' });
    expect(blinded.body.data).toEqual({ kind: 'Reader', id: '3', name: readerPseudonym(3).fullName });
  });

  it('is listed once for all alerts about it that a person owns or receives', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    await addActivities({ at: '2026-03-01T09:00:00Z', organisationId: 1, readerId: 3 });
    const list = async (user: UserRow) =>
      (await send(user, 'GET /api/notification-subjects')).body.data as object[];
    expect(await list(owner)).toEqual([]);
    await createdId(owner, null);
    await createdId(owner, acme);
    const newest = await createdId(owner, acme);
    const reader = await createdId(owner, { kind: 'Reader', id: '3' });
    await db()
      .kysely.updateTable('alert')
      .set({ updated_at: new Date(Date.now() + 60_000) })
      .where('id', '=', newest)
      .execute();
    expect(await list(owner)).toEqual([
      { kind: 'Reader', id: '3', alertId: reader, count: 1 },
      { ...acme, alertId: newest, count: 2 },
    ]);
    expect(await list(other)).toEqual([]);
    const found = async (user: UserRow, subject: object) => {
      const { body } = await send(user, 'POST /api/notifications/search', { body: { subject } });
      return (body.data as { items: AlertListRow[] }).items.map(({ id }) => id);
    };
    expect(await found(owner, acme)).toHaveLength(2);
    expect(await found(owner, { kind: 'Reader', id: '3' })).toEqual([reader]);
    expect(await found(owner, { kind: 'Reader', id: '1' })).toEqual([]);
    expect(await found(other, acme)).toEqual([]);
    await db()
      .kysely.insertInto('alert_recipient')
      .values({ alert_id: newest, user_id: other.id, role: 'Client', position: 1 })
      .execute();
    expect(await list(other)).toEqual([{ ...acme, alertId: newest, count: 1 }]);
  });

  it('is shown by pseudonym in Blinded Mode, and not to those who see none of its activities', async () => {
    const owner = await addPerson({ role: 'Internal' });
    const other = await addPerson({ clients: [2] });
    await addActivities({ at: '2026-03-01T09:00:00Z', readerId: 3 });
    const id = await createdId(owner, { kind: 'Reader', id: '3' });
    expect((await read(owner, id, { 'x-readerlens-blinded': 'true' })).subject?.name).toBe(
      readerPseudonym(3).fullName,
    );
    await db()
      .kysely.insertInto('alert_recipient')
      .values({ alert_id: id, user_id: other.id, role: 'Client', position: 1 })
      .execute();
    const describe = async (user: UserRow) =>
      (
        (await send(user, 'GET /api/notification/{id}/description', { params: { id } })).body
          .data as AlertDescription
      ).filters;
    expect(await describe(owner)).toEqual([{ name: 'Reader', operation: 'is', value: 'First3 Last3' }]);
    expect(await describe(other)).toEqual([
      { name: 'Reader', operation: 'is', value: 'one whose activities you do not see' },
    ]);
    await db().kysely.updateTable('alert').set({ is_complete: true }).where('id', '=', id).execute();
    const listRule = async (user: UserRow, headers: Record<string, string> = {}) => {
      const { body } = await send(user, 'POST /api/notifications/search', { body: {}, headers });
      return (body.data as { items: AlertListRow[] }).items[0]?.rule;
    };
    expect(await listRule(owner)).toBe('Every activity by First3 Last3.');
    expect(await listRule(owner, { 'x-readerlens-blinded': 'true' })).toBe(
      `Every activity by ${readerPseudonym(3).fullName}.`,
    );
    expect(await listRule(other)).toBe('Every activity by one whose activities you do not see.');
  });

  it('stays when the filters are saved without it, and ends with null, which starts an active alert anew', async () => {
    const owner = await addPerson();
    await addActivities({ at: '2026-03-01T09:00:00Z', organisationId: 1 });
    const id = await addAlert({
      owner,
      schedule: { frequency: 'Daily', dayOfWeek: 'Monday', dayOfMonth: 'First' },
    });
    const version = async () =>
      (await db().kysely.selectFrom('alert').select('definition_version').executeTakeFirstOrThrow())
        .definition_version;
    const subjectAfter = async (more: object) =>
      ((await setFilters(owner, id, more)).body.data as Alert).subject?.name;
    await setFilters(owner, id, {});
    const before = await version();
    expect(await subjectAfter({ subject: acme })).toBe('Acme Labs');
    expect(await subjectAfter({})).toBe('Acme Labs');
    expect(await version()).toBe(before + 1);
    // The owner no longer sees it. Saving something else leaves it as it is.
    await db().kysely.deleteFrom('engagement').execute();
    expect((await setFilters(owner, id, { subject: acme })).status).toBe(200);
    expect(await subjectAfter({ subject: null })).toBeUndefined();
    expect(await version()).toBe(before + 2);
  });

  it.each([
    ['a reader', { subject_reader_id: 2 }, { readerId: 2 }],
    ['an organization', { subject_organisation_id: 1 }, { organisationId: 1 }],
  ])('limits runs and their files to %s, also when the alert changes later', async (_, columns, of) => {
    const owner = await addPerson();
    await addAlert({ owner });
    await addAlert({ owner, rule: { ...seriesRule, minimumCount: 2 } });
    await db().kysely.updateTable('alert').set(columns).execute();
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 2, ...of });
    await addActivities({ at: '2026-03-02T13:00:00Z', count: 3, readerId: 5, organisationId: 3 });
    await world.runAt('2026-03-03T06:00:00Z');
    expect(world.errors).toEqual([]);
    const runs = await world.runs();
    expect(Object.fromEntries(runs.map(({ type, total_matched }) => [type, total_matched]))).toEqual({
      SeriesOfActivitiesNotification: 1,
      [specific]: 2,
    });
    await db()
      .kysely.updateTable('alert')
      .set({ subject_reader_id: null, subject_organisation_id: null })
      .execute();
    for (const { id } of runs) {
      const headers = { authorization: `Bearer ${await api().tokenFor(owner)}` };
      const url = `/api/notification-dashboard/${id}/file`;
      const { rawPayload } = await api().app.inject({ method: 'GET', url, headers });
      const book = xlsx.read(rawPayload);
      expect(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {})).toHaveLength(2);
    }
  });
});
