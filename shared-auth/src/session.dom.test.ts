import type * as SessionModule from './index.ts';
import { encodeToken } from './testing/encode-token.ts';
import { startFakeApi } from './testing/fake-api.ts';
import type { FakeApi } from './testing/fake-api.ts';
import type { Answer, SeenCall } from './testing/fake-server.ts';
import { simulateWrite, recordWrites } from './testing/other-tab.ts';
import type { Write } from './testing/other-tab.ts';

const encodeUserToken = (sub: string, more: object = {}) =>
  encodeToken({
    sub,
    exp: Date.now() / 1000 + 3600,
    name: `User ${sub}`,
    role: 'Admin',
    claims: [],
    ...more,
  });

const repeated = (data: Record<string, unknown>): Answer => ({ data, top: data });
const bearer = (request: SeenCall) => request.headers.authorization;
const readBearerSubject = (request: SeenCall): string =>
  (JSON.parse(Buffer.from(bearer(request)!.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;

const admin = encodeUserToken('1');
const target = encodeUserToken('2', {
  role: 'Client',
  impersonator: { id: '1', name: 'User 1', email: 'a@b.example' },
});

type Session = typeof SessionModule;

describe('session', () => {
  let server: FakeApi;
  let session: Session;
  let endAnswer: Answer;

  const calls = () => server.calls.map(({ call }) => call);
  const seenCall = (call: string) => server.calls.find((request) => request.call === call)!;

  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    endAnswer = {};
    server = await startFakeApi({
      'POST /api/auth': ({ body }) =>
        (body as { password: string }).password === 'right'
          ? repeated({ token: admin, hmac: 'h' })
          : { status: 401, message: 'Invalid username or password', code: 'invalid_credentials' },
      'GET /api/session': (request) => ({ data: { id: readBearerSubject(request) } }),
      'GET /api/reset-auth-token': () => repeated({ token: encodeUserToken('1', { fresh: true }) }),
      'POST /api/auth/impersonate': () => repeated({ token: target }),
      'POST /api/auth/end-impersonation': () => endAnswer,
    });
    document.head.innerHTML = `<meta name="api-base" content="${server.origin}/">`;
    // Each test gets a fresh page.
    jest.resetModules();
    session = await import('./index.ts');
  });

  afterEach(async () => {
    await server.stop();
  });

  it('logs in, stores the token under its key and loads the user', async () => {
    await session.login({ email: 'a@b.example', password: 'right' });
    expect(localStorage.getItem('jwt_token')).toBe(admin);
    expect(session.sessionStore.getState()).toMatchObject({ token: admin, user: { id: '1' }, pending: 0 });
    expect(bearer(seenCall('POST /api/auth'))).toBeUndefined();
    expect(bearer(seenCall('GET /api/session'))).toBe(`Bearer ${admin}`);
  });

  it("rejects a wrong password with the server's message and stores nothing", async () => {
    await expect(session.login({ email: 'a@b.example', password: 'wrong' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 401,
      code: 'invalid_credentials',
      message: 'Invalid username or password',
    });
    expect(localStorage.length).toBe(0);
  });

  it('loads the user once for concurrent callers', async () => {
    session.storeTokens({ token: admin });
    await Promise.all([session.loadUser(), session.loadUser(), session.loadUser()]);
    expect(calls()).toEqual(['GET /api/session']);
  });

  it('ignores a response for a user who is no longer signed in', async () => {
    session.storeTokens({ token: admin });
    const first = session.loadUser();
    session.storeTokens({ token: target });
    const second = session.loadUser();
    await Promise.all([first, second]);
    expect(session.sessionStore.getState().user).toMatchObject({ id: '2' });
  });

  describe('a request for the user that the page sent early', () => {
    const request = async () => {
      const { requestSessionEarly } = await import('./early-session.ts');
      requestSessionEarly();
    };
    const headersOfCalls = () =>
      server.calls.map(({ headers }) => [headers.authorization, headers['x-readerlens-blinded']]);

    it('serves the first load and no later one', async () => {
      session.storeTokens({ token: admin });
      session.setBlinded(true);
      await request();
      await session.loadUser();
      expect(session.sessionStore.getState().user).toMatchObject({ id: '1' });
      expect(headersOfCalls()).toEqual([[`Bearer ${admin}`, 'true']]);
      await session.loadUser();
      expect(server.calls).toHaveLength(2);
    });

    it('is not used for another user, or after Blinded Mode was turned on', async () => {
      session.storeTokens({ token: admin });
      await request();
      session.storeTokens({ token: target });
      await session.loadUser();
      expect(session.sessionStore.getState().user).toMatchObject({ id: '2' });
      await request();
      session.setBlinded(true);
      await session.loadUser();
      expect(headersOfCalls().slice(2)).toEqual([
        [`Bearer ${target}`, undefined],
        [`Bearer ${target}`, 'true'],
      ]);
    });

    it('is not sent without a session or with an expired one', async () => {
      const fetched = jest.spyOn(globalThis, 'fetch');
      await request();
      session.storeTokens({ token: encodeUserToken('1', { exp: 1 }) });
      await request();
      expect(fetched).not.toHaveBeenCalled();
    });

    it('fails like any other call', async () => {
      const failures: string[] = [];
      session.onApiError((error, call) => failures.push(`${call} ${error.status}`));
      session.storeTokens({ token: admin });
      server.answers['GET /api/session'] = { status: 401, message: 'Ended.', code: 'invalid_token' };
      await request();
      await expect(session.loadUser()).rejects.toMatchObject({ name: 'ApiError', status: 401 });
      expect(failures).toEqual(['GET /api/session 401']);
    });
  });

  it("impersonates another user and keeps the administrator's token for the return", async () => {
    session.storeTokens({ token: admin });
    const tokenAtSwitch: (string | null)[] = [];
    await session.startImpersonation('2', 'support case', () =>
      tokenAtSwitch.push(session.sessionStore.getState().token),
    );
    expect(tokenAtSwitch).toEqual([admin]);
    expect(seenCall('POST /api/auth/impersonate').body).toEqual({
      targetUserId: '2',
      reason: 'support case',
    });
    expect(localStorage.getItem('jwt_token')).toBe(target);
    expect(localStorage.getItem('impersonatedUserToken')).toBe(target);
    expect(localStorage.getItem('original_admin_token')).toBe(admin);
    expect(session.sessionStore.getState().user).toMatchObject({ id: '2' });
  });

  it("ends the impersonation and records the end with the administrator's token", async () => {
    session.storeTokens({ token: target, impersonated: target, originalAdmin: admin });
    await session.endImpersonation();
    const end = seenCall('POST /api/auth/end-impersonation');
    expect(bearer(end)).toBe(`Bearer ${admin}`);
    expect(end.body).toEqual({ adminUserId: '1', targetUserId: '2' });
    expect(localStorage.getItem('jwt_token')).toBe(admin);
    expect(localStorage.getItem('impersonatedUserToken')).toBeNull();
    expect(localStorage.getItem('original_admin_token')).toBeNull();
    expect(session.sessionStore.getState().user).toMatchObject({ id: '1' });
  });

  it('ends the impersonation even if recording it fails, and only logs the failure', async () => {
    endAnswer = { status: 503, message: 'later', code: 'unavailable' };
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    session.storeTokens({ token: target, impersonated: target, originalAdmin: admin });
    await session.endImpersonation();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(session.sessionStore.getState()).toMatchObject({ token: admin, user: { id: '1' } });
  });

  it('does not start an impersonation with an expired session', async () => {
    session.storeTokens({ token: encodeUserToken('1', { exp: 1 }) });
    await expect(session.startImpersonation('2')).rejects.toThrow(
      'Invalid session token. Please refresh the page and try again.',
    );
    expect(calls()).toEqual([]);
  });

  it('refreshes the token and keeps the user', async () => {
    session.storeTokens({ token: admin });
    await session.loadUser();
    await session.refreshSession();
    expect(localStorage.getItem('jwt_token')).not.toBe(admin);
    expect(session.sessionStore.getState().user).toMatchObject({ id: '1' });
  });

  it('clears everything on logout and runs the registered cleanup', async () => {
    const cleared = jest.fn();
    session.onSessionCleared(cleared);
    session.storeTokens({ token: target, impersonated: target, originalAdmin: admin });
    session.setBlinded(true);
    session.logout();
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expect(session.sessionStore.getState()).toMatchObject({ token: null, user: undefined, blinded: false });
    expect(cleared).toHaveBeenCalledTimes(1);
  });

  it('sends the Blinded Mode header only while the mode is on', async () => {
    session.storeTokens({ token: admin });
    await session.loadUser();
    session.setBlinded(true);
    await session.loadUser();
    expect(server.calls.map(({ headers }) => headers['x-readerlens-blinded'])).toEqual([undefined, 'true']);
  });

  it('stays in Blinded Mode while impersonating, if that was started in it', async () => {
    const blindedTarget = encodeUserToken('2', { impersonator: { id: '1', blinded: true } });
    session.storeTokens({ token: blindedTarget, impersonated: blindedTarget, originalAdmin: admin });
    session.setBlinded(false);
    expect(session.sessionStore.getState().blinded).toBe(true);
    await session.loadUser();
    expect(server.calls[0]?.headers['x-readerlens-blinded']).toBe('true');
    await session.endImpersonation();
    expect(session.sessionStore.getState().blinded).toBe(false);
  });

  it('rejects a response of status 200 that says it failed', async () => {
    const failures: string[] = [];
    session.onApiError(({ message }) => failures.push(message));
    endAnswer = { top: { success: false }, message: 'Not now.' };
    const body = { adminUserId: '1', targetUserId: '2' };
    await expect(session.api('POST /api/auth/end-impersonation', { body })).rejects.toMatchObject({
      name: 'ApiError',
      status: 200,
      code: 'internal',
      message: 'Not now.',
    });
    expect(failures).toEqual(['Not now.']);
  });

  it('counts pending requests and notifies listeners of failures', async () => {
    const failures: string[] = [];
    session.onApiError((error, call) => failures.push(`${call} ${error.status}`));
    session.storeTokens({ token: admin });
    const loading = session.loadUser();
    expect(session.sessionStore.getState().pending).toBe(1);
    await loading;
    await expect(session.api('GET /api/common-lookup/onlines')).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(session.sessionStore.getState().pending).toBe(0);
    expect(failures).toEqual(['GET /api/common-lookup/onlines 404']);
  });

  it('neither counts background calls nor notifies listeners of their failures', async () => {
    const failures: string[] = [];
    session.onApiError((_, call) => failures.push(call));
    session.storeTokens({ token: admin });
    const calling = session.api('GET /api/common-lookup/onlines', undefined, { background: true });
    expect(session.sessionStore.getState().pending).toBe(0);
    await expect(calling).rejects.toMatchObject({ status: 404 });
    expect(failures).toEqual([]);
    expect(bearer(server.calls[0]!)).toBe(`Bearer ${admin}`);
  });

  it('reports a network error when the server cannot be reached', async () => {
    await server.stop();
    await expect(session.api('GET /api/common-lookup/onlines')).rejects.toMatchObject({
      status: 0,
      code: 'network',
    });
  });

  it('follows a logout in another tab', () => {
    session.storeTokens({ token: admin });
    const stop = session.followOtherTabs();
    localStorage.removeItem('jwt_token');
    dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' }));
    expect(session.sessionStore.getState().token).toBeNull();
    stop();
  });

  describe('changes made by another tab', () => {
    let other: Session;
    let seen: string[];
    let switches: number;
    let stop: () => void;

    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    const receive = async (writes: Write[]) => {
      for (const write of writes) {
        simulateWrite(write);
        await pass(1);
      }
    };
    const nameToken = (token: string | null) =>
      new Map([
        [admin, 'admin'],
        [target, 'target'],
      ]).get(token ?? '') ?? token;

    beforeEach(async () => {
      session.storeTokens({ token: admin });
      await session.loadUser();
      // A second page of the same browser: separate module instances, shared storage.
      jest.resetModules();
      other = await import('./index.ts');
      seen = [];
      switches = 0;
      const stops = [
        session.followOtherTabs(() => {
          switches += 1;
        }),
        session.sessionStore.subscribe(({ token, originalAdminToken, user }, before) => {
          if (
            token !== before.token ||
            originalAdminToken !== before.originalAdminToken ||
            user !== before.user
          )
            seen.push(
              `${nameToken(token)}, of ${nameToken(originalAdminToken)}${user ? '' : ', to be loaded'}`,
            );
        }),
      ];
      stop = () => stops.forEach((end) => end());
      jest.useFakeTimers();
    });
    afterEach(() => {
      stop();
      jest.useRealTimers();
    });

    it('follows the start and the end of an impersonation, each in one update', async () => {
      await receive(await recordWrites(() => other.startImpersonation('2')));
      await pass(80);
      expect(seen).toEqual(['target, of admin, to be loaded']);
      await receive(await recordWrites(() => other.endImpersonation()));
      await pass(80);
      expect(seen.slice(1)).toEqual(['admin, of null, to be loaded']);
      expect(switches).toBe(2);
    });

    it('follows a tab that writes the token first, and keeps the loaded user', async () => {
      await receive([['jwt_token', target]]);
      await session.loadUser();
      await receive([
        ['impersonatedUserToken', target],
        ['original_admin_token', admin],
      ]);
      await pass(80);
      expect(seen.slice(1)).toEqual(['target, of null', 'target, of admin']);
      expect(switches).toBe(1);
    });

    it('follows Blinded Mode, and keeps the user', async () => {
      await receive([['readerlens.blinded', 'true']]);
      expect(session.sessionStore.getState()).toMatchObject({ blinded: true, user: { id: '1' } });
      await receive([['readerlens.blinded', null]]);
      expect(session.sessionStore.getState()).toMatchObject({ blinded: false, user: { id: '1' } });
      expect([seen, switches]).toEqual([[], 0]);
    });

    it('adopts a fresh token and keeps the user', async () => {
      await receive(await recordWrites(() => other.refreshSession()));
      expect(session.sessionStore.getState()).toMatchObject({ user: { id: '1' } });
      expect(session.sessionStore.getState().token).not.toBe(admin);
      expect(switches).toBe(0);
    });
  });
});
