import { SignJWT, UnsecuredJWT } from 'jose';
import { addUser, setDate, testApi } from '../../platform/testing/index.ts';
import { signPreview } from './preview-token.ts';
import type { StagedVersion } from './preview-token.ts';

const previewSecret = 'a separate preview secret of at least 32 characters';
const stage = 'https://stage.example';
const api = testApi({
  PREVIEW_SECRET: previewSecret,
  PREVIEW_ORIGINS: `${stage},http://localhost:4174`,
  AREA_ORIGINS: 'https://areas.example',
});

const staged: StagedVersion = {
  area: 'review',
  version: 'abc123',
  base: `${stage}/review/abc123/`,
  integrity: `sha384-${'A'.repeat(64)}`,
};
const now = () => Math.floor(Date.now() / 1000);
const key = () => api().services.secrets.previewKeys[0];
const preview = async (token: string, session?: string) =>
  api().call('POST /api/areas/preview', {
    token: session ?? (await api().tokenFor(await addUser(api().db))),
    body: { token },
  });

/** A link that is valid except for the replaced parts. */
const forge = (
  replaced: {
    key?: Uint8Array;
    alg?: string;
    typ?: string | undefined;
    claims?: Record<string, unknown>;
  } = {},
) =>
  new SignJWT({
    ...staged,
    iss: 'readerlens',
    aud: 'readerlens-preview',
    iat: now(),
    exp: now() + 600,
    ...replaced.claims,
  })
    .setProtectedHeader({
      alg: replaced.alg ?? 'HS256',
      ...('typ' in replaced ? (replaced.typ ? { typ: replaced.typ } : {}) : { typ: 'preview+jwt' }),
    })
    .sign(replaced.key ?? key());

describe('a preview link', () => {
  afterEach(() => jest.useRealTimers());

  it('contains version, address and expiry', async () => {
    const issuedAt = now();
    setDate(issuedAt * 1000);
    const token = await signPreview(key(), staged, 3600);
    const { status, body } = await preview(token);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      area: 'review',
      version: 'abc123',
      manifest: `${stage}/review/abc123/area.json`,
      integrity: staged.integrity,
      expiresAt: new Date((issuedAt + 3600) * 1000).toISOString(),
    });
  });

  it('can be signed by anyone with the secret', async () => {
    const token = await forge({ key: new TextEncoder().encode(previewSecret) });
    expect((await preview(token)).status).toBe(200);
  });

  it('can be checked without a session', async () => {
    const check = async (token: string) => {
      const { status, body } = await api().call('POST /api/areas/preview/check', { body: { token } });
      return [status, status === 200 ? body.data : body.message];
    };
    expect(await check(await forge())).toEqual([200, null]);
    const other = new TextEncoder().encode('another secret of at least 32 characters');
    expect(await check(await forge({ key: other }))).toEqual([400, 'This preview link is not valid.']);
    expect(await check(await forge({ claims: { base: 'https://x.example/a/' } }))).toEqual([
      403,
      'Previews from https://x.example are not allowed here.',
    ]);
  });

  it('may point to the product’s own origin', async () => {
    const base = 'https://app.example/areas/review/abc123/';
    expect((await preview(await signPreview(key(), { ...staged, base }, 60))).status).toBe(200);
  });

  it('may point to an origin that areas are deployed on', async () => {
    const base = 'https://areas.example/areas/review/abc123/';
    expect((await preview(await signPreview(key(), { ...staged, base }, 60))).status).toBe(200);
  });

  it('is recorded in the audit log with user and version', async () => {
    const user = await addUser(api().db);
    await preview(await forge(), await api().tokenFor(user));
    await preview('forged', await api().tokenFor(user));
    const events = await api()
      .db.kysely.selectFrom('audit_event')
      .selectAll()
      .where('actor_id', '=', user.id)
      .execute();
    expect(events).toEqual([
      expect.objectContaining({
        action: 'area.preview',
        detail: { actor: user.email, area: 'review', version: 'abc123', base: staged.base },
      }),
    ]);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['signed with another key', () => forge({ key: new Uint8Array(32) })],
    ['signed with the session key', () => forge({ key: api().services.secrets.tokenKeys[0] })],
    ['of another algorithm', () => forge({ alg: 'HS512' })],
    [
      'without a signature',
      () =>
        new UnsecuredJWT({ ...staged })
          .setIssuer('readerlens')
          .setAudience('readerlens-preview')
          .setIssuedAt()
          .setExpirationTime('1h')
          .encode(),
    ],
    [
      'whose payload was changed',
      async () => {
        const [head, , signature] = (await forge()).split('.');
        const [, payload] = (await forge({ claims: { version: 'other' } })).split('.');
        return [head, payload, signature].join('.');
      },
    ],
    ['for another audience', () => forge({ claims: { aud: 'readerlens-api' } })],
    ['of another issuer', () => forge({ claims: { iss: 'elsewhere' } })],
    ['of another type', () => forge({ typ: 'JWT' })],
    ['without a type', () => forge({ typ: undefined })],
    ['without expiry', () => forge({ claims: { exp: undefined } })],
    ['without a start time', () => forge({ claims: { iat: undefined } })],
    ['that is valid for over a week', () => forge({ claims: { exp: now() + 7 * 86_400 + 1 } })],
    [
      'that begins in a month',
      () => forge({ claims: { iat: now() + 30 * 86_400, exp: now() + 31 * 86_400 } }),
    ],
    ['with an invalid area', () => forge({ claims: { area: '../review' } })],
    ['without a version', () => forge({ claims: { version: undefined } })],
    ['with an invalid version', () => forge({ claims: { version: 'a/b' } })],
    ['with a weak integrity', () => forge({ claims: { integrity: `sha256-${'A'.repeat(43)}=` } })],
    ['without an integrity', () => forge({ claims: { integrity: undefined } })],
    ['to an address that is not a folder', () => forge({ claims: { base: `${stage}/review/abc123` } })],
    ['to a script', () => forge({ claims: { base: 'javascript:alert(1)/' } })],
    [
      'with a user name in the address',
      () => forge({ claims: { base: 'https://stage.example@elsewhere.example/' } }),
    ],
    ['with a parent path', () => forge({ claims: { base: `${stage}/review/../other/` } })],
    ['that is a list', () => forge({ claims: { base: [staged.base] } })],
    ['that is malformed', () => 'not-a-token'],
    ['that is not readable', () => 'e30.e30.e30'],
    ['that is a session', async () => api().tokenFor(await addUser(api().db))],
  ])('%s is refused', async (_, make) => {
    const { status, body } = await preview(await make());
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_token', message: 'This preview link is not valid.' });
  });

  it('is reported as expired after its lifetime', async () => {
    const { status, body } = await preview(await forge({ claims: { exp: now() - 1 } }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_token', message: 'This preview link has expired.' });
  });

  it.each(['https://elsewhere.example/', 'http://stage.example/', 'https://stage.example:8443/'])(
    'to %s, which is not on the list, is refused',
    async (base) => {
      const { status, body } = await preview(await forge({ claims: { base } }));
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'forbidden',
        message: `Previews from ${base.slice(0, -1)} are not allowed here.`,
      });
    },
  );

  it('is refused while acting as another user, and without a session', async () => {
    const [admin, target] = [await addUser(api().db, { role: 'Admin' }), await addUser(api().db)];
    const { body } = await api().call('POST /api/auth/impersonate', {
      token: await api().tokenFor(admin),
      body: { targetUserId: String(target.id) },
    });
    const answer = await preview(await forge(), body.token as string);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'conflict',
      message: 'Previews are not available while you act as another user.',
    });
    expect((await api().call('POST /api/areas/preview', { body: { token: await forge() } })).status).toBe(
      401,
    );
  });

  it('does not open a session', async () => {
    const user = await addUser(api().db);
    for (const made of [await forge(), await forge({ claims: { sub: String(user.id), ver: 1 } })]) {
      const { status, body } = await api().call('GET /api/session', { token: made });
      expect([status, body.code]).toEqual([401, 'invalid_token']);
    }
  });
});

describe('signing a preview link', () => {
  it.each([0, -1, NaN, 7 * 86_400 + 1])('refuses a lifetime of %p seconds', async (seconds) => {
    await expect(signPreview(key(), staged, seconds)).rejects.toThrow(RangeError);
  });

  it('refuses a version that cannot be previewed', async () => {
    await expect(signPreview(key(), { ...staged, base: '/areas/review/abc123/' }, 60)).rejects.toThrow(
      TypeError,
    );
  });
});

describe('without a separate preview secret', () => {
  const own = testApi();
  it('uses a dedicated key derived from the installation’s secret', async () => {
    const { secrets } = own().services;
    expect(secrets.previewKeys[0]).not.toEqual(secrets.tokenKeys[0]);
    const base = 'https://app.example/areas/review/abc123/';
    const token = await signPreview(secrets.previewKeys[0], { ...staged, base }, 60);
    const session = await own().tokenFor(await addUser(own().db));
    const { status } = await own().call('POST /api/areas/preview', { token: session, body: { token } });
    expect(status).toBe(200);
  });
});
