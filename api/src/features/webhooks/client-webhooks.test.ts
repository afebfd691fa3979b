import { PassThrough } from 'node:stream';
import { WebhookMessage } from '@readerlens/contract';
import type { ClientWebhook, WebhookTestResult } from '@readerlens/contract';
import { Ajv } from 'ajv';
import { Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import { buildApi } from '../../app.ts';
import type { UserRow } from '../../people/tables.ts';
import { createLogger } from '../../platform/http/logging.ts';
import { describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { receiverPerTest, respondWith } from '../../platform/webhooks/testing/receiver.ts';
import { blinded, webhookWorld } from './testing/webhook-world.ts';

describeOnOneEngine('the webhook of a client', (db) => {
  const world = webhookWorld(db);
  const receiver = receiverPerTest();
  /** As in production: messages go to public addresses only. */
  const strict = testApi({}, {}, db);
  const params = { clientId: '1' };
  let staff: UserRow;
  beforeEach(async () => {
    staff = await world.addPerson({ role: 'Internal' });
  });

  const get = async (headers = {}) =>
    (await world.call(staff, 'GET /api/client-webhook/{clientId}', { params, headers })).body
      .data as ClientWebhook;
  const put = (body: object) => world.call(staff, 'PUT /api/client-webhook/{clientId}', { params, body });
  const rotate = (by = staff) => world.call(by, 'POST /api/client-webhook/{clientId}/secret', { params });
  const test = (by = staff, headers = {}) =>
    world.call(by, 'POST /api/client-webhook/{clientId}/test', { params, headers });

  it('has no address and no secret at first', async () => {
    expect(await get()).toEqual({
      clientId: '1',
      client: 'Norvane',
      url: null,
      hasSecret: false,
      secretCreatedOn: null,
      previousSecretUntil: null,
      version: 0,
    });
  });

  it('gets an address, which can be removed again', async () => {
    const { status, body } = await put({ url: ' https://Hooks.example/in?a=1#top ', version: 0 });
    expect([status, body.data]).toEqual([200, await get()]);
    expect(body.data).toMatchObject({ url: 'https://hooks.example/in?a=1', version: 1 });
    expect(await world.event('webhook.update')).toMatchObject({
      actor_id: staff.id,
      detail: { clientId: 1, formerHost: null, host: 'hooks.example' },
    });
    expect((await put({ url: '', version: 1 })).body.data).toMatchObject({ url: null, version: 2 });
    const admin = await world.addPerson({ role: 'Admin' });
    const { body: log } = await world.call(admin, 'GET /api/audit-events');
    const [removed, set] = (log.data as { items: { action: string; details: object[] }[] }).items;
    expect(set).toMatchObject({
      action: 'webhook.update',
      details: expect.arrayContaining([{ label: 'Host', text: 'hooks.example' }]),
    });
    expect(removed?.details).toContainEqual({ label: 'Former host', text: 'hooks.example' });
  });

  it('is not changed by somebody who has not seen the last change', async () => {
    await put({ url: 'https://one.example/' });
    const { status, body } = await put({ url: 'https://two.example/', version: 0 });
    expect([status, body.message]).toEqual([
      409,
      'Someone else has changed this webhook since you opened it.',
    ]);
    expect((await get()).url).toBe('https://one.example/');
  });

  it.each([
    ['hooks.example', 'Enter an address that begins with https://.'],
    ['http://hooks.example/', 'The address must begin with https://.'],
    ['ftp://hooks.example/', 'The address must begin with https://.'],
    ['https://user:word@hooks.example/', 'The address cannot contain a user name or a password.'],
    ['https://127.1/', 'The address of 127.0.0.1 is not public.'],
    ['https://[::ffff:10.0.0.1]/', 'The address of ::ffff:a00:1 is not public.'],
    ['https://169.254.169.254/latest/', 'The address of 169.254.169.254 is not public.'],
    ['https://100.100.100.200/latest/', 'The address of 100.100.100.200 is not public.'],
    ['https://[fd00:ec2::254]/', 'The address of fd00:ec2::254 is not public.'],
    ['https://hooks.private.example/', 'The address of hooks.private.example is not public.'],
  ])('cannot have the address %s', async (url, message) => {
    const { status, body } = await strict().call('PUT /api/client-webhook/{clientId}', {
      token: await strict().tokenFor(staff),
      params,
      body: { url },
    });
    expect([status, body.message]).toEqual([400, message]);
    expect(body.details).toEqual([{ path: 'url', message }]);
  });

  it.each(['https://hooks.public.example/', 'https://hooks.unknown.example/'])(
    'can have the address %s, which is checked again for each message',
    async (url) => {
      const { status } = await strict().call('PUT /api/client-webhook/{clientId}', {
        token: await strict().tokenFor(staff),
        params,
        body: { url },
      });
      expect(status).toBe(200);
    },
  );

  it('gets a secret, which is shown once and stored encrypted', async () => {
    const { status, body, headers } = await rotate();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const { secret, webhook } = body.data as { secret: string; webhook: ClientWebhook };
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(webhook).toEqual(await get());
    expect(webhook).toMatchObject({
      hasSecret: true,
      secretCreatedOn: '2026-03-02T12:00:00.000Z',
      previousSecretUntil: null,
    });
    const row = await db().kysely.selectFrom('client_webhook').selectAll().executeTakeFirstOrThrow();
    expect(Buffer.from(row.secret!).toString('latin1')).not.toContain(secret.slice(6));
    const events = await db().kysely.selectFrom('audit_event').selectAll().execute();
    expect(events.filter(({ action }) => action === 'webhook.secret')).not.toEqual([]);
    expect(JSON.stringify(events)).not.toContain(secret.slice(6));
  });

  it('keeps the previous secret for a day', async () => {
    await rotate();
    world.pass(3600);
    const { body } = await rotate();
    expect((body.data as { webhook: ClientWebhook }).webhook).toMatchObject({
      secretCreatedOn: '2026-03-02T13:00:00.000Z',
      previousSecretUntil: '2026-03-03T13:00:00.000Z',
    });
    world.pass(24 * 3600);
    expect((await get()).previousSecretUntil).toBeNull();
  });

  it('gets no secret by somebody who acts as another user', async () => {
    const admin = await world.addPerson({ role: 'Admin' });
    const { body: started } = await world.call(admin, 'POST /api/auth/impersonate', {
      body: { targetUserId: String(staff.id) },
    });
    const { status, body } = await world
      .api()
      .call('POST /api/client-webhook/{clientId}/secret', { token: started.token as string, params });
    expect([status, body.message]).toEqual([
      403,
      'You cannot generate a webhook secret while you act as another user.',
    ]);
    expect((await get()).hasSecret).toBe(false);
  });

  it('can be tested, and the response is shown', async () => {
    receiver().respond = (response) => response.writeHead(201).end('hello');
    const secret = await world.connect(staff, receiver().url);
    const { status, body } = await test();
    const result = body.data as WebhookTestResult;
    expect([status, result]).toEqual([
      200,
      {
        ok: true,
        status: 201,
        milliseconds: expect.any(Number),
        response: 'hello',
        error: null,
        webhookId: receiver().received[0]?.headers['webhook-id'],
      },
    ]);
    const [message] = receiver().received;
    const payload = new Webhook(secret).verify(
      message?.body ?? '',
      message?.headers as Record<string, string>,
    );
    expect(new Ajv().validate(WebhookMessage, payload)).toBe(true);
    expect(payload).toMatchObject({
      type: 'webhook.test',
      version: 1,
      timestamp: '2026-03-02T12:00:00.000Z',
      data: { reportId: null, total: 0, activities: [] },
    });
    expect(await world.event('webhook.test')).toMatchObject({
      actor_id: staff.id,
      detail: { clientId: 1, status: 201 },
    });
  });

  it('can be tested while the receiver fails, and hides its response in Blinded Mode', async () => {
    receiver().respond = (response) => response.writeHead(500).end('Zoë is unknown');
    await world.connect(staff, receiver().url);
    const failed = { ok: false, status: 500, error: 'The server responded with status 500.' };
    expect((await test()).body.data).toMatchObject({ ...failed, response: 'Zoë is unknown' });
    expect((await test(staff, blinded)).body.data).toMatchObject({ ...failed, response: '' });
    expect((await get(blinded)).client).not.toBe('Norvane');
  });

  it('cannot be tested without an address and a secret', async () => {
    const message = 'The webhook needs an address and a secret before it can be tested.';
    const refusal = async () => {
      const { status, body } = await test();
      return [status, body.message];
    };
    expect(await refusal()).toEqual([409, message]);
    await put({ url: receiver().url });
    expect(await refusal()).toEqual([409, message]);
    await rotate();
    await put({ url: '' });
    expect(await refusal()).toEqual([409, message]);
    expect(receiver().received).toEqual([]);
  });

  it('can be tested 30 times per hour by one person', async () => {
    receiver().respond = respondWith(200);
    await world.connect(staff, receiver().url);
    for (let count = 0; count < 30; count += 1) await test();
    const { status, body } = await test();
    expect([status, body.message]).toEqual([
      429,
      expect.stringMatching(/^You can send 30 test messages per hour\. /),
    ]);
    expect(receiver().received).toHaveLength(30);
    expect((await test(await world.addPerson({ role: 'Internal' }))).status).toBe(200);
  });

  it('is for staff, and for clients that exist', async () => {
    const reader = await world.addPerson();
    for (const call of [
      'GET /api/client-webhook/{clientId}',
      'PUT /api/client-webhook/{clientId}',
      'POST /api/client-webhook/{clientId}/secret',
      'POST /api/client-webhook/{clientId}/test',
    ] as const) {
      const body = call.startsWith('PUT') ? { body: { url: '' } } : {};
      expect((await world.call(reader, call, { params, ...body })).status).toBe(403);
      for (const clientId of ['4', '0', 'x']) {
        const { status } = await world.call(staff, call, { params: { clientId }, ...body });
        expect(status).toBe(404);
      }
    }
  });

  it('leaves no secret in the log of requests', async () => {
    const lines: string[] = [];
    const sink = new PassThrough();
    sink.on('data', (line: Buffer) => lines.push(line.toString()));
    const services = { ...world.api().services, metrics: new Registry() };
    const app = await buildApi({ services, logger: createLogger({ logLevel: 'trace' }, sink) });
    const headers = { authorization: `Bearer ${await world.api().tokenFor(staff)}` };
    await put({ url: receiver().url });
    const post = (path: string) =>
      app.inject({ method: 'POST', url: `/api/client-webhook/1/${path}`, headers });
    const { secret } = (await post('secret')).json<{ data: { secret: string } }>().data;
    const tested = await post('test');
    await app.close();
    expect(tested.statusCode).toBe(200);
    expect(lines.join('')).toContain('/api/client-webhook/:clientId/secret');
    expect(lines.join('')).not.toContain(secret.slice(6));
  });
});
