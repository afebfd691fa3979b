import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { buildApi } from '../../../app.ts';
import { createLogger } from '../../../platform/http/logging.ts';
import { createJobQueue } from '../../../platform/jobs/index.ts';
import { createPasswordLinks } from '../../../people/password-links.ts';
import { lengthenWait } from '../../../people/testing/lengthen-wait.ts';
import type { UserRow } from '../../../people/tables.ts';
import { secretsFrom } from '../../../platform/secrets.ts';
import type { SecretOptions } from '../../../platform/secrets.ts';
import { addUser, describeOnOneEngine, testApi, setDate } from '../../../platform/testing/index.ts';
import type { TestApi } from '../../../platform/testing/index.ts';
import { recordFailedSignIns } from '../testing/record-failed-sign-ins.ts';
import { testBrowser } from './testing/browser.ts';
import { startFaultyProvider } from './testing/faulty-provider.ts';
import type { Fault, FaultyProvider } from './testing/faulty-provider.ts';
import { startTestProvider } from './testing/identity-provider.ts';
import type { People, TestProvider } from './testing/identity-provider.ts';

const verified = (email: string) => ({ email, email_verified: true });
const people: People = {
  ana: { ...verified('Ana@users.example'), tid: 'known' },
  unverified: { email: 'unverified@users.example', email_verified: false, tid: 'known' },
  silent: { email: 'silent@users.example', tid: 'known' },
  renamed: { email: 'renamed@users.example', tid: 'known' },
  stranger: { ...verified('stranger@users.example'), tid: 'known' },
  deleted: { ...verified('deleted@users.example'), tid: 'known' },
  foreign: { ...verified('foreign@users.example'), tid: 'unknown' },
  homeless: verified('homeless@users.example'),
  successor: { ...verified('ana@users.example'), tid: 'known' },
  promoted: { ...verified('promoted@users.example'), tid: 'known', groups: ['staff', 'other'] },
  demoted: { ...verified('demoted@users.example'), tid: 'known', groups: ['customers'] },
  premium: { ...verified('premium@users.example'), tid: 'known', groups: ['customers'] },
  admin: { ...verified('admin@users.example'), tid: 'known', groups: ['customers', 'staff'] },
};

let provider: TestProvider;
let faulty: FaultyProvider;
beforeAll(async () => {
  // The provider warns that it forgets everything when it stops.
  jest.spyOn(console, 'warn').mockImplementation();
  provider = await startTestProvider(['https://app.example/api/auth/oidc/callback'], people);
  faulty = await startFaultyProvider({ sub: 'ana', ...verified('ana@users.example') });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await Promise.all([provider.close(), faulty.close()]);
});

const readEvents = (api: TestApi, action: string) =>
  api.db.kysely.selectFrom('audit_event').selectAll().where('action', '=', action).orderBy('id').execute();
const readRefusals = (api: TestApi) => api.db.kysely.selectFrom('failed_sign_in').selectAll().execute();
/** A log of a server, and what it says of the last refused sign-in. */
const listenToLog = () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const listRefused = () => lines.filter(({ msg }) => msg === 'sign-in refused');
  return {
    logger: createLogger({ logLevel: 'warn' }, { write }),
    listRefused,
    lastRefused: () => listRefused().at(-1),
  };
};
const refusedAs = (reason: string) => `https://app.example/login?refused=${reason}`;
const reload = (api: TestApi, { id }: UserRow) =>
  api.db.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describeOnOneEngine('the sign-in by a provider', (db) => {
  const { logger, lastRefused } = listenToLog();
  const api = testApi(
    () => ({
      ...provider.environment,
      LOGIN_LIMIT_PER_ADDRESS: '1000',
      OIDC_TENANTS: 'known',
      OIDC_GROUP_ROLES: 'staff=Internal;customers=Client',
    }),
    { logger },
    db,
  );
  const withNextSecret = (options: SecretOptions) =>
    testApi(
      () => provider.environment,
      { instead: { secrets: secretsFrom('the next secret for tests', options) } },
      db,
    );
  const during = withNextSecret({ acceptedJwtSecret: 'a secret for tests' });
  const after = withNextSecret({});
  const clientUser = async (email: string, columns = {}) => {
    const user = await addUser(api().db, { email, ...columns });
    await sql`INSERT INTO client (id, name) VALUES (1, 'Acme') ON CONFLICT DO NOTHING`.execute(
      api().db.kysely,
    );
    await sql`INSERT INTO user_client (user_id, client_id) VALUES (${user.id}, 1)`.execute(api().db.kysely);
    return user;
  };
  const readSession = (token: unknown) => api().call('GET /api/session', { token: String(token) });
  const expectNoSession = async (browser: ReturnType<typeof testBrowser>) => {
    expect((await browser.takeSession()).status).toBe(401);
    expect([...browser.cookies.keys()]).toEqual([]);
  };

  it('asks the provider with state, nonce and a challenge, and keeps them from scripts and other sites', async () => {
    const browser = testBrowser(api);
    const { status, location, headers } = await browser.begin();
    expect(status).toBe(303);
    const asked = new URL(location);
    expect(asked.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'readerlens',
      response_type: 'code',
      redirect_uri: 'https://app.example/api/auth/oidc/callback',
      scope: 'openid email profile',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    });
    expect(headers['set-cookie']).toMatch(
      /^readerlens_sign_in=[^;]+; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax; Secure$/,
    );
    for (const secret of [asked.searchParams.get('state'), asked.searchParams.get('nonce')])
      expect(headers['set-cookie']).not.toContain(secret);
  });

  it.each([
    ['goes on', 'is accepted', during, 'account'],
    ['ends', 'is not', after, 'attempt'],
  ])('%s in a process with another JWT_SECRET if the former one %s', async (_, _accepted, next, refusal) => {
    let current = api;
    const browser = testBrowser(() => current());
    const callback = await browser.confirmAt((await browser.begin()).location, 'stranger');
    current = next;
    expect((await browser.open(callback.slice('https://app.example'.length))).location).toBe(
      refusedAs(refusal),
    );
  });

  it('registers an invited user, returns to the page, and knows the person by the subject afterwards', async () => {
    const user = await clientUser('ana@users.example');
    const link = await createPasswordLinks(api().services).inviteToRegister(user);
    const browser = testBrowser(api);
    expect(await browser.signIn('ana', '/search?q=1')).toMatchObject({
      location: 'https://app.example/login/provider',
    });
    const { status, body } = await browser.takeSession();
    expect([status, body.data]).toEqual([
      200,
      { token: expect.any(String), hmac: expect.stringMatching(/^[0-9a-f]{64}$/), returnTo: '/search?q=1' },
    ]);
    expect((await readSession(body.token)).body.data).toMatchObject({ id: String(user.id), role: 'Client' });
    const sessions = await api().db.kysely.selectFrom('user_session').selectAll().execute();
    expect(sessions.filter(({ user_id }) => user_id === user.id)).toMatchObject([{ method: 'provider' }]);
    const registered = await reload(api(), user);
    expect(registered.password_hash).toBeNull();
    expect(registered.registered_at).not.toBeNull();
    expect((await readEvents(api(), 'login.oidc')).at(-1)).toMatchObject({
      actor_id: user.id,
      account_id: user.id,
      detail: { provider: provider.issuer },
    });
    const token = link.split('/').at(-1) ?? '';
    const check = await api().call('GET /api/verify-registration-token/{token}', { params: { token } });
    expect(check.status).toBe(400);

    await api()
      .db.kysely.updateTable('app_user')
      .set({ email: 'new@users.example' })
      .where('id', '=', user.id)
      .execute();
    const later = testBrowser(api);
    await later.signIn('ana');
    const again = await later.takeSession();
    expect((await readSession(again.body.token)).body.data).toMatchObject({ id: String(user.id) });
    expect(await reload(api(), user)).toMatchObject({ registered_at: registered.registered_at });
    await api()
      .db.kysely.updateTable('app_user')
      .set({ email: user.email })
      .where('id', '=', user.id)
      .execute();

    const successor = testBrowser(api);
    expect(await successor.signIn('successor')).toMatchObject({ location: refusedAs('account') });
    await expectNoSession(successor);
    expect(lastRefused()).toMatchObject({ accountId: user.id, reason: 'account of another identity' });
    expect(await readRefusals(api())).toContainEqual(expect.objectContaining({ user_id: user.id }));
  });

  it.each([
    ['another host', '//evil.example/'],
    ['another host, as some browsers read it', '/\\evil.example'],
    ['another site', 'https://evil.example/'],
    ['a path that is too long', `/${'x'.repeat(1500)}`],
  ])('does not return to %s', async (_, returnTo) => {
    await clientUser('ana@users.example').catch(() => undefined);
    const browser = testBrowser(api);
    await browser.signIn('ana', returnTo);
    expect((await browser.takeSession()).body).toMatchObject({ returnTo: '/' });
  });

  it.each([
    ['an unverified e-mail', 'unverified', 'email', 'unverified e-mail'],
    ['an e-mail without a word about it', 'silent', 'email', 'unverified e-mail'],
    ['an unknown user', 'stranger', 'account', 'unknown user'],
    ['a deleted user', 'deleted', 'account', 'unknown user'],
    ['an unknown tenant', 'foreign', 'tenant', 'unknown tenant'],
    ['no tenant', 'homeless', 'tenant', 'unknown tenant'],
    ['a person who cancels', '', 'cancelled', 'access_denied'],
  ])('refuses %s', async (_, name, refused, reason) => {
    if (name !== '' && name !== 'stranger')
      await addUser(api().db, {
        email: `${name}@users.example`,
        ...(name === 'deleted' ? { is_active: false, deleted_at: new Date() } : {}),
      });
    const readAudited = async () => [await readEvents(api(), 'login.oidc'), await readRefusals(api())];
    const before = await readAudited();
    const browser = testBrowser(api);
    expect(await browser.signIn(name)).toMatchObject({ location: refusedAs(refused) });
    await expectNoSession(browser);
    expect(lastRefused()).toMatchObject({ refusal: refused, reason });
    expect(await readAudited()).toEqual(before);
  });

  it('refuses a user who was deactivated or deleted after the first sign-in; a new account gets a new link', async () => {
    const user = await clientUser('stranger@users.example');
    await testBrowser(api).signIn('stranger');
    const admin = await addUser(api().db, { role: 'SystemAdmin' });
    const token = await api().tokenFor(admin);
    await api()
      .db.kysely.updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', user.id)
      .execute();
    const browser = testBrowser(api);
    expect(await browser.signIn('stranger')).toMatchObject({ location: refusedAs('account') });
    await expectNoSession(browser);
    expect(lastRefused()).toMatchObject({ accountId: user.id, reason: 'inactive user' });
    expect(await readRefusals(api())).toContainEqual(expect.objectContaining({ user_id: user.id }));

    await api()
      .db.kysely.updateTable('app_user')
      .set({ is_active: true })
      .where('id', '=', user.id)
      .execute();
    await api().call('DELETE /api/user/{id}', { token, params: { id: String(user.id) } });
    expect(await testBrowser(api).signIn('stranger')).toMatchObject({ location: refusedAs('account') });
    const invited = await clientUser('stranger@users.example');
    const later = testBrowser(api);
    await later.signIn('stranger');
    const { body } = await later.takeSession();
    expect((await readSession(body.token)).body.data).toMatchObject({ id: String(invited.id) });
  });

  it('no longer signs in who got the account by its former address', async () => {
    const user = await clientUser('renamed@users.example');
    await api()
      .db.kysely.insertInto('user_identity')
      .values({ issuer: provider.issuer, subject: 'renamed', user_id: user.id })
      .execute();
    expect(await testBrowser(api).signIn('renamed')).toMatchObject({
      location: 'https://app.example/login/provider',
    });
    const admin = await addUser(api().db, { role: 'SystemAdmin' });
    const answer = await api().call('PATCH /api/user/{id}', {
      token: await api().tokenFor(admin),
      params: { id: String(user.id) },
      body: { email: 'new@users.example' },
    });
    expect(answer.status).toBe(200);
    expect(await testBrowser(api).signIn('renamed')).toMatchObject({ location: refusedAs('email') });
  });

  it('gives a role by groups, audits it, and ends the older sessions', async () => {
    const user = await clientUser('promoted@users.example', { password_hash: 'x' });
    const older = await api().tokenFor(user);
    const browser = testBrowser(api);
    await browser.signIn('promoted');
    const { body } = await browser.takeSession();
    expect((await readSession(body.token)).body.data).toMatchObject({ role: 'Internal', companies: [] });
    expect((await readSession(older)).status).toBe(401);
    expect((await readEvents(api(), 'user.update')).at(-1)).toMatchObject({
      actor_id: user.id,
      account_id: user.id,
      detail: {
        before: { role: 'Client', companies: ['1'] },
        after: { role: 'Internal', companies: [] },
        by: 'groups',
      },
    });
    const again = testBrowser(api);
    await again.signIn('promoted');
    expect((await readSession(body.token)).status).toBe(200);
  });

  it('refuses a user whose account cannot have the role of the groups, and stores nothing', async () => {
    const user = await addUser(api().db, { email: 'demoted@users.example', role: 'Internal' });
    const browser = testBrowser(api);
    expect(await browser.signIn('demoted')).toMatchObject({ location: refusedAs('role') });
    await expectNoSession(browser);
    expect(await reload(api(), user)).toMatchObject({ role: 'Internal', registered_at: null });
    expect(lastRefused()).toMatchObject({
      accountId: user.id,
      reason: 'cannot become Client: Companies must be between 1 and 20.',
    });
    expect(await readRefusals(api())).toContainEqual(expect.objectContaining({ user_id: user.id }));
  });

  it.each(['Admin', 'SystemAdmin', 'Premium'] as const)('never changes the role %s', async (role) => {
    const name = role === 'Premium' ? 'premium' : 'admin';
    const email = `${name}@users.example`;
    await api()
      .db.kysely.updateTable('app_user')
      .set({ email: sql`id || email` })
      .where('email', '=', email)
      .execute();
    await sql`DELETE FROM user_identity WHERE subject = ${name}`.execute(api().db.kysely);
    const user =
      role === 'Premium' ? await clientUser(email, { role }) : await addUser(api().db, { email, role });
    const browser = testBrowser(api);
    await browser.signIn(name);
    const { body } = await browser.takeSession();
    expect((await readSession(body.token)).body.data).toMatchObject({ id: String(user.id), role });
  });

  describe('the session', () => {
    const signedIn = async () => {
      const browser = testBrowser(api);
      await clientUser('ana@users.example').catch(() => undefined);
      await browser.signIn('ana');
      return browser;
    };

    it('is given once, also to simultaneous requests', async () => {
      const browser = await signedIn();
      const [{ value: code } = { value: '' }] = [...browser.cookies].map(([, value]) => ({ value }));
      const ask = () =>
        api().call('POST /api/auth/oidc/token', { headers: { cookie: `readerlens_sign_in_code=${code}` } });
      const answers = await Promise.all([ask(), ask(), ask()]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
      const stored = await api().db.kysely.selectFrom('sign_in_code').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(code);
    });

    it('is given within a minute', async () => {
      const browser = await signedIn();
      await sql`UPDATE sign_in_code SET expires_at = expires_at - interval '61 seconds'`.execute(
        api().db.kysely,
      );
      expect((await browser.takeSession()).body).toMatchObject({
        message: 'This sign-in has ended. Please sign in again.',
        code: 'unauthenticated',
      });
    });

    it('is not given after a change of rights', async () => {
      const browser = await signedIn();
      await sql`UPDATE app_user SET token_version = token_version + 1`.execute(api().db.kysely);
      expect((await browser.takeSession()).status).toBe(401);
    });
  });
});

describe('an answer of the provider', () => {
  const { logger, lastRefused } = listenToLog();
  const api = testApi(() => ({ ...faulty.environment, LOGIN_LIMIT_PER_ADDRESS: '1000' }), { logger });
  beforeAll(async () => {
    await addUser(api().db, { email: 'ana@users.example' });
  });
  beforeEach(() => {
    faulty.fault = {};
  });
  const past = () => Math.floor(Date.now() / 1000) - 120;

  it('starts a session without a fault', async () => {
    const browser = testBrowser(api);
    expect(await browser.signIn('')).toMatchObject({ location: 'https://app.example/login/provider' });
    expect((await browser.takeSession()).status).toBe(200);
  });

  it.each<[string, Fault['claims'], Fault['userInfo']]>([
    [
      'the ID token has the address, and the other answer that it is verified',
      { email: 'ana@users.example', email_verified: undefined },
      { email_verified: true },
    ],
    [
      'the other answer verifies another address',
      { email: 'ana@users.example', email_verified: undefined },
      { email: 'attacker@users.example', email_verified: true },
    ],
    [
      'the ID token verifies an address that only the other answer has',
      { email: undefined, email_verified: true },
      { email: 'ana@users.example' },
    ],
  ])('is refused if %s', async (_, claims, userInfo) => {
    faulty.fault = { claims: { ...claims, sub: 'attacker' }, userInfo };
    const browser = testBrowser(api);
    expect(await browser.signIn('')).toMatchObject({ location: refusedAs('email') });
    expect((await browser.takeSession()).status).toBe(401);
  });

  it('starts a session with an address that only the answer besides the ID token has', async () => {
    faulty.fault = {
      claims: { email: undefined, email_verified: undefined },
      userInfo: { email: 'ana@users.example', email_verified: true },
    };
    const browser = testBrowser(api);
    expect(await browser.signIn('')).toMatchObject({ location: 'https://app.example/login/provider' });
    expect((await browser.takeSession()).status).toBe(200);
  });

  it.each<[string, Fault, string, string]>([
    ['another state', { state: 'another' }, 'attempt', 'wrong state'],
    ['another nonce', { claims: { nonce: 'another' } }, 'untrusted', 'wrong nonce'],
    ['no nonce', { claims: { nonce: undefined } }, 'untrusted', 'OAUTH_INVALID_RESPONSE'],
    ['another issuer', { claims: { iss: 'https://other.example' } }, 'untrusted', 'wrong issuer'],
    ['another audience', { claims: { aud: 'another' } }, 'untrusted', 'wrong audience'],
    ['an expired token', { claims: { exp: past() } }, 'expired', 'expired token'],
    ['a forged signature', { isForged: true }, 'untrusted', 'OAUTH_INVALID_RESPONSE'],
    [
      'the text "true" about the e-mail',
      { claims: { email_verified: 'true', sub: 'b' } },
      'email',
      'unverified e-mail',
    ],
  ])('is refused with %s', async (_, fault, refused, reason) => {
    faulty.fault = fault;
    const browser = testBrowser(api);
    expect(await browser.signIn('')).toMatchObject({ location: refusedAs(refused) });
    expect((await browser.takeSession()).status).toBe(401);
    expect(lastRefused()).toMatchObject({ refusal: refused, reason });
    expect(await readRefusals(api())).toEqual([]);
  });

  it('is refused in another browser, later than 10 minutes, and a second time', async () => {
    const browser = testBrowser(api);
    const begin = async () => {
      const { location } = await browser.begin();
      return (await browser.confirmAt(location, '')).slice('https://app.example'.length);
    };
    const callback = await begin();
    expect(await testBrowser(api).open(callback)).toMatchObject({ location: refusedAs('attempt') });
    expect(await browser.open(callback)).toMatchObject({ location: 'https://app.example/login/provider' });
    expect(await browser.open(callback)).toMatchObject({ location: refusedAs('attempt') });
    const late = await begin();
    setDate(Date.now() + 601_000);
    try {
      expect(await browser.open(late)).toMatchObject({ location: refusedAs('attempt') });
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the log', () => {
  const api = testApi(() => faulty.environment);

  it('says why a sign-in was refused, without the answer of the provider', async () => {
    const lines: string[] = [];
    const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    const services = { ...api().services, metrics: new Registry() };
    const app = await buildApi({ services, logger });
    faulty.fault = { claims: { nonce: 'another' } };
    const browser = testBrowser(() => ({ ...api(), app }));
    await browser.signIn('');
    await app.close();
    const text = lines.join('');
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(
      expect.objectContaining({ msg: 'sign-in refused', refusal: 'untrusted', reason: 'wrong nonce' }),
    );
    expect(text).toContain('"route":"/api/auth/oidc/callback"');
    expect(text).not.toMatch(/code-\d|state=/);
  });
});

describe('many refused sign-ins', () => {
  const { logger, listRefused } = listenToLog();
  const api = testApi(() => ({ ...faulty.environment, LOGIN_LIMIT_PER_ADDRESS: '2' }), { logger });

  it('slow down their address and fill no log', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await testBrowser(api).open('/api/auth/oidc/callback')).toMatchObject({
        location: refusedAs('attempt'),
      });
    expect(await lengthenWait(api().db, 'provider sign-in from 127.0.0.1', 8)).toBe(2);
    expect(await testBrowser(api).open('/api/auth/oidc/callback')).toMatchObject({
      location: refusedAs('tooMany'),
    });
    expect(await testBrowser(api).begin()).toMatchObject({ location: refusedAs('tooMany') });
    expect(listRefused()).toHaveLength(2);
    expect(await readRefusals(api())).toEqual([]);
  });
});

describeOnOneEngine('refused sign-ins of an account', (db) => {
  let now = new Date('2026-03-02T10:15:00Z');
  const jobs = createJobQueue(() => now);
  const environment = () => ({ ...faulty.environment, LOGIN_LIMIT_PER_ADDRESS: '1000' });
  const api = testApi(environment, { instead: { jobs } }, db);

  it('are one event for each hour, with their number', async () => {
    const user = await addUser(db(), { email: 'left@users.example', is_active: false });
    await db()
      .kysely.insertInto('user_identity')
      .values({ issuer: faulty.issuer, subject: 'left', user_id: user.id })
      .execute();
    const refuse = async (times: number) => {
      for (let attempt = 0; attempt < times; attempt += 1) {
        faulty.fault = { claims: { sub: 'left' } };
        expect(await testBrowser(api).signIn('')).toMatchObject({ location: refusedAs('account') });
      }
    };
    await refuse(50);
    now = new Date('2026-03-02T11:00:00Z');
    await refuse(1);
    const first = {
      actor_id: null,
      account_id: user.id,
      detail: { attempts: 50, hour: '2026-03-02T10:00:00.000Z' },
    };
    await recordFailedSignIns(api(), now);
    expect(await readEvents(api(), 'login.failed')).toMatchObject([first]);
    now = new Date('2026-03-02T12:00:00Z');
    await recordFailedSignIns(api(), now);
    const second = { account_id: user.id, detail: { attempts: 1, hour: '2026-03-02T11:00:00.000Z' } };
    expect(await readEvents(api(), 'login.failed')).toMatchObject([first, second]);
    expect(await readEvents(api(), 'login.oidc-refused')).toEqual([]);
  });
});

describe('a provider that cannot be reached', () => {
  const api = testApi(() => ({ ...provider.environment, OIDC_ISSUER: 'http://127.0.0.1:1' }));

  it('leads back to the login page', async () => {
    expect(await testBrowser(api).begin()).toMatchObject({ location: refusedAs('unavailable') });
    expect(await readRefusals(api())).toEqual([]);
  });
});

describe('without a provider', () => {
  const api = testApi();

  it('there is no such sign-in', async () => {
    const browser = testBrowser(api);
    expect((await browser.begin()).status).toBe(404);
    expect((await browser.open('/api/auth/oidc/callback?code=1')).status).toBe(404);
    expect((await browser.takeSession()).status).toBe(404);
  });
});

describe('PASSWORD_LOGIN=off', () => {
  const api = testApi(() => ({ ...faulty.environment, OIDC_LABEL: 'Example ID', PASSWORD_LOGIN: 'off' }));

  it.each([
    ['POST /api/auth', { email: 'ana@users.example', password: 'My-password-1' }],
    ['POST /api/forgot-password', { email: 'ana@users.example' }],
    ['POST /api/set-password/from-token', { token: 'x'.repeat(43), password: 'My-password-1' }],
  ] as const)('refuses %s', async (call, body) => {
    const { status, body: answer } = await api().call(call, { body });
    expect([status, answer.message]).toEqual([
      403,
      'Passwords are turned off. Please sign in with Example ID.',
    ]);
  });

  it('invites to sign in by the provider', async () => {
    const user = await addUser(api().db, { email: 'ana@users.example' });
    await createPasswordLinks(api().services).inviteToRegister(user);
    const mail = await api().db.kysely.selectFrom('outbox_mail').selectAll().executeTakeFirstOrThrow();
    expect(mail.text_body).toContain('Sign in with Example ID to complete your registration:');
    faulty.fault = {};
    expect((await testBrowser(api).signIn('')).location).toBe('https://app.example/login/provider');
  });
});
