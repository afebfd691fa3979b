import { termsFilter } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import type { Alert, AlertDescription, AlertRunDetails, CallKey } from '@readerlens/contract';
import { clientPseudonym } from '../../../people/blinding/pseudonyms.ts';
import type { UserRow } from '../../../people/tables.ts';
import { describeOnEachEngine, testApi } from '../../../platform/testing/index.ts';
import { runWorld } from '../testing/run-world.ts';
import type { NewPerson } from '../testing/run-world.ts';

const names = ['Aurelis', 'Norvane'];
const clients = (...ids: number[]) =>
  termsFilter(
    'Clients',
    ids.map((id) => ({ id: String(id), name: names[id - 1]! })),
  );
const revenue: Filter = { $type: 'Numeric', field: 'Revenue', op: 'GreaterThan', value: 1_000_000 };
const lastName: Filter = { $type: 'Text', field: 'LastName', op: 'Contains', value: 'last' };

describeOnEachEngine('what the readers of a run see of its filters', (db) => {
  const api = testApi({}, {}, db);
  const world = runWorld(db);
  const { addActivities, addAlert, addPerson, setFilters } = world;

  const read = async <Data>(
    user: UserRow,
    call: CallKey,
    id: string,
    headers: Record<string, string> = {},
  ) => {
    const { body } = await api().call(call, { token: await api().tokenFor(user), params: { id }, headers });
    return body.data as Data;
  };
  const readRun = async (user: UserRow, headers: Record<string, string> = {}) =>
    read<AlertRunDetails>(
      user,
      'GET /api/notification-dashboard/{id}',
      (await world.runs())[0]?.id ?? '',
      headers,
    );
  const readMail = async ({ email }: UserRow) => {
    const mail = (await world.mails()).find(({ to_address }) => to_address === email);
    expect(mail?.html_body).toContain('Only these activities count');
    return `${mail?.text_body}`;
  };

  /** Runs an alert of somebody with both clients and the right to filter by revenue, for another person as well. */
  const runFor = async (other: NewPerson) => {
    const owner = await addPerson({ clients: [1, 2], activity_fields: ['Revenue'] });
    const recipient = await addPerson(other);
    const id = await addAlert({ owner, recipients: [owner, recipient] });
    await setFilters(id, [clients(1, 2), revenue, lastName]);
    await db().kysely.updateTable('organisation').set({ revenue: 2_000_000 }).execute();
    await addActivities({ at: '2026-03-02T13:00:00Z', organisationId: 1 });
    await world.runAt('2026-03-03T06:00:00Z');
    return { id, owner, recipient };
  };

  it('are all for those who may use them, as they were at the run', async () => {
    const { id, owner } = await runFor({});
    await setFilters(id, [clients(1)]);
    const watched =
      'activities for Aurelis or Norvane, where Revenue is more than 1,000,000 and Last Name contains last.';
    expect(await readMail(owner)).toContain(
      `1 new activity met the filters. Only these activities count: ${watched}`,
    );
    const run = await readRun(owner);
    expect(run.rule).toBe(
      'Every activity for Aurelis or Norvane, where Revenue is more than 1,000,000 and Last Name contains last.',
    );
    expect(run.filters).toEqual([
      { name: 'Clients', operation: 'is any of', value: 'Aurelis, Norvane' },
      { name: 'Revenue', operation: 'greater than', value: '1,000,000' },
      { name: 'Last Name', operation: 'contains', value: 'last' },
    ]);
    const now = await read<AlertDescription>(owner, 'GET /api/notification/{id}/description', id);
    expect(now.filters).toEqual([{ name: 'Clients', operation: 'is any of', value: 'Aurelis' }]);
  });

  it('are without what a recipient may not see, which is counted', async () => {
    const { id, recipient } = await runFor({});
    const watched = 'for Aurelis or 1 more, where Last Name contains last, with 1 filter you cannot see.';
    const seen = {
      rule: `Every activity ${watched}`,
      filters: [
        { name: 'Clients', operation: 'is any of', value: 'Aurelis, 1 you cannot see' },
        { name: 'Last Name', operation: 'contains', value: 'last' },
        { name: '1 filter', operation: 'is', value: 'one you cannot see' },
      ],
    };
    const mail = await readMail(recipient);
    expect(mail).toContain(`Only these activities count: activities ${watched}`);
    const [run, description, alert] = [
      await readRun(recipient),
      await read<AlertDescription>(recipient, 'GET /api/notification/{id}/description', id),
      await read<Alert>(recipient, 'GET /api/notification/{id}', id),
    ];
    expect(run).toMatchObject(seen);
    expect(description).toMatchObject(seen);
    expect(alert.filters.map(({ field }) => field)).toEqual(['Clients', 'LastName']);
    for (const text of [mail, JSON.stringify([run, description, alert])])
      expect(text).not.toMatch(/Norvane|Revenue|1,000,000|1000000/);
  });

  it('are without those of a right that the recipient has lost since', async () => {
    const { recipient } = await runFor({ activity_fields: ['Revenue'] });
    expect((await readRun(recipient)).rule).toContain('Revenue is more than 1,000,000');
    await db()
      .kysely.updateTable('app_user')
      .set({ activity_fields: [] })
      .where('id', '=', recipient.id)
      .execute();
    expect((await readRun(recipient)).rule).toContain('with 1 filter you cannot see');
  });

  it('have pseudonyms in Blinded Mode, and no text that may name someone', async () => {
    const { id, recipient } = await runFor({ role: 'Internal', clients: [], communities: [] });
    const hidden = { 'x-readerlens-blinded': 'true' };
    const called = [1, 2].map(clientPseudonym);
    const seen = {
      rule: `Every activity for ${called.join(' or ')}, where Revenue is more than 1,000,000 and Last Name is hidden.`,
      filters: [
        { name: 'Clients', operation: 'is any of', value: called.join(', ') },
        { name: 'Revenue', operation: 'greater than', value: '1,000,000' },
        { name: 'Last Name', operation: 'contains', value: '(masked)' },
      ],
    };
    expect(await readRun(recipient, hidden)).toMatchObject(seen);
    expect(
      await read<AlertDescription>(recipient, 'GET /api/notification/{id}/description', id, hidden),
    ).toMatchObject(seen);
  });

  it('name an account list only for those who see it', async () => {
    const owner = await addPerson({ activity_fields: ['ReaderOrgs'] });
    const recipient = await addPerson({ activity_fields: ['ReaderOrgs'] });
    const { id: listId } = await db()
      .kysely.insertInto('account_list')
      .values({ client_id: 1, owner_id: owner.id, name: 'Key accounts', is_shared: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .kysely.insertInto('account_list_organisation')
      .values({ client_id: 1, list_id: listId, organisation_id: 1 })
      .execute();
    const id = await addAlert({ owner, recipients: [owner, recipient] });
    await setFilters(id, [clients(1), termsFilter('AccountLists', [{ id: listId, name: 'Key accounts' }])]);
    await addActivities({ at: '2026-03-02T13:00:00Z', organisationId: 1 });
    await world.runAt('2026-03-03T06:00:00Z');
    expect(await readMail(owner)).toContain('by readers of organizations on Key accounts, for Aurelis.');
    expect(await readMail(recipient)).toContain(
      'by readers of organizations on 1 account list, for Aurelis.',
    );
    expect(JSON.stringify(await readRun(recipient))).not.toContain('Key accounts');
  });
});
