import { blindedHeader } from '@readerlens/contract';
import type { ClientSetup, ClientSetupInput, OnboardingForm } from '@readerlens/contract';
import { sql } from 'kysely';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { onboardingWorld } from './testing/onboarding-world.ts';
import { runUploadJobs } from './testing/run-upload-jobs.ts';

const get = 'GET /api/onboarding/{formId}/client-setup';
const post = 'POST /api/onboarding/{formId}/client-setup';

describeOnOneEngine('setting up a client', (db) => {
  const { world, state, tokens, onForm, send, fillIn, multipart } = onboardingWorld(db);
  /** Another process on the same database. */
  const second = testApi({}, {}, db);
  let contactIds: Readonly<Record<string, string>> = {};

  const address = (name: string) => `${name}${state.clientId}@norvane.example`;
  const contact = (name: string, more: object = {}) => ({
    firstName: 'Ada',
    lastName: 'Löwe',
    email: address(name),
    ...more,
  });

  /** Submits the form with these contacts. */
  const submit = async (contacts: readonly { email: string }[]) => {
    await fillIn();
    const body = { phone: '555-0100', companyWebsite: 'norvane.example', profile: '<p>We <b>filter</b></p>' };
    await onForm('PATCH /api/onboarding/{formId}/company-info', 'owner', { body });
    const saved = await onForm('POST /api/onboarding/{id}/company-contacts', 'owner', { body: contacts });
    const { part } = saved.body.data as { part: { id: string; email: string }[] };
    contactIds = Object.fromEntries(part.map(({ id, email }) => [email.replace(/\d*@.*/, ''), id] as const));
    expect((await onForm('PATCH /api/onboarding/{id}', 'owner')).status).toBe(200);
  };

  const read = async (parts: Readonly<Record<string, unknown>> = {}): Promise<ClientSetup> => {
    const answer = await onForm(get, 'staff', parts);
    expect([answer.status, answer.body.message]).toEqual([200, expect.anything()]);
    return answer.body.data as ClientSetup;
  };

  const input = async (change: Partial<ClientSetupInput> = {}): Promise<ClientSetupInput> => {
    const { version, client, proposal } = await read();
    return {
      version,
      clientId: client.id,
      profileVersion: proposal?.profileVersion ?? 0,
      fields: [],
      accounts: [],
      reports: [],
      ...change,
    };
  };

  const create = (name: string) => ({ contactId: contactIds[name] ?? '', act: 'create' as const });
  const report = async (name: string, change: object = {}) => ({
    contactId: contactIds[name] ?? '',
    ownerId: (await read()).proposal?.owners[0]?.id ?? '',
    reportType: 2 as const,
    sendDays: ['M'],
    ...change,
  });
  const confirm = async (change: Partial<ClientSetupInput>) =>
    onForm(post, 'staff', { body: await input(change) });

  const addClientUser = async (email: string, more: object = {}, clients: readonly number[] = []) => {
    const user = await addUser(db(), { role: 'Client', email, ...more });
    for (const client_id of clients)
      await db().kysely.insertInto('user_client').values({ user_id: user.id, client_id }).execute();
    return user;
  };

  /** Everything that a set-up makes. */
  const count = async () => {
    const { kysely } = db();
    const tables = [
      'app_user',
      'user_client',
      'activity_report_config',
      'schedule',
      'client_profile',
    ] as const;
    const counts: Record<string, number> = {};
    for (const table of [...tables, 'outbox_mail', 'audit_event'] as const) {
      const { total } = await kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      counts[table] = total;
    }
    return counts;
  };

  /** The call is refused, and nothing is made. */
  const expectRefused = async (
    change: Partial<ClientSetupInput>,
    status: number,
    details: readonly { path: string; message: string }[] | undefined,
  ) => {
    const body = await input(change);
    const before = await count();
    const answer = await onForm(post, 'staff', { body });
    expect([answer.status, answer.body['details']]).toEqual([status, details]);
    expect(await count()).toEqual(before);
  };

  it('is for submitted forms only, for staff, and not in Blinded Mode', async () => {
    const open = await onForm(get, 'staff');
    expect([open.status, open.body.message]).toEqual([409, 'This form has not been submitted yet.']);
    const body = { version: 0, clientId: '1', profileVersion: 0, fields: [], accounts: [], reports: [] };
    expect((await onForm(post, 'staff', { body })).status).toBe(409);
    await submit([contact('ada')]);
    for (const by of ['owner', 'colleague'] as const)
      for (const call of [get, post] as const)
        expect((await onForm(call, by, call === post ? { body } : {})).status).toBe(403);
    const headers = { [blindedHeader]: 'true' };
    for (const call of [get, post] as const) {
      const refused = await onForm(call, 'staff', { headers, ...(call === post ? { body } : {}) });
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'Clients cannot be set up in Blinded Mode.',
      ]);
    }
    expect((await read()).made).toBeNull();
  });

  it('shows what would happen for each contact, and why not', async () => {
    const other = await world().add('client', { name: `Other ${state.clientId}` });
    await addClientUser(address('other'), {}, [other]);
    await addClientUser(address('same'), {}, [state.clientId]);
    await addUser(db(), { role: 'Internal', email: address('staff') });
    await addUser(db(), { role: 'Admin', email: address('boss') });
    await addClientUser(address('deleted'), { is_active: false, deleted_at: new Date('2026-01-01') });
    const long = contact('long', { lastName: 'x'.repeat(51) });
    const names = ['new', 'other', 'same', 'staff', 'boss', 'deleted'];
    await submit([...names.map((name) => contact(name)), long]);
    const { client, proposal, made } = await read();
    expect([client, made]).toEqual([
      { id: String(state.clientId), name: expect.stringMatching(/^Norvane/) },
      null,
    ]);
    expect(proposal?.accounts.map(({ email, act, reason }) => [email, act, reason])).toEqual([
      [address('new'), 'create', ''],
      [address('other'), 'addClient', ''],
      [address('same'), 'none', 'The account exists, and has this client.'],
      [address('staff'), 'refused', 'This is the address of a member of staff.'],
      [address('boss'), 'refused', 'A user with this e-mail address already exists.'],
      [address('deleted'), 'refused', 'The account with this address was deleted.'],
      [long.email, 'refused', expect.stringContaining('50')],
    ]);
    expect(proposal?.before).toEqual({ address: '', phone: '', website: '', profile: '', logo: null });
    expect(proposal?.after).toMatchObject({
      address: 'Rheingasse 1, Basel, BS',
      phone: '555-0100',
      profile: '<p>We <strong>filter</strong></p>',
    });
    const owners = proposal?.owners.map(({ id }) => id) ?? [];
    const own = (await send('GET /api/session', 'staff')).body.data as { id: string };
    expect(owners[0]).toBe(own.id);
    const { proposal: elsewhere, client: chosen } = await read({ query: { clientId: String(other) } });
    expect([chosen.id, elsewhere?.accounts.slice(1, 3).map(({ act }) => act)]).toEqual([
      String(other),
      ['none', 'addClient'],
    ]);
    const unknown = await onForm(get, 'staff', { query: { clientId: '999999' } });
    expect([unknown.status, unknown.body['details']]).toEqual([
      400,
      [{ path: 'clientId', message: 'Please choose a company from the list.' }],
    ]);
  });

  it('makes all that is chosen, once, and says what was made', async () => {
    const other = await world().add('client', { name: `Else ${state.clientId}` });
    const known = await addClientUser(address('known'), {}, [other]);
    await multipart('POST /api/onboarding/{formId}/company-info/logos', 'owner', {}, {}, [
      { field: 'file', name: 'logo.png', content: png },
    ]);
    await submit([contact('new'), contact('known')]);
    expect((await read()).proposal?.logos).toEqual([]);
    await runUploadJobs(world().services);
    const logoId = (await read()).proposal?.logos[0]?.id ?? '';
    const body = await input({
      fields: ['address', 'profile', 'logo'],
      logoId,
      accounts: [create('new'), { contactId: contactIds['known'] ?? '', act: 'addClient' }],
      reports: [await report('new')],
      timeZone: 'Europe/Zurich',
    });
    const answer = await onForm(post, 'staff', { body });
    expect([answer.status, answer.body.message]).toEqual([200, 'The client has been set up']);
    const { made, proposal } = answer.body.data as ClientSetup;
    expect(proposal).toBeNull();
    expect(made).toMatchObject({
      fields: ['address', 'profile', 'logo'],
      accounts: [
        { email: address('new'), act: 'create' },
        { email: address('known'), act: 'addClient', userId: String(known.id) },
      ],
      reports: [{ email: address('new'), ownerId: body.reports[0]?.ownerId }],
    });
    expect((await read()).made).toEqual(made);
    const { kysely } = db();
    const user = await kysely
      .selectFrom('app_user')
      .innerJoin('user_client', 'user_client.user_id', 'app_user.id')
      .select(['role', 'client_id', 'registered_at'])
      .where('email', '=', address('new'))
      .execute();
    expect(user).toEqual([{ role: 'Client', client_id: state.clientId, registered_at: null }]);
    const mails = await kysely
      .selectFrom('outbox_mail')
      .select(['kind', 'text_body'])
      .where('to_address', '=', address('new'))
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['registration']);
    expect(mails[0]?.text_body).toMatch(/\/register\/[\w-]{43}/);
    const clients = await kysely
      .selectFrom('user_client')
      .select('client_id')
      .where('user_id', '=', known.id)
      .orderBy('client_id')
      .execute();
    expect(clients.map(({ client_id }) => client_id)).toEqual(
      [state.clientId, other].toSorted((a, b) => a - b),
    );
    const config = await send('GET /api/activity-report-config/{id}', 'staff', {
      params: { id: made?.reports[0]?.configId ?? '' },
    });
    expect(config.body.data).toMatchObject({
      email: address('new'),
      companyId: String(state.clientId),
      reportTypeEnum: 'Consolidated',
      sendDays: ['M'],
      timeZone: 'Europe/Zurich',
      disabled: false,
      includeActivityQualityColumn: true,
    });
    const form = (await onForm('GET /api/onboarding/{id}', 'staff')).body.data as OnboardingForm;
    expect(form).toMatchObject({
      clientSetUpAt: made?.at,
      clientProfile: {
        address: 'Rheingasse 1, Basel, BS',
        phone: '',
        profile: '<p>We <strong>filter</strong></p>',
        logo: { id: logoId, name: 'logo.png' },
      },
    });
    const shownToOwner = (await onForm('GET /api/onboarding/{id}', 'owner')).body.data as OnboardingForm;
    expect([shownToOwner.clientSetUpAt, shownToOwner.clientProfile]).toEqual([null, null]);
    const events = await kysely
      .selectFrom('audit_event')
      .select('action')
      .where(sql<string>`detail ->> 'form'`, '=', state.formId)
      .orderBy('id')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'onboarding.create',
      'onboarding.submit',
      'user.update',
      'user.create',
      'activity-report.create',
      'client.update',
      'onboarding.set-up',
    ]);
    const before = await count();
    const again = await onForm(post, 'staff', { body });
    expect([again.status, again.body.message]).toEqual([
      409,
      'The client has been set up from this form already.',
    ]);
    expect(await count()).toEqual(before);
  });

  it('of two people at once, in two processes, does it for one', async () => {
    await submit([contact('new')]);
    // No unique key keeps a second report from being made.
    const body = await input({ reports: [await report('new')] });
    const before = await count();
    const params = { formId: state.formId };
    const answers = await Promise.all(
      [world(), second()].map((api) => api.call(post, { token: tokens.staff, params, body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const after = await count();
    expect(after['activity_report_config']).toBe(before['activity_report_config']! + 1);
  });

  it('says who gets a report about the client already, of the reports that the caller sees', async () => {
    await submit([contact('new'), contact('io')]);
    const body = {
      userId: (await read()).proposal?.owners[0]?.id,
      companyId: String(state.clientId),
      sendDays: ['M'],
      reportType: 1,
      indices: ['CustomerRequest'],
      filters: [],
      timeZone: 'UTC',
    };
    const add = async (email: string, change: object = {}, token = tokens.staff) => {
      const person = { email, firstName: 'Ada', lastName: 'Löwe' };
      const call = 'POST /api/activity-report-config';
      const answer = await world().call(call, { token, body: { ...body, ...person, ...change } });
      expect([answer.status, answer.body.message]).toEqual([200, expect.anything()]);
    };
    await add(address('new').toUpperCase());
    const elsewhere = await world().add('client', { name: `Elsewhere ${state.clientId}` });
    await add(address('io'), { companyId: String(elsewhere) });
    const admin = await addUser(db(), { role: 'SystemAdmin' });
    await add(address('io'), { userId: String(admin.id) }, await world().tokenFor(admin));
    const { proposal } = await read();
    expect(proposal?.reports.map(({ email, existing }) => [email, existing])).toEqual([
      [address('new'), 1],
      [address('io'), 0],
    ]);
  });

  it('refuses a logo that was not scanned until staff allow it', async () => {
    await multipart('POST /api/onboarding/{formId}/company-info/logos', 'owner', {}, {}, [
      { field: 'file', name: 'logo.png', content: png },
    ]);
    await submit([contact('new')]);
    await runUploadJobs(world().services);
    const logoId = (await read()).proposal?.logos[0]?.id ?? '';
    await db()
      .kysely.updateTable('onboarding_file')
      .set({ is_held: true })
      .where('form_id', '=', state.formId)
      .execute();
    await expectRefused({ fields: ['logo'], logoId }, 400, [
      { path: 'logoId', message: 'This logo was not scanned for viruses. Allow it before it is taken.' },
    ]);
    const allow = 'POST /api/onboarding/{formId}/file/{fileId}/allow';
    expect((await onForm(allow, 'staff', { params: { fileId: logoId } })).status).toBe(200);
    expect((await confirm({ fields: ['logo'], logoId })).status).toBe(200);
  });

  it('offers by role who may own reports, and shows no accounts of a higher role', async () => {
    const { id: internal } = await addUser(db(), { role: 'Internal' });
    await addUser(db(), { role: 'Admin', email: address('boss') });
    await submit([contact('boss')]);
    const shown: Record<string, unknown> = {};
    for (const role of ['Internal', 'Admin', 'SystemAdmin'] as const) {
      const token = await world().tokenOf({ role });
      const answer = await world().call(get, { token, params: { formId: state.formId } });
      const { proposal } = answer.body.data as ClientSetup;
      const offersColleague = proposal?.owners.some(({ id }) => id === String(internal));
      shown[role] = [offersColleague, proposal?.accounts[0]?.reason];
    }
    const staff = 'This is the address of a member of staff.';
    expect(shown).toEqual({
      Internal: [false, 'A user with this e-mail address already exists.'],
      Admin: [true, staff],
      SystemAdmin: [true, staff],
    });
  });

  describe('makes nothing', () => {
    it('if nothing is chosen, or a contact is not of the form', async () => {
      await submit([contact('new')]);
      await expectRefused({}, 400, undefined);
      const contactId = crypto.randomUUID();
      await expectRefused({ accounts: [{ contactId, act: 'create' }] }, 400, [
        { path: `accounts.${contactId}`, message: 'The form has no such contact.' },
      ]);
      await expectRefused({ accounts: [create('new'), create('new')] }, 400, [
        { path: `accounts.${contactIds['new']}`, message: 'This contact is there twice.' },
      ]);
      await expectRefused({ fields: ['logo'] }, 400, [
        { path: 'logoId', message: 'Please choose a logo of the form.' },
      ]);
      await expectRefused({ fields: ['phone'], clientId: '999999' }, 400, [
        { path: 'clientId', message: 'Please choose a company from the list.' },
      ]);
      expect((await read()).made).toBeNull();
    });

    it('if a report is refused, and names every row', async () => {
      await submit([contact('new'), contact('io')]);
      const admin = await addUser(db(), { role: 'Admin' });
      const [first, last] = [contactIds['new'], contactIds['io']];
      await expectRefused(
        {
          fields: ['phone'],
          accounts: [create('new')],
          reports: [await report('new', { sendDays: [] }), await report('io', { ownerId: String(admin.id) })],
        },
        400,
        [
          { path: `reports.${first}.sendDays`, message: 'Please schedule at least one day' },
          { path: `reports.${last}.ownerId`, message: 'There is no such user.' },
        ],
      );
      const stranger = await addClientUser(address('stranger'));
      await expectRefused({ reports: [await report('io', { ownerId: String(stranger.id) })] }, 400, [
        { path: `reports.${last}.ownerId`, message: 'This user does not have the client.' },
      ]);
      const colleague = await addUser(db(), { role: 'Internal' });
      await expectRefused({ reports: [await report('io', { ownerId: String(colleague.id) })] }, 400, [
        {
          path: `reports.${last}.ownerId`,
          message: 'You may not create activity reports for this user.',
        },
      ]);
      expect((await read()).made).toBeNull();
    });

    it('if an account is no longer as it was shown', async () => {
      await submit([contact('new'), contact('io')]);
      await addUser(db(), { role: 'Internal', email: address('io') });
      await expectRefused({ fields: ['phone'], accounts: [create('new'), create('io')] }, 409, [
        { path: `accounts.${contactIds['io']}`, message: 'This is the address of a member of staff.' },
      ]);
      expect((await read()).made).toBeNull();
    });

    it('if the client or the form has changed: the rest is taken back', async () => {
      await submit([contact('new')]);
      const chosen = {
        fields: ['phone' as const],
        accounts: [create('new')],
        reports: [await report('new')],
      };
      const message = 'Somebody else has changed this client since you opened the page.';
      await expectRefused({ ...chosen, profileVersion: 3 }, 409, [{ path: 'fields', message }]);
      const { version } = await read();
      await expectRefused({ ...chosen, version: version + 1 }, 409, undefined);
      expect((await confirm(chosen)).status).toBe(200);
    });
  });

  it('changes what is known of a client already, as the page has shown it', async () => {
    const updated_by = state.ownerId;
    await db()
      .kysely.insertInto('client_profile')
      .values({
        client_id: state.clientId,
        phone: '1',
        website: 'kept',
        version: 4,
        updated_at: new Date(),
        updated_by,
      })
      .execute();
    await submit([]);
    const { proposal } = await read();
    expect([proposal?.profileVersion, proposal?.before.phone, proposal?.accounts]).toEqual([4, '1', []]);
    expect((await confirm({ fields: ['phone'] })).status).toBe(200);
    const stored = await db()
      .kysely.selectFrom('client_profile')
      .select(['phone', 'website', 'version'])
      .where('client_id', '=', state.clientId)
      .executeTakeFirst();
    expect(stored).toEqual({ phone: '555-0100', website: 'kept', version: 5 });
  });

  it('is done as the impersonated person, and audited with both', async () => {
    await submit([contact('new')]);
    const admin = await addUser(db(), { role: 'SystemAdmin' });
    const { id } = (await send('GET /api/session', 'staff')).body.data as { id: string };
    const started = await world().call('POST /api/auth/impersonate', {
      token: await world().tokenFor(admin),
      body: { targetUserId: id },
    });
    const token = started.body.token as string;
    const params = { formId: state.formId };
    const body = await input({ accounts: [create('new')] });
    expect((await world().call(post, { token, params, body })).status).toBe(200);
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select(['action', 'actor_id', 'subject_id'])
      .where('action', 'in', ['user.create', 'onboarding.set-up'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    for (const event of events) expect(event).toMatchObject({ actor_id: admin.id, subject_id: Number(id) });
  });
});

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
