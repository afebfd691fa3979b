import * as xlsx from 'xlsx';
import type { AlertRunDetails } from '@readerlens/contract';
import { termsFilter } from '@readerlens/filters/model';
import type { UserRow } from '../../../people/tables.ts';
import { describeOnEachEngine, testApi } from '../../../platform/testing/index.ts';
import { changeRule, runWorld, seriesRule } from '../testing/run-world.ts';
import type { NewPerson } from '../testing/run-world.ts';

const byOrganization = { ...seriesRule, aggField: 'ReaderOrg' as const, uniqueUserCount: 1 };
const fields = { activity_fields: ['ReaderOrgs'] };

describeOnEachEngine('the account lists of a run', (db) => {
  const api = testApi({}, {}, db);
  const world = runWorld(db);
  const { addActivities, addAlert } = world;
  afterEach(() => db().kysely.deleteFrom('account_list').execute());

  const addPerson = (person: NewPerson = {}) => world.addPerson({ ...fields, ...person });

  const pick = (listId: string, ids: readonly number[]) =>
    db()
      .kysely.insertInto('account_list_organisation')
      .values(ids.map((id) => ({ client_id: 1, list_id: listId, organisation_id: id })))
      .execute();
  const changeList = (id: string, values: object) =>
    db().kysely.updateTable('account_list').set(values).where('id', '=', id).execute();
  const addList = async (owner: UserRow, values: object, ids: readonly number[] = []): Promise<string> => {
    const { id } = await db()
      .kysely.insertInto('account_list')
      .values({ client_id: 1, owner_id: owner.id, name: 'Key accounts', ...values })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (ids.length > 0) await pick(id, ids);
    return id;
  };
  /** The organizations with as many engagements in the last year. */
  const atLeast = (least: number) => ({
    filters: JSON.stringify([{ field: 'RelativeDateRange', value: '-1y' }]),
    indices: [],
    least_engagements: least,
  });

  /** Three readers, each of an organization: the first two have three activities, the last one four. */
  const addReaders = async () => {
    for (const id of [1, 2, 3])
      await addActivities({
        at: '2026-03-01T13:00:00Z',
        count: id === 3 ? 4 : 3,
        readerId: id,
        organisationId: id,
      });
  };
  const run = async (alert: Parameters<typeof addAlert>[0], listId: string) => {
    const id = await addAlert({ rule: byOrganization, ...alert });
    await world.setFilters(id, [
      termsFilter('Clients', [{ id: '1', name: 'Aurelis' }]),
      termsFilter('AccountLists', [{ id: listId, name: 'Key accounts' }]),
    ]);
    await world.runAt('2026-03-03T06:00:00Z');
  };

  const readRun = async (user: UserRow, headers: Record<string, string> = {}): Promise<AlertRunDetails> => {
    const [stored] = await world.runs();
    const { body } = await api().call('GET /api/notification-dashboard/{id}', {
      token: await api().tokenFor(user),
      params: { id: stored?.id ?? '' },
      headers,
    });
    return body.data as AlertRunDetails;
  };
  const download = async (user: UserRow) => {
    const [stored] = await world.runs();
    const authorization = `Bearer ${await api().tokenFor(user)}`;
    const url = `/api/notification-dashboard/${stored?.id ?? ''}/file`;
    return api().app.inject({ method: 'GET', url, headers: { authorization } });
  };
  /** The number of rows of each reader in the file. */
  const countRows = async (user: UserRow): Promise<Record<string, number>> => {
    const { Sheets, SheetNames } = xlsx.read((await download(user)).rawPayload);
    const rows = xlsx.utils.sheet_to_json<Record<string, string>>(Sheets[SheetNames[0] ?? ''] ?? {}, {
      raw: false,
    });
    const counts: Record<string, number> = {};
    for (const { Email: email = '' } of rows) counts[email] = (counts[email] ?? 0) + 1;
    return counts;
  };

  it('stay those of the run in its file and its page once somebody picks others', async () => {
    const owner = await addPerson();
    const listId = await addList(owner, {}, [1, 2]);
    await addReaders();
    await run({ owner }, listId);
    const rows = { 'reader1@x.example': 3, 'reader2@x.example': 3 };
    const list = { id: listId, name: 'Key accounts', kind: 'organizations', organizations: 2, since: 'same' };
    expect(await countRows(owner)).toEqual(rows);
    expect((await readRun(owner)).accountLists).toEqual([list]);

    await db()
      .kysely.deleteFrom('account_list_organisation')
      .where('list_id', '=', listId)
      .where('organisation_id', '=', 1)
      .execute();
    await pick(listId, [3]);
    expect(await countRows(owner)).toEqual(rows);
    expect((await readRun(owner)).accountLists).toEqual([{ ...list, since: 'changed' }]);
  });

  it('stay those of the run once another organization meets their rule, or the rule is another one', async () => {
    const owner = await addPerson();
    const listId = await addList(owner, atLeast(4));
    await addReaders();
    await run({ owner }, listId);
    const list = { id: listId, name: 'Key accounts', kind: 'rule', organizations: 1, since: 'same' };
    expect((await readRun(owner)).entities.map(({ name }) => name)).toEqual(['Gamma']);

    // Of a reader that the run reported, with an organization that was not in the list then.
    await changeList(listId, atLeast(1000));
    expect(await countRows(owner)).toEqual({ 'reader3@x.example': 4 });
    expect((await readRun(owner)).accountLists).toEqual([{ ...list, since: 'changed' }]);
    await changeList(listId, atLeast(4));
    expect((await readRun(owner)).accountLists).toEqual([list]);
  });

  it('stay those of the run for readers, whose other organizations came into a list later', async () => {
    const owner = await addPerson();
    const listId = await addList(owner, atLeast(3));
    await addReaders();
    await addActivities({ at: '2026-03-01T14:00:00Z', count: 2, readerId: 1 });
    await addActivities({ at: '2026-03-01T15:00:00Z', readerId: 3, organisationId: 1 });
    await db().kysely.deleteFrom('engagement').where('organisation_id', '=', 2).execute();
    await run({ owner, rule: seriesRule }, listId);
    const rows = { 'reader1@x.example': 3, 'reader3@x.example': 5 };
    expect(await countRows(owner)).toEqual(rows);
    await changeList(listId, atLeast(5));
    expect(await countRows(owner)).toEqual(rows);
  });

  it('are those that each recipient saw', async () => {
    const owner = await addPerson();
    const recipient = await addPerson({ communities: [1] });
    const listId = await addList(owner, { is_shared: true, ...atLeast(3) });
    await addReaders();
    await addActivities({ at: '2026-03-01T13:00:00Z', count: 9, organisationId: 1, communityId: 2 });
    await addActivities({
      at: '2026-03-01T13:00:00Z',
      count: 9,
      readerId: 4,
      communityId: 2,
      organisationId: 1,
    });
    await db()
      .kysely.deleteFrom('engagement')
      .where('community_id', '=', 1)
      .where('organisation_id', '=', 1)
      .execute();
    await run({ owner, recipients: [owner, recipient] }, listId);
    const counts = await Promise.all(
      [owner, recipient].map(async (user) =>
        (await readRun(user)).accountLists.map((list) => list.organizations),
      ),
    );
    expect(counts).toEqual([[3], [2]]);
  });

  it('have no name and no number for those who do not see them, and no name in Blinded Mode', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    const staff = await addPerson({ role: 'Internal', clients: [], communities: [] });
    const listId = await addList(owner, {}, [1]);
    await addReaders();
    await run({ owner, recipients: [owner, other, staff] }, listId);
    expect((await readRun(other)).accountLists).toEqual([]);
    await changeList(listId, { is_shared: true });
    const list = { id: listId, name: 'Key accounts', kind: 'organizations', organizations: 1, since: 'same' };
    expect((await readRun(other)).accountLists).toEqual([list]);
    const [hidden] = (await readRun(staff, { 'x-readerlens-blinded': 'true' })).accountLists;
    expect(hidden).toEqual({ ...list, name: expect.stringMatching(/^Account list \d+$/) });
    await db()
      .kysely.updateTable('app_user')
      .set({ activity_fields: [] })
      .where('id', '=', other.id)
      .execute();
    expect((await readRun(other)).accountLists).toEqual([]);
  });

  it('keep their organizations once the list is deleted, and their name for those who saw it', async () => {
    const owner = await addPerson();
    const other = await addPerson();
    const listId = await addList(owner, {}, [1]);
    await addReaders();
    await run({ owner, recipients: [owner, other] }, listId);
    await db().kysely.deleteFrom('account_list').where('id', '=', listId).execute();
    expect(await countRows(owner)).toEqual({ 'reader1@x.example': 3 });
    expect((await readRun(owner)).accountLists).toEqual([
      { id: listId, name: 'Key accounts', kind: 'organizations', organizations: 1, since: 'deleted' },
    ]);
    expect((await readRun(other)).accountLists).toEqual([]);
  });

  it('have no organizations for an owner who may not use their rule any more', async () => {
    const owner = await addPerson({ activity_fields: ['ReaderOrgs', 'Revenue'] });
    const revenue = { $type: 'Numeric', field: 'Revenue', op: 'GreaterThan', value: 1 };
    await db().kysely.updateTable('organisation').set({ revenue: 2 }).execute();
    const rule = { ...atLeast(3), filters: JSON.stringify([revenue]) };
    const listId = await addList(owner, rule);
    await addReaders();
    await run({ owner }, listId);
    expect((await readRun(owner)).accountLists).toMatchObject([{ organizations: 3 }]);
    expect((await download(owner)).statusCode).toBe(200);
    // The list has another rule by now, which says nothing about that of the run.
    await changeList(listId, atLeast(3));
    await db()
      .kysely.updateTable('app_user')
      .set({ activity_fields: ['ReaderOrgs'] })
      .where('id', '=', owner.id)
      .execute();
    expect((await readRun(owner)).accountLists).toMatchObject([{ organizations: null, since: 'changed' }]);
    expect((await download(owner)).statusCode).toBe(409);
  });

  it('are those of today for a run that was stored before lists were kept', async () => {
    const owner = await addPerson();
    const listId = await addList(owner, {}, [1, 2]);
    await addReaders();
    await run({ owner }, listId);
    await db().kysely.deleteFrom('alert_run_list').execute();
    expect((await readRun(owner)).accountLists).toEqual([]);
    expect(await countRows(owner)).toEqual({ 'reader1@x.example': 3, 'reader2@x.example': 3 });
  });

  it('go with their run', async () => {
    const owner = await addPerson();
    const listId = await addList(owner, {}, [1, 2]);
    await addReaders();
    await run({ owner, rule: changeRule }, listId);
    const kept = () => db().kysely.selectFrom('alert_run_list').selectAll().execute();
    expect(await kept()).toMatchObject([
      { list_id: listId, view: 0, client_id: 1, organisation_ids: [1, 2] },
    ]);
    await db().kysely.deleteFrom('alert_run').execute();
    expect(await kept()).toEqual([]);
  });
});
