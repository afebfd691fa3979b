import { secondsAfter } from '../../platform/time.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { recordFailedSignIns } from './testing/record-failed-sign-ins.ts';

const password = 'Correct-horse-1';

describeOnOneEngine('sign-ins in the audit log', (db) => {
  const api = testApi({ LOGIN_LIMIT_PER_ACCOUNT: '100', LOGIN_LIMIT_PER_ADDRESS: '100' }, {}, db);
  const signIn = async (email: string, sent: string) =>
    (await api().call('POST /api/auth', { body: { email, password: sent } })).status;
  const readEvents = async () =>
    await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'actor_id', 'account_id', 'detail'])
      .where('action', 'in', ['login.password', 'login.failed'])
      .orderBy('id')
      .execute();
  const runAt = (now: Date) => recordFailedSignIns(api(), now);

  it('are one event each, failed ones of an active account one for the hour, and of others none', async () => {
    const user = await addUser(db(), { password });
    const inactive = await addUser(db(), { password, is_active: false });
    for (const email of [user.email, user.email, inactive.email, 'nobody@users.example'])
      expect(await signIn(email, 'Wrong')).toBe(401);
    expect(await signIn(user.email, password)).toBe(200);
    const success = { action: 'login.password', actor_id: user.id, account_id: user.id, detail: {} };
    expect(await readEvents()).toEqual([success]);

    const stored = await db().kysely.selectFrom('failed_sign_in').selectAll().execute();
    expect(stored.map(({ user_id, attempts }) => [user_id, attempts])).toEqual(
      expect.arrayContaining([
        [user.id, 2],
        [null, 2],
      ]),
    );
    const { hour } = stored[0]!;
    await runAt(secondsAfter(hour, 3599));
    expect(await readEvents()).toEqual([success]);

    await db().kysely.deleteFrom('schedule').execute();
    await runAt(secondsAfter(hour, 3600));
    const failed = {
      action: 'login.failed',
      actor_id: null,
      account_id: user.id,
      detail: { attempts: 2, hour: hour.toISOString() },
    };
    expect(await readEvents()).toEqual([success, failed]);
    expect(await db().kysely.selectFrom('failed_sign_in').selectAll().execute()).toEqual([]);
  });
});
