import { blindedHeader } from '@readerlens/contract';
import { termsFilter } from '@readerlens/filters/model';
import { describeOnOneEngine } from '../../../platform/testing/index.ts';
import { alertWorld, clientsFilter } from '../testing/alert-world.ts';

describeOnOneEngine('alerts about account lists', (db) => {
  const world = alertWorld(db);
  const { done } = world;

  const addList = async (owner_id: number, is_shared: boolean) => {
    const name = `Partners $& of ${owner_id}`;
    const { id } = await db()
      .kysely.insertInto('account_list')
      .values({ client_id: 1, owner_id, name, is_shared })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name };
  };

  const addAlert = async (listOwner: 'self' | 'other') => {
    const basic = { role: 'Internal', notification_claim_level: 'Basic' } as const;
    const person = await world.addPerson(basic, []);
    const recipient = await world.addPerson(basic, []);
    const other = await world.addPerson({ role: 'Internal' }, []);
    const isOwn = listOwner === 'self';
    const list = await addList(isOwn ? person.user.id : other.user.id, !isOwn);
    const as = { token: person.token };
    const id = await world.complete([person.user, recipient.user], 'SeriesOfActivitiesNotification', as);
    const filters = [clientsFilter(1), termsFilter('AccountLists', [list])];
    expect(done(await world.filters(id, { filters }, as))).toMatchObject({ disabled: false });
    return { id, list, as, recipient: { token: recipient.token } };
  };

  const text = (name: string) =>
    `The account list “${name}” of this alert was deleted, is no longer shared with its owner, or has a rule that its owner may not use. ` +
    'Please contact your representative to edit this alert.';

  it('are disabled with the name of the list once it is deleted', async () => {
    const { id, list, as, recipient } = await addAlert('self');
    await db().kysely.deleteFrom('account_list').where('id', '=', list.id).execute();
    expect(done(await world.read(id, as))).toMatchObject({
      disabled: true,
      disabledReasonType: 8,
      disabledReason: text(list.name),
    });
    expect(done(await world.read(id, recipient)).disabledReason).toMatch(/^An account list of this alert/);
    const blinded = done(await world.read(id, { ...as, headers: { [blindedHeader]: 'true' } }));
    expect(blinded.disabledReason).toMatch(/^The account list “Account list \d+” of this alert/);
  });

  it('are disabled while it is not shared with their owner', async () => {
    const { id, list, as } = await addAlert('other');
    const share = (is_shared: boolean) =>
      db().kysely.updateTable('account_list').set({ is_shared }).where('id', '=', list.id).execute();
    await share(false);
    expect(done(await world.read(id, as)).disabledReason).toBe(text(list.name));
    await share(true);
    expect(done(await world.read(id, as))).toMatchObject({ disabled: false, disabledReason: null });
  });

  it('are disabled while its rule uses what their owner may not search by', async () => {
    const { id, list, as } = await addAlert('self');
    const setRule = (field: string, value: unknown) =>
      db()
        .kysely.updateTable('account_list')
        .set({ filters: JSON.stringify([{ field, value }]), indices: [], least_engagements: 1 })
        .where('id', '=', list.id)
        .execute();
    await setRule('AnalystTags', [{ id: '1' }]);
    expect(done(await world.read(id, as))).toMatchObject({
      disabled: true,
      disabledReasonType: 8,
      disabledReason: text(list.name),
    });
    await setRule('RelativeDateRange', '-1y');
    expect(done(await world.read(id, as))).toMatchObject({ disabled: false, disabledReason: null });
  });
});
