import type { UserAccount } from '@readerlens/contract';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnEachEngine, testApi } from '../../platform/testing/index.ts';
import type { NewUser } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

describeOnEachEngine('changes of accounts', (db) => {
  const api = testApi({}, {}, db);
  /** Another process on the same database. */
  const second = testApi({}, {}, db);
  const addEntitled = clientsWithUsers(api);

  beforeAll(async () => {
    await api()
      .db.kysely.insertInto('analyst_tag')
      .values([
        { id: 111, client_id: 11, name: 'Eleven' },
        { id: 121, client_id: 12, name: 'Twelve' },
      ])
      .execute();
  });

  const staff = (role: 'Internal' | 'Admin' | 'SystemAdmin' = 'Internal') => addUser(api().db, { role });
  const clientUser = (columns: NewUser = {}) => addEntitled(columns, [11], []);
  const create = async (by: UserRow, user: object, options: object = {}) =>
    api().call('POST /api/user', { token: await api().tokenFor(by), body: { user, ...options } });
  const change = async (by: UserRow, target: UserRow, body: object, headers = {}) =>
    api().call('PATCH /api/user/{id}', {
      token: await api().tokenFor(by),
      params: { id: String(target.id) },
      body,
      headers,
    });
  const remove = async (by: UserRow, target: UserRow) =>
    api().call('DELETE /api/user/{id}', {
      token: await api().tokenFor(by),
      params: { id: String(target.id) },
    });
  const resend = async (by: UserRow, target: UserRow) =>
    api().call('GET /api/user/{id}/resend-registration-email', {
      token: await api().tokenFor(by),
      params: { id: String(target.id) },
    });
  const stored = async ({ id }: UserRow): Promise<UserRow> =>
    api().db.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const mailsTo = (address: string) =>
    api().db.kysely.selectFrom('outbox_mail').selectAll().where('to_address', '=', address).execute();
  const readAudit = async (account: { id: number | string }) =>
    api()
      .db.kysely.selectFrom('audit_event')
      .select(['action', 'actor_id', 'subject_id', 'detail'])
      .where('account_id', '=', Number(account.id))
      .orderBy('id')
      .execute();

  const person = (email: string) => ({ firstName: 'New', lastName: 'Person', email });
  const newClient = (email: string) => ({ ...person(email), companies: ['11'] });

  describe('POST /api/user', () => {
    it('creates the account, mails the link to register, and audits it', async () => {
      const by = await staff();
      const { status, body } = await create(by, {
        ...newClient(' new@create.example '),
        activityFields: ['AnalystTags'],
        analystTags: ['111', '121'],
        communities: ['3', '2'],
        notificationClaimLevel: 'Basic',
      });
      expect([status, body.message]).toEqual([200, 'User was successfully created 👍']);
      const account = body.data as UserAccount;
      expect(account).toMatchObject({
        email: 'new@create.example',
        role: 'Client',
        isRegistered: false,
        companies: [{ id: '11' }],
        communities: [{ id: '3' }],
        analystTags: ['111'],
        notificationClaimLevel: 'Basic',
        version: 1,
      });
      const [mail] = await mailsTo('new@create.example');
      expect(mail?.subject).toBe('Complete your registration');
      expect(await readAudit(account)).toMatchObject([
        { action: 'user.create', actor_id: by.id, detail: { after: { email: 'new@create.example' } } },
      ]);
    });

    it('mails the link to the caller if asked to', async () => {
      const by = await staff();
      await create(by, newClient('forward@create.example'), {
        sendEmailToAdmin: true,
        sendOnboardingForm: true,
      });
      expect(await mailsTo('forward@create.example')).toEqual([]);
      const [mail] = await mailsTo(by.email);
      expect(mail?.subject).toBe('Registration link for New Person (forward@create.example)');
      // After the registration, the form opens.
      expect(mail?.text_body).toMatch(
        /https:\/\/app\.example\/register\/[\w-]{43}\?redirect=%2Fonboarding%2F[\w-]{36}%2F0/,
      );
    });

    it.each([
      ['firstName', { firstName: ' ' }, 'First Name Is Required'],
      ['lastName', { lastName: 'x'.repeat(51) }, 'Last Name must not be longer than 50 characters'],
      ['email', { email: 'nonsense' }, 'Invalid Email Address'],
      ['companies', { companies: [] }, 'Companies must be between 1 and 20.'],
      [
        'companies',
        { companies: Array.from({ length: 21 }, (_, id) => String(id + 1)) },
        'Companies must be between 1 and 20.',
      ],
      ['companies', { companies: ['999'] }, 'One of the clients does not exist.'],
      ['activityFields', { activityFields: ['Nonsense'] }, "There is no filter field 'Nonsense'."],
      [
        'analystTags',
        { activityFields: ['AnalystTags'], analystTags: ['121'] },
        'Analyst tags must exist for at least one selected Client',
      ],
      [
        'notificationClaimLevel',
        { notificationClaimLevel: 'Admin' },
        'This role cannot have the level Admin.',
      ],
      ['role', { role: 'Internal' }, 'You cannot give the role Internal.'],
      ['role', { role: 'Premium' }, 'You cannot give the role Premium.'],
    ])('refuses a wrong %s: %j', async (path, wrong, message) => {
      const { status, body } = await create(await staff(), {
        ...newClient('wrong@create.example'),
        ...wrong,
      });
      expect([status, body.code, body.details]).toEqual([400, 'invalid_input', [{ path, message }]]);
      expect(await mailsTo('wrong@create.example')).toEqual([]);
    });

    it('refuses an address that is taken, in any case, and creates one account for two requests at once', async () => {
      const by = await staff();
      const answers = await Promise.all(
        ['twice@create.example', 'TWICE@create.example'].map((email) => create(by, newClient(email))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.details).toEqual([
        { path: 'email', message: 'A user with this e-mail address already exists.' },
      ]);
      const mails = await Promise.all(['twice@create.example', 'TWICE@create.example'].map(mailsTo));
      expect(mails.flat()).toHaveLength(1);
    });

    it('has no clients for staff', async () => {
      const { body } = await create(await staff('Admin'), {
        ...newClient('internal@create.example'),
        role: 'Internal',
        reviewActivities: true,
        notificationClaimLevel: 'Advanced',
      });
      expect(body.data).toMatchObject({ role: 'Internal', companies: [], reviewActivities: true });
    });
  });

  describe('PATCH /api/user/{id}', () => {
    it('changes the given fields, and tells both sides in the audit', async () => {
      const by = await staff();
      const target = await clientUser();
      const { status, body } = await change(by, target, { companies: ['12', '11'], viewNotifications: true });
      expect([status, body.message]).toEqual([200, 'User was successfully updated 👍']);
      expect(body.data).toMatchObject({
        firstName: target.first_name,
        companies: [{ id: '12' }, { id: '11' }],
        viewNotifications: true,
        version: 2,
      });
      expect(body).not.toHaveProperty('token');
      expect(await readAudit(target)).toEqual([
        {
          action: 'user.update',
          actor_id: by.id,
          subject_id: null,
          detail: {
            before: { companies: ['11'], viewNotifications: false },
            after: { companies: ['12', '11'], viewNotifications: true },
          },
        },
      ]);
    });

    it('ends the sessions of the user on the next call, in a second process too, but not for a new name', async () => {
      const by = await staff();
      const target = await clientUser();
      const token = await api().tokenFor(target);
      const sessions = async () => {
        const answers = [
          await api().call('GET /api/session', { token }),
          await second().call('GET /api/session', { token }),
        ];
        return answers.map(({ status }) => status);
      };
      expect(await sessions()).toEqual([200, 200]);
      await change(by, target, { firstName: 'Renamed' });
      expect(await sessions()).toEqual([200, 200]);
      await change(by, target, { accessMarketingPerformance: true });
      expect(await sessions()).toEqual([401, 401]);
    });

    it('answers with a new token for the own account', async () => {
      const self = await staff('Admin');
      const { body } = await change(self, self, { email: 'self@change.example', role: 'Internal' });
      const session = await api().call('GET /api/session', { token: body.token as string });
      expect(session.body.data).toMatchObject({ email: 'self@change.example', role: 'Internal' });
      const former = await api().call('GET /api/session', { token: await api().tokenFor(self) });
      expect(former.status).toBe(401);
    });

    it('tells the second of two people who edit one account', async () => {
      const target = await clientUser();
      const { version } = await stored(target);
      expect((await change(await staff(), target, { firstName: 'First', version })).status).toBe(200);
      const { status, body } = await change(await staff(), target, { firstName: 'Second', version });
      expect([status, body.message]).toEqual([
        409,
        'Someone else has changed this account since you opened it.',
      ]);
      expect((await stored(target)).first_name).toBe('First');
    });

    it('does nothing if nothing differs', async () => {
      const target = await clientUser();
      const { status, body } = await change(await staff(), target, { role: 'Client', companies: ['11'] });
      expect([status, body.data]).toMatchObject([200, { version: 1 }]);
      expect(await readAudit(target)).toEqual([]);
    });

    it('clears what the new role cannot have', async () => {
      const by = await staff('Admin');
      const target = await clientUser({ analyst_tags: [111], notification_claim_level: 'Basic' });
      const asStaff = await change(by, target, { role: 'Internal', companies: ['11'] });
      expect(asStaff.body.data).toMatchObject({
        companies: [],
        analystTags: [],
        notificationClaimLevel: 'None',
      });
      await change(by, target, {
        reviewActivities: true,
        notificationClaimLevel: 'Admin',
        activityFields: ['Revenue'],
      });
      const asClient = await change(by, target, { role: 'Client', companies: ['12'] });
      expect(asClient.body.data).toMatchObject({
        role: 'Client',
        companies: [{ id: '12' }],
        reviewActivities: false,
        notificationClaimLevel: 'None',
      });
    });

    it('drops tags and communities that no client of the user has any more', async () => {
      const target = await addEntitled({ analyst_tags: [111, 121] }, [11, 12], [1, 3]);
      const { body } = await change(await staff(), target, { companies: ['12'] });
      expect(body.data).toMatchObject({ analystTags: ['121'], communities: [{ id: '3' }] });
    });

    it('keeps Premium, and lets an account that breaks a newer rule be renamed', async () => {
      const target = await addUser(api().db, { role: 'Premium' });
      const { status, body } = await change(await staff(), target, { lastName: 'Kept', role: 'Premium' });
      expect([status, body.data]).toMatchObject([200, { role: 'Premium', lastName: 'Kept' }]);
    });

    it('issues an id when API access is first enabled, and forgets the secret when it is turned off', async () => {
      const by = await staff('Admin');
      const target = await clientUser();
      const first = (await change(by, target, { enableApiAccess: true })).body.data as UserAccount;
      expect(first.apiClientId).toMatch(/^[\da-f-]{36}$/);
      await api()
        .db.kysely.updateTable('app_user')
        .set({ api_secret_hash: 'hash' })
        .where('id', '=', target.id)
        .execute();
      await change(by, target, { enableApiAccess: false });
      expect((await stored(target)).api_secret_hash).toBeNull();
      const again = (await change(by, target, { enableApiAccess: true })).body.data as UserAccount;
      expect(again.apiClientId).toBe(first.apiClientId);
    });

    it('ends the links that went to the former address, and invites at the new one', async () => {
      const target = await clientUser({ password_hash: null });
      await resend(await staff(), target);
      const [mail] = await mailsTo(target.email);
      const token = /register\/([\w-]{43})/.exec(mail?.text_body ?? '')?.[1] ?? '';
      await change(await staff(), target, { email: 'moved@change.example' });
      const check = await api().call('GET /api/verify-registration-token/{token}', { params: { token } });
      expect(check.status).toBe(400);
      expect(await mailsTo('moved@change.example')).toHaveLength(1);
    });

    it('audits both identities while impersonating', async () => {
      const admin = await staff('Admin');
      const internal = await staff();
      const target = await clientUser();
      const started = await api().call('POST /api/auth/impersonate', {
        token: await api().tokenFor(admin),
        body: { targetUserId: String(internal.id) },
      });
      const { token } = started.body as { token: string };
      await api().call('PATCH /api/user/{id}', {
        token,
        params: { id: String(target.id) },
        body: { lastName: 'Impersonated' },
      });
      expect(await readAudit(target)).toMatchObject([{ actor_id: admin.id, subject_id: internal.id }]);
    });
  });

  describe('DELETE /api/user/{id}', () => {
    it('ends sessions and links, and frees the address', async () => {
      const by = await staff();
      const target = await clientUser();
      const token = await api().tokenFor(target);
      const { status, body } = await remove(by, target);
      expect([status, body.message]).toEqual([200, 'Deleted user']);
      expect((await api().call('GET /api/session', { token })).status).toBe(401);
      expect((await remove(by, target)).status).toBe(404);
      const again = await create(by, newClient(target.email));
      expect(again.status).toBe(200);
      expect((again.body.data as UserAccount).id).not.toBe(String(target.id));
      expect(await readAudit(target)).toMatchObject([{ action: 'user.delete', actor_id: by.id }]);
    });

    it('keeps the last system administrator, also when two remove each other at once', async () => {
      await api()
        .db.kysely.updateTable('app_user')
        .set({ is_active: false })
        .where('role', '=', 'SystemAdmin')
        .execute();
      const [a, b] = [await staff('SystemAdmin'), await staff('SystemAdmin')];
      const answers = await Promise.all([remove(a, b), change(b, a, { role: 'Admin' })]);
      const succeeded = answers.filter(({ status }) => status === 200);
      expect(succeeded).toHaveLength(1);
      const left = await api()
        .db.kysely.selectFrom('app_user')
        .selectAll()
        .where('role', '=', 'SystemAdmin')
        .where('is_active', '=', true)
        .execute();
      expect(left).toHaveLength(1);
      const [last] = left as [UserRow];
      const { status, body } = await change(last, last, { role: 'Admin' });
      expect([status, body.message]).toEqual([
        409,
        'The last system administrator can neither be deleted nor get another role.',
      ]);
    });
  });

  describe('GET /api/user/{id}/resend-registration-email', () => {
    it('mails a new link, and ends the former one', async () => {
      const by = await staff();
      const target = await clientUser({ password_hash: null });
      expect((await resend(by, target)).body.message).toBe(
        `The registration email has been resent to ${target.email}`,
      );
      await resend(by, target);
      const tokens = (await mailsTo(target.email)).map(
        (mail) => /register\/([\w-]{43})/.exec(mail.text_body)?.[1] ?? '',
      );
      const checks = await Promise.all(
        tokens.map((token) =>
          api().call('GET /api/verify-registration-token/{token}', { params: { token } }),
        ),
      );
      expect(checks.map(({ status }) => status)).toEqual([400, 200]);
    });

    it('refuses registered users, and too many mails', async () => {
      const by = await staff();
      const registered = await clientUser({ password: 'x' });
      expect((await resend(by, registered)).status).toBe(409);
      const target = await clientUser({ password_hash: null });
      const statuses: number[] = [];
      for (let mail = 0; mail < 6; mail++) statuses.push((await resend(by, target)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });
  });
});
