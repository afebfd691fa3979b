import { blindedHeader } from '@readerlens/contract';
import type { OnboardingForm, OnboardingListItem } from '@readerlens/contract';
import { createTestRunner } from '../../platform/jobs/testing/test-runner.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import { daySeconds, secondsAfter } from '../../platform/time.ts';
import { remindersKind } from './reminders.ts';
import { onboardingWorld } from './testing/onboarding-world.ts';

const change = 'PATCH /api/manage-onboarding/{id}/reminder';

describeOnEachEngine('reminders of onboarding forms', (db) => {
  const { world, state, newForm, send, onForm, read, addContent, fillIn } = onboardingWorld(db);
  const slot = { kind: 'onboarding-reminders', ownerId: 'system' };
  let run = 0;
  // Other tests leave forms behind.
  afterEach(() => db().kysely.updateTable('onboarding_form').set({ reminder_days: 0 }).execute());

  /** Lets workers look for idle forms after some days, at the same time. */
  const work = async (days: number, workers = 1) => {
    const now = secondsAfter(world().services.jobs.clock(), days * daySeconds);
    const kind = { ...remindersKind(world().services), concurrency: 2 };
    const runners = Array.from({ length: workers }, () => createTestRunner(db(), () => now, [kind]));
    run += 1;
    for (let index = 0; index < workers; index += 1)
      await db().transaction(async (trx) => {
        await world().services.jobs.add(trx, { ...slot, slotKey: `${run}.${index}`, at: now });
      });
    await Promise.all(runners.map((runner) => runner.runDue()));
    for (const runner of runners) await runner.stop();
  };
  const reminders = () =>
    db()
      .kysely.selectFrom('outbox_mail')
      .selectAll()
      .where('kind', '=', 'onboardingReminder')
      .where('to_address', '=', state.ownerEmail)
      .execute();
  const set = (values: object) =>
    db().kysely.updateTable('onboarding_form').set(values).where('id', '=', state.formId).execute();
  /** The last activity was so many days after now. */
  const saveAfter = (days: number) =>
    set({ last_activity_at: secondsAfter(world().services.jobs.clock(), days * daySeconds) });

  it('come once in an idle period, after the days of the form, with the link to it', async () => {
    await work(6.9);
    expect(await reminders()).toEqual([]);
    await work(7.1);
    await work(20);
    const [mail, ...others] = await reminders();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Reminder: your onboarding form for Readerlens Weekly',
      author: { name: 'Readerlens Weekly', address: 'renee@readerlens.example' },
    });
    expect(mail?.text_body).toContain(`https://app.example/onboarding/${state.formId}/0`);
    expect((await read('staff')).reminder).toEqual({
      afterDays: 7,
      sent: 1,
      lastSentAt: expect.any(String) as string,
    });
    expect((await read('owner')).reminder).toBeNull();
  });

  it('come at most three times, each after an activity', async () => {
    for (const [index, days] of [0, 10, 20, 30].entries()) {
      await saveAfter(days);
      await work(days + 8);
      expect(await reminders()).toHaveLength(Math.min(index + 1, 3));
    }
  });

  it('are not sent twice by two workers', async () => {
    await work(8, 2);
    expect(await reminders()).toHaveLength(1);
  });

  it('lead a person without an account through the registration', async () => {
    await db()
      .kysely.updateTable('app_user')
      .set({ registered_at: null, password_hash: null })
      .where('id', '=', state.ownerId)
      .execute();
    await work(8);
    const [mail] = await reminders();
    expect(mail?.text_body).toMatch(
      new RegExp(
        `https://app\\.example/register/[\\w-]+\\?redirect=${encodeURIComponent(`/onboarding/${state.formId}/0`)}`,
      ),
    );
  });

  it.each([
    ['that is submitted', async () => fillIn().then(() => onForm('PATCH /api/onboarding/{id}', 'owner'))],
    ['that has expired', () => set({ expires_at: new Date('2020-01-01') })],
    ['without reminders', () => onForm(change, 'staff', { body: { remindAfterDays: 0 } })],
    [
      'of a deleted account',
      () =>
        db()
          .kysely.updateTable('app_user')
          .set({ is_active: false })
          .where('id', '=', state.ownerId)
          .execute(),
    ],
    [
      'that was sent again',
      () => set({ sent_at: secondsAfter(world().services.jobs.clock(), 3 * daySeconds) }),
    ],
  ])('are not sent for a form %s', async (_, prepare) => {
    await prepare();
    await work(8);
    expect(await reminders()).toEqual([]);
  });

  it('count the days from any change, of the content too', async () => {
    await set({ last_activity_at: new Date('2026-01-01') });
    await addContent();
    await work(6);
    expect(await reminders()).toEqual([]);
    expect(new Date((await read('staff')).lastActivity).getTime()).toBeGreaterThan(Date.parse('2026-01-02'));
  });

  it('are chosen by staff, for a new form and later, within limits', async () => {
    const standard = await send('GET /api/manage-onboarding/reminder-default', 'staff');
    expect(standard.body.data).toEqual({ remindAfterDays: 7 });
    const created = await send('POST /api/onboarding', 'staff', { body: newForm({ remindAfterDays: 3 }) });
    const form = await send('GET /api/manage-onboarding/{id}', 'staff', {
      params: { id: created.body.data as string },
    });
    expect((form.body.data as OnboardingForm).reminder).toEqual({ afterDays: 3, sent: 0, lastSentAt: null });
    const changed = await onForm(change, 'staff', { body: { remindAfterDays: 14 } });
    expect(changed.body.data).toMatchObject({ afterDays: 14 });
    for (const remindAfterDays of [-1, 91, 1.5])
      expect((await onForm(change, 'staff', { body: { remindAfterDays } })).status).toBe(400);
    expect((await onForm(change, 'owner', { body: { remindAfterDays: 1 } })).status).toBe(403);
    const headers = { [blindedHeader]: 'true' };
    expect((await onForm(change, 'staff', { body: { remindAfterDays: 1 }, headers })).status).toBe(403);
    await fillIn();
    await onForm('PATCH /api/onboarding/{id}', 'owner');
    expect((await onForm(change, 'staff', { body: { remindAfterDays: 1 } })).status).toBe(409);
  });

  it('are explained by the list: how long a form is idle, until it is closed', async () => {
    const item = async () => {
      const { body } = await send('POST /api/manage-onboarding/list', 'staff', { body: { pageSize: 200 } });
      return (body.data as { items: OnboardingListItem[] }).items.find(({ id }) => id === state.formId);
    };
    await saveAfter(-3.5);
    expect(await item()).toMatchObject({ idleDays: 3 });
    await set({ expires_at: new Date('2020-01-01') });
    expect(await item()).toMatchObject({ idleDays: null });
  });
});
