import { sql } from 'kysely';
import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { buildApi } from '../../app.ts';
import { accountRoutes, loginRoutes } from '../../features.ts';
import { databaseError } from '../db/database-error.ts';
import { badRequest, tooManyRequests } from './errors.ts';
import type { Feature } from '../../people/services.ts';
import { createLogger } from './logging.ts';
import { route } from './route.ts';
import { addUser, testApi } from '../testing/index.ts';

/** Failures by the field of the request's first filter. */
const failures: Record<string, (kysely: Parameters<Feature>[1]['db']['kysely']) => Promise<unknown>> = {
  error: async () => {
    throw new Error('the password of the database is hunter2');
  },
  text: async () => {
    throw 'a string'; // eslint-disable-line no-throw-literal
  },
  refused: async () => {
    throw badRequest('Not like this.', 'invalid_filter', [{ path: 'filters.0', message: 'no' }]);
  },
  limited: async () => {
    throw tooManyRequests('Slower.', 12.2);
  },
  unreachable: async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  },
  stopping: async () => {
    throw databaseError('terminating connection due to administrator command', { code: '57P01' });
  },
  full: async () => {
    throw databaseError('could not extend file', { code: '53100' });
  },
  fileSystemFull: async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  },
  duplicate: async (kysely) => {
    const insert = () => kysely.insertInto('persona').values({ name: 'Twice' }).execute();
    await insert();
    await insert();
  },
  syntax: (kysely) => sql`SELECT FROM WHERE`.execute(kysely),
  notANumber: (kysely) => sql`SELECT ${'abc'}::int`.execute(kysely),
  tooLarge: (kysely) => sql`SELECT ${'99999999999'}::int`.execute(kysely),
  broken: async () => ({ data: { totalLeads: -1, uniquePeople: 0, uniqueDocs: 0 } }),
};

const failingRoute: Feature = (scope, { db }) => {
  route(scope, 'POST /api/client-dashboard/stats', {
    handler: async ({ body }) => {
      const work = failures[body.filters[0]?.field ?? ''];
      return ((await work?.(db.kysely)) ?? { data: { totalLeads: 0, uniquePeople: 0, uniqueDocs: 0 } }) as {
        data: { totalLeads: number; uniquePeople: number; uniqueDocs: number };
      };
    },
  });
};

const api = testApi({}, { features: [loginRoutes, accountRoutes, failingRoute] });

const send = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
  const answer = await api().app.inject({
    method: 'POST',
    url: '/api/auth',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown>>(),
    headers: answer.headers,
  };
};

const good = { email: 'nobody@users.example', password: 'x' };

describe('an invalid request', () => {
  it.each([
    ['arrays', '['.repeat(5000) + ']'.repeat(5000)],
    ['objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
    ['a million arrays', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['a field', `{"email":"a@b.example","password":${'['.repeat(33)}${']'.repeat(33)}}`],
  ])('with %s nested too deeply is refused', async (_, payload) => {
    const { status, body } = await send(payload);
    expect([status, body.code, body.message]).toEqual([
      400,
      'invalid_input',
      'The input is nested too deeply.',
    ]);
  });

  it.each<[string, string | Buffer, Record<string, string>, number, string, string]>([
    ['malformed JSON', '{"email":', {}, 400, 'bad_request', 'The body is not valid JSON.'],
    ['text that is not JSON', 'email=a', {}, 400, 'bad_request', 'The body is not valid JSON.'],
    ['an empty body', '', {}, 400, 'bad_request', 'The body is empty.'],
    [
      'a body of another type',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
      'Send the body as application/json.',
    ],
    [
      'XML',
      '<a/>',
      { 'content-type': 'text/xml' },
      415,
      'unsupported_media_type',
      'Send the body as application/json.',
    ],
    [
      'a body that is too large',
      JSON.stringify({ ...good, password: 'x'.repeat(1_100_000) }),
      {},
      413,
      'payload_too_large',
      'The body is too large.',
    ],
    [
      'a poisoned prototype',
      '{"__proto__":{"role":"Admin"}}',
      {},
      400,
      'bad_request',
      'The body is not valid JSON.',
    ],
  ])('with %s is rejected', async (_, payload, headers, status, code, message) => {
    const answer = await send(payload, headers);
    expect([answer.status, answer.body]).toEqual([
      status,
      { success: false, message, code, requestId: expect.any(String) },
    ]);
  });

  it.each<[string, unknown, string, string]>([
    ['an array', [], 'body', 'must be object'],
    ['null', null, 'body', 'must be object'],
    ['a string', 'x', 'body', 'must be object'],
    ['a missing field', { email: 'a' }, 'password', 'is required'],
    ['an unknown field', { ...good, role: 'Admin' }, 'role', 'is unknown'],
    ['a number for a string', { ...good, password: 1 }, 'password', 'must be string'],
    ['null for a string', { ...good, email: null }, 'email', 'must be string'],
    ['an array for a string', { ...good, email: ['a'] }, 'email', 'must be string'],
    ['an object for a string', { ...good, email: { $ne: '' } }, 'email', 'must be string'],
    ['an empty string', { ...good, password: '' }, 'password', 'must not have fewer than 1 characters'],
    [
      'a string that is too long',
      { ...good, password: 'x'.repeat(201) },
      'password',
      'must not have more than 200 characters',
    ],
    ['a NUL', { ...good, password: 'a\0b' }, '', 'The input contains a NUL character.'],
  ])('with %s is rejected, and the field is named', async (_, body, path, message) => {
    const answer = await send(JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(
      path
        ? { code: 'invalid_input', message: `${path} ${message}`, details: [{ path, message }] }
        : { code: 'invalid_input', message },
    );
  });

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['DELETE', '/api/session'],
    ['GET', '/api/auth'],
    ['GET', '/api/../api/nothing'],
    ['GET', `/api/verify-registration-token/${'a'.repeat(400)}`],
  ] as const)('%s %s returns 404', async (method, url) => {
    const answer = await api().app.inject({ method, url });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        success: false,
        message: 'This address does not exist.',
        code: 'not_found',
        requestId: expect.any(String),
      },
    ]);
  });

  it('with a malformed address is rejected', async () => {
    const answer = await api().app.inject('/api/%zz');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { success: false, code: 'bad_request' }]);
  });

  it.each(['/api/users/lookups?query=%00', '/api/users/lookups?query=a&unknown=1'])(
    'for %s is rejected',
    async (url) => {
      const token = await api().tokenFor(await addUser(api().db, { role: 'Internal' }));
      const answer = await api().app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
    },
  );

  it('with a NUL in its path is rejected', async () => {
    const answer = await api().app.inject('/api/verify-registration-token/a%00b');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
  });
});

describe('a failure', () => {
  const fail = async (kind: string) => {
    const token = await api().tokenFor(await addUser(api().db));
    return api().call('POST /api/client-dashboard/stats', {
      token,
      body: { filters: [{ field: kind, value: 1 }] },
    });
  };

  it.each([
    ['error', 500, 'internal', 'An unexpected error occurred'],
    ['text', 500, 'internal', 'An unexpected error occurred'],
    ['syntax', 500, 'internal', 'An unexpected error occurred'],
    ['broken', 500, 'internal', 'An unexpected error occurred'],
    ['refused', 400, 'invalid_filter', 'Not like this.'],
    ['limited', 429, 'too_many_requests', 'Slower. Please try again in 13 seconds.'],
    ['full', 503, 'unavailable', 'The disk of the server is full. Nothing was saved.'],
    ['fileSystemFull', 503, 'unavailable', 'The disk of the server is full. Nothing was saved.'],
    ['unreachable', 503, 'unavailable', 'The service is interrupted. Please try again in a moment.'],
    ['stopping', 503, 'unavailable', 'The service is interrupted. Please try again in a moment.'],
    ['duplicate', 409, 'conflict', 'This already exists.'],
    ['notANumber', 400, 'invalid_input', 'The input contains an invalid value.'],
    ['tooLarge', 400, 'invalid_input', 'The input contains an invalid value.'],
  ])('of the kind %s returns %i', async (kind, status, code, message) => {
    const answer = await fail(kind);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { success: false, code, message, requestId: expect.any(String) },
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|SELECT|10\.0\.0\.7|Error:/);
  });

  it('includes when to retry, and the invalid field', async () => {
    expect((await fail('limited')).headers['retry-after']).toBe('13');
    expect((await fail('refused')).body.details).toEqual([{ path: 'filters.0', message: 'no' }]);
  });
});

describe('responses', () => {
  it('cannot be cached, framed, sniffed or run', async () => {
    for (const url of ['/api/health/live', '/api/nothing', '/api/session']) {
      const { headers } = await api().app.inject(url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('contain the request id of the caller if it is safe, otherwise a generated one', async () => {
    const idFor = async (given: string) => {
      const { headers, body } = await send('x', { 'x-request-id': given });
      expect(headers['x-request-id']).toBe(body.requestId);
      return body.requestId;
    };
    expect(await idFor('a-safe.id:12')).toBe('a-safe.id:12');
    for (const unsafe of ['short', 'with space in it', 'x'.repeat(65), '<script>alert(1)</script>']) {
      expect(await idFor(unsafe)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('the log', () => {
  const recordLog = () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    return { lines, logger: createLogger({ logLevel: 'info' }, destination) };
  };

  it('names the routes of requests, and nothing from their addresses or from quoted values', async () => {
    const { lines, logger } = recordLog();
    const services = { ...api().services, metrics: new Registry() };
    const app = await buildApi({ services, logger });
    await app.ready();
    const routes = app.apiRoutes();
    for (const { method, url } of routes)
      await app.inject({
        method: method as 'GET',
        url: `${url.replaceAll(/:\w+|\*/g, 'planted@reader.example')}?query=planted`,
      });
    await app.inject('/api/planted@reader.example?query=planted');
    await app.inject({
      method: 'POST',
      url: '/api/log/error',
      payload: { eventInfo: 'no row planted', path: '/analytics/reader-dashboard/planted@reader.example' },
    });
    logger.error({ err: databaseError('twice', { code: '23505', detail: 'Key (email)=(planted)' }) });
    await app.close();
    const log = lines.join('');
    expect(log).not.toContain('planted');
    expect(lines.filter((line) => line.includes('incoming request')).length).toBeGreaterThan(
      routes.length / 2,
    );
    expect(log).toContain('/api/reader-dashboard/:companyIds/recent-gated/:idOrEmail/:size');
    expect(log).toContain('error in a browser');
  });

  it('contains the error, but no password, bearer token or link token', async () => {
    const { lines, logger } = recordLog();
    const services = { ...api().services, metrics: new Registry() };
    const app = await buildApi({ services, features: [loginRoutes, failingRoute], logger });
    const token = await api().tokenFor(await addUser(api().db));
    const authorization = `Bearer ${token}`;
    const payload = { email: 'a@users.example', password: 'sesame-open' };
    await app.inject({ method: 'POST', url: '/api/auth', headers: { authorization }, payload });
    await app.inject(`/api/verify-registration-token/${'B'.repeat(43)}`);
    await app.inject({
      method: 'POST',
      url: '/api/client-dashboard/stats',
      headers: { authorization, 'x-request-id': 'id-of-the-failure' },
      payload: { filters: [{ field: 'error', value: 1 }] },
    });
    logger.info({ password: 'sesame-open', user: { token } }, 'careless');
    await app.close();
    const log = lines.join('');
    expect(log).not.toContain('sesame-open');
    expect(log).not.toContain(token);
    expect(log).not.toContain('BBBB');
    const failure = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg }) => msg === 'request failed');
    expect(failure).toMatchObject({
      reqId: 'id-of-the-failure',
      err: { message: expect.stringContaining('hunter2') },
    });
  });

  it('says once a minute that the database cannot be reached', async () => {
    const { lines, logger } = recordLog();
    const ping = async () => {
      throw new Error('Connection terminated');
    };
    const db = { ...api().services.db, ping };
    const services = { ...api().services, db, metrics: new Registry() };
    const app = await buildApi({ services, features: [loginRoutes, failingRoute], logger });
    const authorization = `Bearer ${await api().tokenFor(await addUser(api().db))}`;
    // After the minute of what other tests have logged.
    let now = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const fails = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          app.inject({
            method: 'POST',
            url: '/api/client-dashboard/stats',
            headers: { authorization },
            payload: { filters: [{ field: 'unreachable', value: 1 }] },
          }),
        ),
      );
    await fails(5);
    now += 60_000;
    await fails(2);
    // A load balancer asks every few seconds.
    expect((await app.inject('/api/health/ready')).statusCode).toBe(503);
    jest.restoreAllMocks();
    await app.close();
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ level }) => Number(level) >= 50)).toMatchObject([
      { msg: 'the database cannot be reached', reason: expect.stringContaining('ECONNREFUSED') },
      { msg: 'the database cannot be reached', unlogged: 4 },
    ]);
    expect(lines.join('')).not.toContain('"stack"');
  });

  it('says once a minute that the disk is full', async () => {
    const { lines, logger } = recordLog();
    const services = { ...api().services, metrics: new Registry() };
    const app = await buildApi({ services, features: [loginRoutes, failingRoute], logger });
    const authorization = `Bearer ${await api().tokenFor(await addUser(api().db))}`;
    const now = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    for (const field of ['fileSystemFull', 'full', 'full']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/client-dashboard/stats',
        headers: { authorization },
        payload: { filters: [{ field, value: 1 }] },
      });
      expect(answer.statusCode).toBe(503);
    }
    jest.restoreAllMocks();
    await app.close();
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ level }) => Number(level) >= 50)).toMatchObject([
      { msg: 'the disk is full', reason: expect.stringContaining('no space left') },
    ]);
    expect(lines.join('')).not.toContain('"stack"');
  });
});
