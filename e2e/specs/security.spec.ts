import { clients } from '../commands/accounts.ts';
import type { Account } from '../commands/accounts.ts';
import { fetchToken } from '../commands/api.ts';
import { buildBody } from '../commands/dashboard.ts';
import { storedSession, withPayload } from '../commands/session.ts';
import { stageOrigin } from '../commands/stage.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { overview } from '../pages/overview.page.ts';
import { publicPage } from '../pages/public.page.ts';

interface Refusal {
  success: boolean;
  message: string;
  code: string;
  requestId: string;
}

const figures = '/api/client-dashboard/stats';
const oneClient = buildBody({ clients: [clients.aurelis.id], relative: '-90d' });

/** The directives of a policy, by name. */
const parseDirectives = (policy: string | undefined) =>
  new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources.join(' ')] as const;
    }),
  );

/** Records violations of the content security policy: directive and blocked URI. */
const recordViolations = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, 'e2eBlocked', seen);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return () => page.evaluate(() => Reflect.get(window, 'e2eBlocked') as string[]);
};

test.describe('headers', () => {
  test(
    'of the page: a policy with default-src none and nothing inline, no framing, no sniffing',
    { tag: mainStory },
    async ({ request, baseURL }) => {
      for (const path of ['/', '/login', '/no/such/page']) {
        const headers = (await request.get(path)).headers();
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['x-frame-options']).toBe('DENY');
        expect(headers['cache-control']).toBe('no-store');
        const policy = parseDirectives(headers['content-security-policy']);
        expect(headers['content-security-policy']).not.toContain('unsafe-');
        expect(policy.get('default-src')).toBe("'none'");
        expect(policy.get('frame-ancestors')).toBe("'none'");
        expect(policy.get('base-uri')).toBe("'none'");
        // The only preview origin in the configuration of the product under test.
        const staged = stageOrigin(baseURL ?? '');
        expect(policy.get('script-src')).toBe(`'self' ${staged}`);
        expect(policy.get('style-src')?.replace(/'nonce-[\w+/=]{16,}'/, 'a nonce')).toBe(
          `'self' a nonce ${staged}`,
        );
      }
    },
  );

  test('of the page: a unique nonce', async ({ request }) => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await request.get('/login');
        return /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1];
      }),
    );
    expect(new Set(nonces).size).toBe(3);
    expect(nonces).not.toContain(undefined);
  });

  test('of the API: an empty policy and no caching, also for errors', async ({ request }) => {
    const answers = [
      await request.get('/api/health/live'),
      await request.post(figures, { data: oneClient }),
      await request.get('/api/no/such/call'),
    ];
    expect(answers.map((answer) => answer.status())).toEqual([200, 401, 404]);
    for (const headers of answers.map((answer) => answer.headers())) {
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  test('of scripts and other files: no sniffing, and valid content types', async ({ page, request }) => {
    const files = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.\w+$/.test(pathname)) files.add(pathname);
    });
    await page.goto('/login');
    await expect(publicPage(page).heading).toBeVisible();
    expect([...files].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(1);
    for (const path of files) {
      const headers = (await request.get(path)).headers();
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['x-frame-options'], path).toBe('DENY');
      if (path.endsWith('.js'))
        expect(headers['content-type'], path).toMatch(/^(?:text|application)\/javascript/);
    }
  });

  test('a missing file is answered with 404, not with the page', async ({ request }) => {
    for (const path of [
      '/shell/no-such-file.js',
      '/shell/main.js.map',
      '/areas/analytics/000000000000/remoteEntry.js',
      '/areas/nothing/1/remoteEntry.js',
      '/api/no-such-file.js',
    ]) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(404);
      expect(answer.headers()['content-type'], path).not.toContain('html');
    }
  });

  test('no path exposes a private file', async ({ request }) => {
    for (const path of [
      '/areas/..%2fregistry.json',
      '/areas/analytics/..%2f..%2f..%2fpackage.json',
      '/shell/%2e%2e/%2e%2e/package.json',
      '/shell/..%5c..%5cpackage.json',
      '/shell/files.json%00.js',
      '/.env',
      '/.git/config',
      '/package.json',
    ]) {
      const text = await (await request.get(path)).text();
      expect(text, path).toMatch(/^<!doctype html>|^\{"success":false|^Not found$/);
      expect(text, path).not.toMatch(/"dependencies"|\[core\]|^[A-Z_]+=/m);
    }
  });
});

test.describe('injected markup', () => {
  // The browser logs blocked scripts, and that the injected image is missing.
  test.use({
    allowedConsole: /Content Security Policy|violates the following|status of 404|will not be executed/,
  });

  test('does not run', { tag: mainStory }, async ({ page }) => {
    const blocked = await recordViolations(page);
    await page.goto('/login');
    await expect(publicPage(page).heading).toBeVisible();
    const injectedResult = () => page.evaluate(() => Reflect.get(window, 'e2eRan') as unknown);
    await test.step('event handlers, inline scripts, javascript: and data: URLs, strings as code', async () => {
      await page.evaluate(() => {
        const code = 'window.e2eRan = true';
        const container = document.createElement('div');
        container.innerHTML = `<img src="/none.png" onerror="${code}"><a id="e2e-link" href="javascript:${code}">x</a>`;
        document.body.append(container);
        const script = document.createElement('script');
        script.textContent = code;
        document.body.append(script);
        const foreign = document.createElement('script');
        foreign.src = 'data:text/javascript,window.e2eRan=true';
        document.body.append(foreign);
        Reflect.apply(setTimeout, window, [code, 0]);
        document.querySelector<HTMLElement>('#e2e-link')?.click();
      });
      const directives = async () =>
        new Set((await blocked()).map((entry) => entry.replace('inline', '').trim().split(' ')[0]));
      await expect.poll(directives).toEqual(new Set(['script-src-attr', 'script-src-elem', 'script-src']));
      await expect.poll(async () => (await blocked()).length).toBe(5);
      expect(await injectedResult()).toBeUndefined();
    });
    await test.step('a document rewritten with document.write', async () => {
      await page.evaluate(() => {
        document.open();
        document.write('<p id="written">x</p><script>window.e2eRan = true</script>');
        document.close();
      });
      await expect(page.locator('#written')).toBeVisible();
      expect(await injectedResult()).toBeUndefined();
    });
  });

  test('cannot frame the page', async ({ page }) => {
    await page.route('/framing', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<iframe src="/login" title="x"></iframe>' }),
    );
    await page.goto('/framing');
    // The browser's error page for a blocked frame.
    await expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
  });
});

test('pages of staff are not for other accounts', async ({ page, request }) => {
  const pages: [Account, string][] = [
    ['client', '/admin/users'],
    ['client', '/admin/area-health'],
    ['client', '/review-activities'],
    ['internal', '/admin/audit-log'],
  ];
  await page.goto('/login');
  for (const [account, address] of pages) {
    const token = await fetchToken(request, account);
    await page.evaluate((value) => localStorage.setItem('jwt_token', value), token);
    await page.goto(address);
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Insufficient privileges');
    expect((await storedSession(page))['jwt_token']).toBeNull();
  }
});

test('the page does not violate its own policy', { tag: mainStory }, async ({ page, signedIn }) => {
  const blocked = await recordViolations(page);
  await signedIn('client');
  await page.goto('/');
  await expect(overview(page).heading).toBeVisible();
  await expect(page.getByRole('button', { name: 'Support', exact: true })).toBeVisible();
  expect(await blocked()).toEqual([]);
});

test('the API documentation does not violate its policy', async ({ page }) => {
  const blocked = await recordViolations(page);
  await page.goto('/api/docs');
  await expect(page.getByText('Readerlens API').first()).toBeVisible();
  await page.getByRole('button', { name: /^get \/api\/session$/i }).click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  expect(await blocked()).toEqual([]);
});

test('the area registry contains nothing private', async ({ request }) => {
  const registry = await (await request.get('/registry.json')).text();
  // Any three letters can occur in a hash.
  const text = registry.replaceAll(/sha384-[\w+/=]+/g, '');
  const { areas } = JSON.parse(text) as { areas: { id: string }[] };
  expect(areas.length).toBeGreaterThan(0);
  expect(text).not.toMatch(
    /secret|passw|token|jwt|postgres|smtp|localhost|\.\.\/|\/(?:home|root|srv|tmp|usr|work)\//i,
  );
  expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w+/);
});

test.describe('authentication', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('requires a signed token', { tag: mainStory }, async ({ request }) => {
    const token = await fetchToken(request, 'client');
    const [header = '', payload = '', signature = ''] = token.split('.');
    const tokens: Record<string, string | undefined> = {
      'no token': undefined,
      'no JWT': 'Bearer nonsense',
      'another scheme': `Basic ${token}`,
      'a forged role': `Bearer ${withPayload(token, { sub: '1' })}`,
      'no signature': `Bearer ${header}.${payload}.`,
      'an algorithm of none': `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'an algorithm of none with a signature': `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      'another algorithm': `Bearer ${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
    };
    for (const [name, authorization] of Object.entries(tokens)) {
      const answer = await request.post(figures, {
        data: oneClient,
        headers: authorization ? { authorization } : {},
      });
      expect(answer.status(), name).toBe(401);
      const refusal = (await answer.json()) as Refusal;
      expect(refusal, name).toEqual({
        success: false,
        message: expect.stringMatching(/./),
        code: expect.stringMatching(/^[a-z_]+$/),
        requestId: answer.headers()['x-request-id'],
      });
    }
    const own = await request.post(figures, {
      data: oneClient,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(own.status()).toBe(200);
  });
});

test.describe('input', () => {
  const post = async (request: Parameters<typeof fetchToken>[0], data: unknown) => {
    const authorization = `Bearer ${await fetchToken(request, 'internal')}`;
    const answer = await request.post(figures, {
      // As a buffer, so that it is not serialized to JSON again.
      data: typeof data === 'string' ? Buffer.from(data) : data,
      headers: { authorization, 'content-type': 'application/json' },
    });
    return { status: answer.status(), text: await answer.text() };
  };
  const readCode = (text: string) => (JSON.parse(text) as Refusal).code;

  test('is rejected if malformed, too large or unknown', async ({ request }) => {
    const malformed = await post(request, '{"filters":');
    expect([malformed.status, readCode(malformed.text)]).toEqual([400, 'bad_request']);
    const large = await post(request, JSON.stringify({ ...oneClient, filler: 'x'.repeat(1_100_000) }));
    expect([large.status, readCode(large.text)]).toEqual([413, 'payload_too_large']);
    const unknown = await post(request, { ...oneClient, isAdmin: true });
    expect([unknown.status, readCode(unknown.text)]).toEqual([400, 'invalid_input']);
    const poisoned = await post(request, '{"filters":[],"__proto__":{"isAdmin":true}}');
    expect([poisoned.status, readCode(poisoned.text)]).toEqual([400, 'bad_request']);
  });

  test(
    'never becomes SQL: injections in filters are rejected or find nothing',
    { tag: mainStory },
    async ({ request }) => {
      const before = await post(request, oneClient);
      expect(before.status).toBe(200);
      const attacks = [
        "1' OR '1'='1",
        "1'; DROP TABLE document; --",
        '1) UNION SELECT password FROM app_user --',
        '1; SELECT pg_sleep(10)',
        String.raw`\'; DELETE FROM app_user; --`,
      ];
      for (const attack of attacks) {
        const searches = [
          buildBody({ clients: [attack], relative: '-90d' }),
          buildBody({ clients: [clients.aurelis.id], relative: attack }),
          buildBody({ clients: [clients.aurelis.id], from: attack, to: attack }),
          buildBody({ clients: [clients.aurelis.id], relative: '-90d', communities: [attack] }),
          {
            filters: [...oneClient.filters, { $type: 'Terms', field: attack, op: 'Contains', value: ['1'] }],
          },
          { filters: [...oneClient.filters, { $type: 'Terms', field: 'Onlines', op: attack, value: ['1'] }] },
        ];
        for (const search of searches) {
          const { status, text } = await post(request, search);
          if (status === 200) {
            expect(JSON.parse(text), attack).toMatchObject({
              data: { totalLeads: 0, uniquePeople: 0, uniqueDocs: 0 },
            });
          } else {
            expect(status, `${attack}: ${text}`).toBe(400);
            expect(text).not.toMatch(/syntax error|relation|pg_|SELECT .* FROM "/);
          }
        }
      }
      expect(await post(request, oneClient)).toEqual(before);
    },
  );
});

test('a request id, from the caller if it is safe, is in the header and the error', async ({ request }) => {
  const fetchRequestId = async (given?: string) => {
    const answer = await request.post(figures, {
      data: oneClient,
      headers: given === undefined ? {} : { 'x-request-id': given },
    });
    const { requestId } = (await answer.json()) as Refusal;
    expect(answer.headers()['x-request-id']).toBe(requestId);
    return requestId;
  };
  expect(await fetchRequestId('e2e-request.0001')).toBe('e2e-request.0001');
  const generated = /^[\da-f]{8}-[\da-f-]{27}$/;
  expect(await fetchRequestId()).toMatch(generated);
  expect(await fetchRequestId('<script>alert(1)</script>')).toMatch(generated);
  expect(await fetchRequestId('x'.repeat(500))).toMatch(generated);
});
