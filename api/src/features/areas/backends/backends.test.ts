import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { blindedHeader } from '@readerlens/contract';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { addUser, testApi, testDatabase } from '../../../platform/testing/index.ts';
import type { NewUser } from '../../../platform/testing/index.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let received: Received[] = [];
let respond: RequestListener;
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const { method, url, headers } = request;
  received.push({ method, url, headers, body: await text(request) });
  respond(request, response);
};
const server = createServer((request, response) => void receive(request, response));
const json =
  (status: number, value: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const db = testDatabase();
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  received = [];
  respond = json(200, { items: [] });
});

const environment = (more: Record<string, string> = {}) => ({
  PUBLIC_URL: 'https://readers.example',
  AREA_BACKENDS: `notes=http://127.0.0.1:${port}/notes/, gone=http://127.0.0.1:1`,
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...more,
});
const api = testApi(() => environment(), {}, db);
const guarded = testApi(() => environment({ WEBHOOK_ALLOW_PRIVATE: 'off' }), {}, db);

const createToken = async (user: NewUser = {}) => api().tokenFor(await addUser(db(), user));
const send = async (
  url: string,
  {
    method = 'GET',
    token,
    body,
    headers = {},
    from = api,
  }: {
    method?: 'GET' | 'POST' | 'DELETE';
    token?: string;
    body?: object | string;
    headers?: Record<string, string>;
    from?: typeof api;
  } = {},
) => {
  const answer = await from().app.inject({
    method,
    url: `/api/x/${url}`,
    headers: { authorization: `Bearer ${token ?? (await createToken())}`, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
};

const readToken = async ({ headers }: Received) => {
  const { body } = await api().app.inject('/api/area-backends/keys');
  const keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
  const [, token = ''] = headers.authorization!.split(' ');
  const verify = (audience: string) =>
    jwtVerify(token, keys, { issuer: 'https://readers.example', audience });
  return { verify, payload: (await verify('area:notes')).payload };
};

it('gets what an area sends, with a token that says who calls, and nothing of the session', async () => {
  const user = await addUser(db(), { area_claims: ['area:notes:edit', 'area:other:edit'] });
  const client = await db()
    .kysely.insertInto('client')
    .values({ name: 'Acme' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().kysely.insertInto('user_client').values({ user_id: user.id, client_id: client.id }).execute();
  const session = await api().tokenFor(user);
  respond = json(201, { id: 'n1' });
  const answer = await send('notes/items?draft=1', {
    method: 'POST',
    token: session,
    body: { text: 'Ünïcode' },
    headers: { cookie: 'a=b', [blindedHeader]: 'true', 'x-custom': '1' },
  });
  expect([answer.status, answer.text]).toEqual([201, '{"id":"n1"}']);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const [request] = received;
  expect(request).toMatchObject({ method: 'POST', url: '/notes/items?draft=1', body: '{"text":"Ünïcode"}' });
  expect(Object.keys(request!.headers).sort()).toEqual([
    'accept',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'x-request-id',
  ]);
  expect(request!.headers.authorization).not.toContain(session);
  const { payload, verify } = await readToken(request!);
  expect(payload).toMatchObject({
    sub: String(user.id),
    role: 'Client',
    claims: ['area:notes:edit'],
    clients: [String(client.id)],
    blinded: true,
  });
  expect(payload).not.toHaveProperty('act');
  expect(payload.exp! - payload.iat!).toBe(60);
  await expect(verify('area:other')).rejects.toThrow('unexpected "aud" claim value');
});

it('knows who acts as somebody, whose writes are recorded', async () => {
  const admin = await addUser(db(), { role: 'SystemAdmin' });
  const user = await addUser(db());
  const started = await api().call('POST /api/auth/impersonate', {
    token: await api().tokenFor(admin),
    body: { targetUserId: String(user.id) },
  });
  const { token } = started.body.data as { token: string };
  await send('notes/items', { token });
  await send('notes/items/1', { method: 'DELETE', token });
  const { payload } = await readToken(received[0]!);
  expect(payload).toMatchObject({ sub: String(user.id), act: { sub: String(admin.id) } });
  const events = await db()
    .kysely.selectFrom('audit_event')
    .select(['subject_id', 'detail'])
    .where('action', '=', 'impersonation.write')
    .where('actor_id', '=', admin.id)
    .execute();
  expect(events).toEqual([
    { subject_id: user.id, detail: expect.objectContaining({ call: 'DELETE /api/x/notes' }) },
  ]);
});

it('needs a session, and a backend that the operator has listed', async () => {
  expect((await send('notes/items', { token: 'none' })).status).toBe(401);
  const { status, text: body } = await send('other/items');
  expect([status, JSON.parse(body)]).toEqual([
    404,
    expect.objectContaining({ message: 'The area other has no service here.' }),
  ]);
  expect(received).toEqual([]);
});

it.each(['notes/../admin', 'notes/a/..%2f..%2fadmin', 'notes//evil.example', 'notes/https://evil.example'])(
  'stays below its address: %s',
  async (url) => {
    await send(url);
    expect(received.filter(({ url: sent }) => /%2f/i.test(sent ?? ''))).toEqual([]);
    for (const request of received) expect(request.url).toMatch(/^\/notes\//);
    expect(received.map(({ headers }) => headers.host)).toEqual(received.map(() => `127.0.0.1:${port}`));
  },
);

it.each<[string, RequestListener, number, RegExp]>([
  ['400 with its message', json(400, { message: 'Too long.' }), 400, /Too long/],
  ['401 as 403, which keeps the session', json(401, {}), 403, /forbidden/],
  ['500 as 503', json(500, { secret: 'stack' }), 503, /The service of the area notes does not answer/],
  [
    'a redirect as 503',
    (_, response) => response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
    503,
    /does not answer/,
  ],
  ['a broken answer as 503', (_, response) => response.destroy(), 503, /does not answer/],
])('answers %s', async (_, answer, status, message) => {
  respond = answer;
  const sent = await send('notes/items');
  expect(sent.status).toBe(status);
  expect(sent.text).toMatch(message);
  expect(sent.text).not.toContain('stack');
});

it('sends whatever is not JSON as a file to save, never as a page or a script', async () => {
  respond = (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-disposition': 'inline; filename="notes.html"',
        'set-cookie': 'session=stolen',
        'access-control-allow-origin': '*',
      })
      .end('<script>alert(1)</script>');
  const { headers } = await send('notes/page');
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers['content-disposition']).toContain('attachment; filename="notes.html"');
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

it('is refused with too large a body, and with too large an answer', async () => {
  const large = 'x'.repeat(1024 * 1024 + 1);
  const sent = await send('notes/items', {
    method: 'POST',
    body: large,
    headers: { 'content-type': 'text/plain' },
  });
  expect(sent.status).toBe(413);
  expect(received).toEqual([]);
  respond = (_, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1));
  expect((await send('notes/items')).status).toBe(503);
});

it('is not reached at a private address unless the operator allows it', async () => {
  expect((await send('notes/items', { from: guarded })).status).toBe(503);
  expect(received).toEqual([]);
});

it('that is down is named', async () => {
  const { status, text: body } = await send('gone/items');
  expect([status, body]).toEqual([
    503,
    expect.stringContaining('The service of the area gone does not answer.'),
  ]);
});

it('is listed for deploys', async () => {
  const { body } = await api().app.inject('/api/openapi.json');
  expect(JSON.parse(body)).toMatchObject({ 'x-area-backends': ['notes', 'gone'] });
});
