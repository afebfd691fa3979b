import type { Alert } from '@readerlens/contract';
import { describeOnOneEngine } from '../../../platform/testing/index.ts';
import { alertWorld, clientsFilter } from '../testing/alert-world.ts';

const series = 'SeriesOfActivitiesNotification';

describeOnOneEngine('recipients of alerts', (db) => {
  const world = alertWorld(db);
  const { done } = world;
  const deactivate = (id: number) =>
    db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute();
  const setPaid = (id: number, isPaid: boolean) =>
    db().kysely.updateTable('client').set({ is_paid: isPaid }).where('id', '=', id).execute();
  const ids = ({ targets }: Alert) => targets.map(({ userId }) => Number(userId));

  it('are kept once each, and always include the owner', async () => {
    const other = await world.addPerson();
    const id = await world.create(series);
    done(await world.filters(id));
    done(await world.behavior(id));
    const saved = done(await world.targets(id, [other.user, other.user]));
    expect(ids(saved)).toEqual([world.owner().id, other.user.id]);
    expect(saved.targets.map(({ role }) => role)).toEqual(['Admin', 'Client']);
  });

  it('are people whom the caller may find', async () => {
    const elsewhere = await world.addPerson({}, [3]);
    const staff = await world.addPerson({ role: 'Internal' }, []);
    const gone = await world.addPerson();
    await deactivate(gone.user.id);
    const id = await world.complete();
    for (const { user } of [elsewhere, staff, gone])
      expect(await world.targets(id, [world.owner(), user])).toMatchObject({
        status: 400,
        body: { details: [{ path: 'targets.1.userId', message: 'There is no such user.' }] },
      });
  });

  it('who lack a client, a community or a column are reported, and keep the step open', async () => {
    const narrow = await world.addPerson({}, [1]);
    const id = await world.create(series);
    done(await world.filters(id, { filters: [clientsFilter(1, 2)] }));
    done(await world.behavior(id));
    const saved = done(await world.targets(id, [world.owner(), narrow.user]));
    const name = `${narrow.user.first_name} P (${narrow.user.email})`;
    expect(saved).toMatchObject({
      lastStepCompleted: 3,
      invalidRecipients: { isInvalid: true, invalidClients: [name], deletedUsers: [], nonPaidClients: [] },
    });
    expect(ids(saved)).toEqual([world.owner().id, narrow.user.id]);
    expect(done(await world.targets(id))).toMatchObject({ lastStepCompleted: 4, invalidRecipients: null });
  });

  it('who lose a client keep a complete alert from being activated', async () => {
    const other = await world.addPerson();
    const id = await world.complete([world.owner(), other.user]);
    await db()
      .kysely.deleteFrom('user_client')
      .where('user_id', '=', other.user.id)
      .where('client_id', '=', 1)
      .execute();
    const answer = done(await world.activate(id));
    expect(answer).toMatchObject({ scheduleActive: false, invalidRecipients: { isInvalid: true } });
  });

  it('disable the alert when they are deleted, until an administrator enables it', async () => {
    const other = await world.addPerson();
    const id = await world.complete([world.owner(), other.user]);
    done(await world.activate(id));
    await deactivate(other.user.id);
    const message =
      'An account associated with this alert has been deactivated. Please contact your representative to edit this alert.';
    expect(done(await world.read(id))).toMatchObject({
      disabled: true,
      disabledReasonType: 4,
      disabledReason: message,
      editable: false,
      canEnable: false,
      invalidRecipients: { deletedUsers: [expect.stringContaining(other.user.email)] },
    });
    expect(await world.filters(id)).toMatchObject({ status: 409, body: { message } });
    expect((await world.enable(id)).status).toBe(403);
    const admin = await world.addPerson({ role: 'Admin', notification_claim_level: 'Admin' }, []);
    const as = { token: admin.token };
    expect(done(await world.read(id, as))).toMatchObject({
      disabledReason: 'Configuration is disabled for internal/client users.',
      canEnable: true,
    });
    const enabled = done(await world.enable(id, as));
    expect(enabled).toMatchObject({ disabled: false, editable: true, ownerId: String(world.owner().id) });
    expect(ids(enabled)).toEqual([world.owner().id]);
  });

  it('are taken over with the alert of a deleted owner', async () => {
    const other = await world.addPerson();
    const id = await world.complete([world.owner(), other.user]);
    await deactivate(world.owner().id);
    const admin = await world.addPerson({ role: 'Admin', notification_claim_level: 'Admin' }, []);
    const enabled = done(await world.enable(id, { token: admin.token }));
    expect(enabled).toMatchObject({ disabled: false, ownerId: String(admin.user.id) });
    expect(enabled.targets.map(({ userId, role }) => [Number(userId), role])).toEqual([
      [admin.user.id, 'Admin'],
      [other.user.id, 'Client'],
    ]);
  });

  it('and owners see which client is not paid for', async () => {
    const id = await world.complete();
    const advanced = await world.addPerson({ role: 'Internal', notification_claim_level: 'Advanced' }, []);
    const staffAlert = await world.complete([advanced.user], series, { token: advanced.token });
    await setPaid(1, false);
    try {
      const text =
        'Edit configuration is not available. Please confirm if your campaign is still active to continue.';
      expect(done(await world.read(id))).toMatchObject({
        disabledReasonType: 1,
        disabledReason: text,
        invalidRecipients: { nonPaidClients: ['Norvane Filtration'] },
      });
      expect(done(await world.read(staffAlert, { token: advanced.token })).disabledReason).toBe(
        `${text} (CMS company is not paid)`,
      );
      const admin = await world.addPerson({ role: 'Admin', notification_claim_level: 'Admin' }, []);
      const as = { token: admin.token };
      expect((await world.filters(id, {}, as)).status).toBe(409);
      expect(done(await world.enable(id, as))).toMatchObject({ disabled: true, editable: true });
      expect((await world.activate(id, as)).status).toBe(409);
      expect(done(await world.filters(id, { filters: [clientsFilter(2)] }, as)).disabled).toBe(false);
    } finally {
      await setPaid(1, true);
    }
    expect(done(await world.read(staffAlert, { token: advanced.token })).disabled).toBe(false);
  });

  it('and owners mend a draft that names an unpaid client', async () => {
    const other = await world.addPerson();
    const id = await world.create(series);
    done(await world.filters(id));
    done(await world.behavior(id));
    done(await world.targets(id, [world.owner(), other.user]));
    await setPaid(1, false);
    await deactivate(other.user.id);
    try {
      expect(done(await world.read(id))).toMatchObject({ disabledReasonType: 5, editable: true });
      expect((await world.behavior(id)).status).toBe(409);
      expect(await world.filters(id, { filters: [clientsFilter(1, 2)] })).toMatchObject({
        status: 400,
        body: {
          details: [
            { path: 'filters', message: 'Remove the clients that are not paid for: Norvane Filtration.' },
          ],
        },
      });
      const mended = done(await world.filters(id, { filters: [clientsFilter(2)] }));
      expect(mended.disabledReasonType).toBe(4);
      expect(done(await world.targets(id))).toMatchObject({ disabled: false });
      expect((await world.filters(id)).status).toBe(400);
    } finally {
      await setPaid(1, true);
    }
  });

  it('of an owner without the right to manage alerts get nothing', async () => {
    const id = await world.complete();
    await db()
      .kysely.updateTable('app_user')
      .set({ notification_claim_level: 'None' })
      .where('id', '=', world.owner().id)
      .execute();
    const admin = await world.addPerson({ role: 'Admin', notification_claim_level: 'Admin' }, []);
    expect(done(await world.read(id, { token: admin.token })).disabledReasonType).toBe(2);
    expect(done(await world.enable(id, { token: admin.token }))).toMatchObject({
      disabled: false,
      ownerId: String(admin.user.id),
    });
  });
});
