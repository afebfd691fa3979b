import { blindedHeader } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { onboardingWorld } from './testing/onboarding-world.ts';

const general = 'PATCH /api/onboarding/{formId}/general-info';
const company = 'PATCH /api/onboarding/{formId}/company-info';
const contacts = 'POST /api/onboarding/{id}/company-contacts';
const content = 'POST /api/onboarding/{formId}/content';

describeOnOneEngine('onboarding forms', (db) => {
  const { world, state, newForm, send, onForm, multipart, read, addContent, fillIn } = onboardingWorld(db);
  const mails = () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id', 'desc').execute();
  const ada = { firstName: 'Ada', lastName: 'Löwe', email: 'ada@norvane.example' };

  describe('sending', () => {
    it('mails a registered person the link to step 0, from the publication', async () => {
      const [mail] = await mails();
      expect(mail).toMatchObject({
        to_address: state.ownerEmail,
        kind: 'onboarding',
        subject: 'Welcome to Readerlens Weekly: your onboarding form',
        author: { name: 'Readerlens Weekly', address: 'renee@readerlens.example' },
      });
      expect(mail?.text_body).toContain(`https://app.example/onboarding/${state.formId}/0`);
    });

    it('invites a person without an account as a Client of the company, by the same mail', async () => {
      const email = `new${state.clientId}@norvane.example`;
      const created = await send('POST /api/onboarding', 'staff', {
        body: newForm({ email, name: 'Clio Castor' }),
      });
      expect(created.status).toBe(200);
      const [mail] = await mails();
      const redirect = encodeURIComponent(`/onboarding/${created.body.data as string}/0`);
      expect(mail?.to_address).toBe(email);
      expect(mail?.text_body).toMatch(
        new RegExp(`https://app\\.example/register/[\\w-]+\\?redirect=${redirect}`),
      );
      expect((await mails()).filter(({ to_address }) => to_address === email)).toHaveLength(1);
      const user = await db()
        .kysely.selectFrom('app_user')
        .innerJoin('user_client', 'user_client.user_id', 'app_user.id')
        .select(['role', 'first_name', 'last_name', 'client_id'])
        .where('email', '=', email)
        .executeTakeFirst();
      expect(user).toEqual({
        role: 'Client',
        first_name: 'Clio',
        last_name: 'Castor',
        client_id: state.clientId,
      });
    });

    it('comes with a new account that is created with sendOnboardingForm', async () => {
      const email = `other${state.clientId}@norvane.example`;
      const user = { firstName: 'Io', lastName: 'Vane', email, companies: [String(state.clientId)] };
      const created = await send('POST /api/user', 'staff', { body: { user, sendOnboardingForm: true } });
      expect(created.status).toBe(200);
      const [mail] = await mails();
      expect(mail).toMatchObject({ to_address: email, kind: 'onboarding' });
      const form = await db()
        .kysely.selectFrom('onboarding_form')
        .select(['user_id', 'client_id'])
        .where('email', '=', email)
        .executeTakeFirst();
      expect(form).toEqual({
        user_id: Number((created.body.data as { id: string }).id),
        client_id: state.clientId,
      });
    });

    it.each([
      [{ name: ' ' }, 'name', 'Name Is Required'],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ senderEmail: 'nobody' }, 'senderEmail', 'Please enter a valid email address'],
      [{ companyId: '999999' }, 'companyId', 'Please choose a company from the list.'],
      [{ sentFromName: 'Other News' }, 'sentFromName', 'Please choose a publication from the list.'],
    ])('refuses %j', async (more, path, message) => {
      const before = (await mails()).length;
      const answer = await send('POST /api/onboarding', 'staff', { body: newForm(more) });
      expect([answer.status, answer.body.message, answer.body['details']]).toEqual([
        400,
        message,
        [{ path, message }],
      ]);
      expect(await mails()).toHaveLength(before);
    });

    it('again renews the expiry, until the form is submitted', async () => {
      await db()
        .kysely.updateTable('onboarding_form')
        .set({ expires_at: new Date('2020-01-01') })
        .where('id', '=', state.formId)
        .execute();
      expect(await read('owner')).toMatchObject({ isExpired: true, mayEdit: false });
      const resend = 'GET /api/manage-onboarding/{id}/resend-onboarding-form';
      const again = await onForm(resend, 'staff');
      expect([again.status, again.body.message]).toEqual([200, 'Form resent successfully']);
      expect(await read('owner')).toMatchObject({ isExpired: false, mayEdit: true });
      await fillIn();
      expect((await onForm('PATCH /api/onboarding/{id}', 'owner')).status).toBe(200);
      expect((await onForm(resend, 'staff')).status).toBe(409);
    });
  });

  describe('access', () => {
    const calls: readonly CallKey[] = [
      'GET /api/onboarding/{id}',
      'GET /api/onboarding/{id}/status',
      'GET /api/manage-onboarding/{id}',
      'PATCH /api/onboarding/{id}',
      'GET /api/onboarding/{formId}/company-info',
      'GET /api/onboarding/{id}/company-contacts',
      'GET /api/onboarding/{formId}/content/list',
    ];
    it.each(calls)('%s is refused to a colleague of the same client', async (call) => {
      const answer = await onForm(call, 'colleague');
      expect([answer.status, answer.body.message]).toEqual([
        403,
        'You do not have access to this onboarding form.',
      ]);
    });

    it('shows general info to staff only', async () => {
      expect((await read('owner')).generalInfo).toBeNull();
      expect((await read('staff')).generalInfo).toMatchObject({ name: 'Ada Owner', email: state.ownerEmail });
      for (const call of [general, 'GET /api/onboarding/{formId}/general-info'] as const) {
        const answer = await onForm(call, 'owner', call === general ? { body: { name: 'x' } } : {});
        expect(answer.status).toBe(403);
      }
    });

    it('tells a user the form that is theirs', async () => {
      const session = await send('GET /api/session', 'owner');
      expect(session.body.data).toMatchObject({ onboardingFormId: state.formId });
      expect((await send('GET /api/session', 'colleague')).body.data).not.toHaveProperty('onboardingFormId');
    });

    it('masks people, companies and files in Blinded Mode, and refuses changes', async () => {
      await onForm(contacts, 'owner', { body: [ada] });
      await onForm(company, 'owner', { body: { city: 'Basel', contactName: 'Ada Löwe' } });
      const headers = { [blindedHeader]: 'true' };
      const seen = await onForm('GET /api/onboarding/{id}', 'staff', { headers });
      expect(JSON.stringify(seen.body.data)).not.toMatch(/Ada|Löwe|Norvane|norvane|Basel/);
      const change = await onForm(company, 'staff', { headers, body: { city: 'Bern' } });
      expect([change.status, change.body.message]).toEqual([
        403,
        'Onboarding forms cannot be changed in Blinded Mode.',
      ]);
    });
  });

  describe('saving', () => {
    it('moves the last step forward, never back', async () => {
      await onForm(contacts, 'owner', { body: [ada] });
      const saved = await onForm(company, 'owner', { body: { city: 'Basel' } });
      expect(saved.body.data).toMatchObject({
        part: { city: 'Basel' },
        status: { lastStepCompleted: 3, version: 2 },
      });
    });

    it('takes JSON and forms, keeps other fields, and answers both spellings', async () => {
      const communityId = await world().add('community', { id: 900, name: `Biologics ${state.clientId}` });
      const first = await onForm(general, 'staff', {
        body: { onlines: [String(communityId)], isNewclient: true, purchasedMultipleOnlines: false },
      });
      expect(first.body.data).toMatchObject({
        part: {
          name: 'Ada Owner',
          isNewclient: true,
          isNewClient: true,
          purchaseMultipleOnlines: false,
          purchasedMultipleOnlines: false,
          communities: [{ id: String(communityId), name: `Biologics ${state.clientId}` }],
        },
      });
      const second = await multipart(company, 'owner', {}, { city: 'Basel', version: '1' });
      expect(second.body.data).toMatchObject({ part: { city: 'Basel' } });
    });

    it('cleans the profile', async () => {
      const profile = '<h1>Us</h1><p onclick="x()">We <b>filter</b><script>run()</script></p>';
      const saved = await onForm(company, 'owner', { body: { profile } });
      expect(saved.body.data).toMatchObject({
        part: { profile: '<h2>Us</h2><p>We <strong>filter</strong></p>' },
      });
    });

    it.each([
      [general, { name: '' }, 'name', 'The name field is required'],
      [general, { email: ' ' }, 'email', 'The email field is required'],
      [general, { onlines: [] }, 'onlines', 'At least one Community is required'],
      [general, { onlines: ['999999'] }, 'onlines', "There is no community '999999'."],
      [company, { name: '' }, 'name', 'The company name field is required'],
      [company, { contactName: '' }, 'contactName', 'The contact name field is required'],
      [company, { contactTitle: '' }, 'contactTitle', 'The contact title field is required'],
      [company, { address1: '' }, 'address1', 'The address field is required'],
      [company, { city: ' ' }, 'city', 'The city field is required'],
      [company, { state: '' }, 'state', 'The state field is required'],
      [content, { title: ' ' }, 'title', 'Title Is Required'],
    ] as const)('%s refuses %j', async (call, body, path, message) => {
      const answer = await onForm(call, 'staff', { body });
      expect([answer.status, answer.body.message, answer.body['details']]).toEqual([
        400,
        message,
        [{ path, message }],
      ]);
    });

    it('refuses to overwrite what somebody else has saved in the same field, not in another', async () => {
      const { version } = await read('owner');
      expect((await onForm(company, 'staff', { body: { city: 'Basel', version } })).status).toBe(200);
      expect((await onForm(company, 'owner', { body: { state: 'BS', version } })).status).toBe(200);
      const refused = await onForm(company, 'owner', { body: { city: 'Bern', version } });
      expect([refused.status, refused.body['details']]).toEqual([
        409,
        [{ path: 'city', message: 'Somebody else has changed this field.' }],
      ]);
      expect((await onForm(company, 'owner', { body: { city: 'Basel', version } })).status).toBe(200);
      expect((await read('owner')).companyInfo).toMatchObject({ city: 'Basel', state: 'BS' });
    });

    it('replaces contacts, and names every problem of the list', async () => {
      const saved = await onForm(contacts, 'owner', { body: [ada] });
      const { part } = saved.body.data as { part: { id: string }[] };
      const kept = await onForm(contacts, 'owner', {
        body: [
          { ...ada, id: part[0]?.id, firstName: 'Ida' },
          { ...ada, email: 'io@norvane.example' },
        ],
      });
      expect(kept.body.data).toMatchObject({ part: [{ id: part[0]?.id, firstName: 'Ida' }, {}] });
      const refused = await onForm(contacts, 'owner', {
        body: [ada, { ...ada, email: ' ADA@norvane.example', firstName: '' }, { ...ada, email: 'x' }],
      });
      expect([refused.status, refused.body['details']]).toEqual([
        400,
        [
          { path: '1.firstName', message: 'First Name Is Required' },
          { path: '1.email', message: 'Email is already added, must be unique.' },
          { path: '2.email', message: 'Please enter a valid email address' },
        ],
      ]);
      expect((await read('owner')).contacts).toHaveLength(2);
    });

    it('refuses contacts if the list has changed since', async () => {
      const { version } = await read('owner');
      await onForm(contacts, 'staff', { body: [ada] });
      const query = { version: String(version) };
      expect((await onForm(contacts, 'owner', { body: [], query })).status).toBe(409);
      expect((await read('owner')).contacts).toHaveLength(1);
    });

    it('adds, changes and deletes content', async () => {
      const id = await addContent();
      const changed = await onForm(content, 'owner', {
        body: { id, title: 'Case study', keyword: 'filtration', url: 'https://norvane.example/a' },
      });
      expect([changed.status, changed.body.message]).toEqual([200, 'Content Saved']);
      expect((await read('owner')).content).toMatchObject([
        { id, title: 'Case study', keyword: 'filtration', url: 'https://norvane.example/a' },
      ]);
      const remove = 'DELETE /api/onboarding/{formId}/content/{contentId}';
      expect((await onForm(remove, 'owner', { params: { contentId: id } })).status).toBe(200);
      expect((await onForm(remove, 'owner', { params: { contentId: id } })).status).toBe(404);
      expect((await read('owner')).content).toEqual([]);
    });

    it('is over once the form is submitted', async () => {
      const id = await addContent();
      const early = await onForm('PATCH /api/onboarding/{id}', 'owner');
      expect([early.status, (early.body['details'] as { path: string }[]).map(({ path }) => path)]).toEqual([
        400,
        ['contactName', 'contactTitle', 'address1', 'city', 'state'].map((field) => `companyInfo.${field}`),
      ]);
      await fillIn();
      const bySomeoneElse = await onForm('PATCH /api/onboarding/{id}', 'staff');
      expect(bySomeoneElse.body['details']).toEqual([
        { path: 'generalInfo.onlines', message: 'At least one Community is required' },
      ]);
      const submitted = await onForm('PATCH /api/onboarding/{id}', 'owner');
      expect(submitted.body.data).toMatchObject({ isSubmitted: true, lastStepCompleted: 5 });
      const tries: [CallKey, Parameters<typeof onForm>[2]][] = [
        [company, { body: { city: 'Basel' } }],
        [general, { body: { name: 'x' } }],
        [contacts, { body: [] }],
        [content, { body: { title: 'x' } }],
        ['PATCH /api/onboarding/{formId}/content-info', { body: { comment: 'x' } }],
        ['DELETE /api/onboarding/{formId}/content/{contentId}', { params: { contentId: id } }],
        ['PATCH /api/onboarding/{id}', {}],
      ];
      for (const [call, parts] of tries)
        expect([call, (await onForm(call, 'staff', parts)).status]).toEqual([call, 409]);
    });
  });

  describe('the list', () => {
    it('finds forms by company and name, latest first, a page at a time', async () => {
      const list = async (body: object) =>
        (await send('POST /api/manage-onboarding/list', 'staff', { body })).body.data as {
          items: { id: string }[];
          total: number;
        };
      const found = await list({ searchString: `norvane ${state.clientId}` });
      const own = await list({ searchString: (await read('staff')).companyName });
      expect(own.items.map(({ id }) => id)).toEqual([state.formId]);
      expect(found.total).toBeLessThanOrEqual(own.total);
      const all = await list({ page: 1, pageSize: 1 });
      expect(all.items).toHaveLength(1);
      expect(all.items[0]?.id).toBe(state.formId);
      expect((await send('POST /api/manage-onboarding/list', 'owner', { body: {} })).status).toBe(403);
    });
  });
});
