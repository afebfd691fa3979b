import { calls, webhookEvents, webhookMessages } from '@readerlens/contract';
import { Ajv } from 'ajv';
import fastify from 'fastify';
import { sendError } from '../../platform/http/server-options.ts';
import { addUser, testApi } from '../../platform/testing/index.ts';
import { healthRoutes } from './health.routes.ts';

const api = testApi({ METRICS_TOKEN: 'metrics-token-of-a-test' });
const get = (url: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  api().app.inject({ url, ...options });

interface WebhookDoc {
  readonly post: {
    readonly parameters: readonly { readonly name: string }[];
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly example: unknown } };
    };
  };
}

/** Requests that do not come from a person at this machine. */
const strangers = [
  ['another address', { remoteAddress: '192.0.2.7' }],
  ['an address that only looks local', { remoteAddress: '127.0.0.1.evil.example' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ['a proxy with a Forwarded header', { headers: { forwarded: 'for=192.0.2.7' } }],
  ['another host name', { headers: { host: 'evil.example' } }],
  ['a host name that begins with localhost', { headers: { host: 'localhost.evil.example:4000' } }],
] as const;

describe('health', () => {
  it.each(['live', 'ready'])('responds at %s', async (kind) => {
    const answer = await get(`/api/health/${kind}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: '', data: null }]);
  });
});

describe('readiness without a database', () => {
  const down = testApi();

  it('fails, while liveness succeeds', async () => {
    await down().db.close();
    const ready = await down().app.inject('/api/health/ready');
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect((await down().app.inject('/api/health/live')).statusCode).toBe(200);
    const session = await down().app.inject({ url: '/api/session', headers: { authorization: 'Bearer x' } });
    expect(session.statusCode).toBe(401);
  });
});

describe('readiness of a process that is about to stop', () => {
  const draining = testApi();

  it('fails, while liveness and other requests succeed, and logs no error', async () => {
    await draining().services.drain.run();
    const logged = jest.spyOn(draining().app.log, 'error');
    const ready = await draining().app.inject('/api/health/ready');
    expect([ready.statusCode, ready.json()]).toMatchObject([
      503,
      { code: 'unavailable', message: 'This process is about to stop.' },
    ]);
    expect((await draining().app.inject('/api/health/live')).statusCode).toBe(200);
    expect((await draining().app.inject('/api/openapi.json')).statusCode).toBe(200);
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('readiness on a full disk', () => {
  it('fails and says how much space is left', async () => {
    const megabytes = async (left: number) => {
      const app = fastify();
      app.setErrorHandler(sendError);
      healthRoutes(app, api().services, async () => left * 1024 * 1024);
      const { statusCode, body } = await app.inject('/health/ready');
      await app.close();
      return [statusCode, (JSON.parse(body) as { message: string }).message];
    };
    const { dataDir } = api().services.config;
    expect(await megabytes(31.9)).toEqual([
      503,
      `The disk of ${dataDir} has 31 MB left; at least 32 MB are needed.`,
    ]);
    expect(await megabytes(32)).toEqual([200, '']);
  });
});

describe('metrics', () => {
  it('report durations by route, and event loop lag', async () => {
    await api().call('POST /api/client-dashboard/by-field/{field}', { params: { field: 'Region' } });
    const { payload, headers } = await get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(payload).toContain('nodejs_eventloop_lag_seconds');
    expect(payload).toContain(
      'http_request_duration_seconds_count{method="POST",route="/api/client-dashboard/by-field/:field",status="401"} 1',
    );
  });

  it('count failed sign-ins by how they were tried', async () => {
    const body = { email: 'nobody@users.example', password: 'wrong' };
    expect((await api().call('POST /api/auth', { body })).status).toBe(401);
    const { payload } = await get('/metrics');
    expect(payload).toContain('sign_in_failures_total{how="password"} 1');
  });

  it.each(strangers)('are refused to %s', async (_, options) => {
    expect((await get('/metrics', options)).statusCode).toBe(403);
  });

  it('are available with the token', async () => {
    const remoteAddress = '192.0.2.7';
    const withToken = (token: string) =>
      get('/metrics', { remoteAddress, headers: { authorization: `Bearer ${token}` } });
    expect((await withToken('metrics-token-of-a-test')).statusCode).toBe(200);
    expect((await withToken('metrics-token-of-a-tesT')).statusCode).toBe(403);
    expect((await withToken('')).statusCode).toBe(403);
  });
});

describe('the documentation', () => {
  interface Operation {
    operationId: string;
    security?: unknown[];
    requestBody?: unknown;
    responses: Record<string, unknown>;
  }

  it('describes every call of the contract', async () => {
    const document = (await get('/api/openapi.json')).json<{
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(Object.keys(calls).sort());
    const login = document.paths['/api/auth']?.post;
    expect(login).toMatchObject({
      security: [],
      requestBody: { content: { 'application/json': { schema: { required: ['email', 'password'] } } } },
      responses: {
        200: {
          content: {
            'application/json': { schema: { required: expect.arrayContaining(['token', 'hmac']) } },
          },
        },
        400: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } } },
      },
    });
    expect(document.paths['/api/users']?.get).not.toHaveProperty('security');
  });

  it('describes the webhook messages and their headers', async () => {
    const document = (await get('/api/openapi.json')).json<{
      webhooks: Record<string, WebhookDoc>;
    }>();
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookEvents));
    for (const [type, { message }] of Object.entries(webhookEvents)) {
      const schema = { $ref: `#/components/schemas/${message}` };
      expect(document.webhooks[type]?.post).toMatchObject({
        security: [],
        requestBody: { content: { 'application/json': { schema, example: { type } } } },
      });
      const { example } = document.webhooks[type]!.post.requestBody.content['application/json'];
      const ajv = new Ajv();
      expect([ajv.validate(webhookMessages[message], example), ajv.errors]).toEqual([true, null]);
      expect(document.webhooks[type]?.post.parameters.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
    }
    const types = ['activity-report.delivered', 'webhook.test'];
    expect(document).toMatchObject({
      components: {
        schemas: { WebhookMessage: { properties: { type: { enum: types }, version: { enum: [1] } } } },
      },
    });
  });

  it('is shown by a page that runs no inline script or style', async () => {
    const page = await get('/api/docs/');
    expect(page.statusCode).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
    expect(policy).not.toContain('unsafe');
    expect(page.payload).not.toMatch(/<script>|<style|style="|onload=/);
    for (const [, file] of page.payload.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await get(new URL(file ?? '', 'http://x/api/docs/').pathname)).statusCode).toBe(200);
    }
    const bare = await get('/api/docs');
    expect(bare.payload).toContain('src="/api/docs/static/swagger-ui-bundle.js"');
  });
});

describe('the outbox viewer', () => {
  const write = async (subject: string, text: string) => {
    await api().services.outbox.queue({
      kind: 'password',
      sender: null,
      clientId: null,
      to: '"><script>alert(1)</script>@x.example',
      subject,
      text,
      html: '',
    });
    const { id } = await api()
      .db.kysely.selectFrom('outbox_mail')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    return id;
  };

  it('lists mails and shows one, as text', async () => {
    const id = await write(
      '<b>Subject</b>',
      'Go to https://app.example/register/abc?x=1&y="2" or https://evil.example/x',
    );
    const list = await get('/dev/outbox');
    expect(list.statusCode).toBe(200);
    expect(list.payload).toContain(`<a href="/dev/outbox/${id}">&lt;b&gt;Subject&lt;/b&gt;</a>`);
    const mail = await get(`/dev/outbox/${id}`);
    expect(mail.payload).toContain('<a href="https://app.example/register/abc?x=1&amp;y=&quot;2&quot;">');
    expect(mail.payload).not.toContain('<a href="https://evil.example');
    for (const { payload, headers } of [list, mail]) {
      expect(payload).not.toContain('<script>');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
      );
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('shows the recipients of a mail, and serves its files', async () => {
    await api().services.outbox.queue({
      kind: 'password',
      sender: null,
      clientId: null,
      to: [
        { type: 'To', name: 'Ana <b>', address: 'ana@x.example' },
        { type: 'Bcc', name: '', address: 'hidden@x.example' },
      ],
      author: { name: 'Uma', address: 'uma@x.example' },
      subject: 'Shared',
      text: '',
      html: '',
      attachments: [{ name: 'Größe.html', mediaType: 'text/html', content: Buffer.from('<p>Ω') }],
    });
    const [, id] = /\/dev\/outbox\/(\d+)">Shared/.exec((await get('/dev/outbox')).payload) ?? [];
    const { payload } = await get(`/dev/outbox/${id}`);
    expect(payload).toContain(
      'From Uma &lt;uma@x.example&gt;<br>To Ana &lt;b&gt; &lt;ana@x.example&gt;<br>Bcc hidden@x.example',
    );
    const [, link] = /href="([^"]+)" download>Größe.html<\/a> \(5 bytes\)/.exec(payload) ?? [];
    const file = await get(link ?? '');
    expect([file.statusCode, file.payload]).toEqual([200, '<p>Ω']);
    expect(file.headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': expect.stringMatching(/^attachment; filename="Gr__?e.html"/),
      'x-content-type-options': 'nosniff',
    });
    for (const other of [`/dev/outbox/${Number(id) + 1}/attachments/1`, `${link}0`, `${link}x`])
      expect((await get(other)).statusCode).toBe(404);
  });

  it.each(['0', '999999', 'abc', "1' OR '1'='1"])('does not find mail %s', async (id) => {
    expect((await get(`/dev/outbox/${encodeURIComponent(id)}`)).statusCode).toBe(404);
  });

  it.each(strangers)('is refused to %s, even an administrator', async (_, options) => {
    const token = await api().tokenFor(await addUser(api().db, { role: 'SystemAdmin' }));
    const headers = { ...('headers' in options ? options.headers : {}), authorization: `Bearer ${token}` };
    for (const url of ['/dev/outbox', '/dev/outbox/1', '/dev/outbox/1/attachments/1']) {
      expect((await get(url, { ...options, headers })).statusCode).toBe(403);
    }
  });
});
