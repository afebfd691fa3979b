import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { host } from './host.ts';

const registry = {
  areas: [
    {
      id: 'sample',
      name: '</script><script>alert(1)</script>',
      version: 'v1',
      container: 'readerlens_sample',
      base: '/areas/sample/v1/',
      entry: 'remoteEntry.js',
      module: './area',
      preload: ['area.js'],
      consumes: ['react', '@readerlens/ui/charts'],
      integrity: { 'remoteEntry.js': 'sha384-entry', 'area.js': 'sha384-area' },
      routes: [{ path: '/sample/:id', title: 'Sample', access: {} }],
      navigation: [],
    },
  ],
};

describe('host', () => {
  let root: string;
  let app: FastifyInstance;

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'host-'));
    const site = path.join(root, 'site');
    const shell = path.join(root, 'shell');
    const assets = path.join(root, 'public');
    for (const dir of [path.join(site, 'areas', 'sample', 'v1'), shell, assets])
      mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(site, 'registry.json'), JSON.stringify(registry));
    writeFileSync(path.join(site, 'areas', 'sample', 'v1', 'remoteEntry.js'), 'var readerlens_sample;');
    const shared = { '@readerlens/ui/charts': ['charts.4.js'] };
    const initial = ['main.1.js', 'bootstrap.2.js', 'bootstrap.3.css'];
    const integrity = Object.fromEntries(initial.map((file) => [file, `sha384-${file}`]));
    writeFileSync(
      path.join(shell, 'files.json'),
      JSON.stringify({ initial, integrity, shared, consumes: [] }),
    );
    writeFileSync(path.join(shell, 'main.1.js'), '"main";');
    writeFileSync(path.join(root, 'secret.txt'), 'secret');
    app = fastify();
    await app.register(host, {
      site,
      shellDir: shell,
      publicDir: assets,
      publicConfig: { phone: '"><b>' },
      secure: true,
    });
  });

  afterAll(async () => {
    await app.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('sends the page for any path of the application, never stored', async () => {
    const answer = await app.inject('/some/deep/path?x=1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('src="/shell/main.1.js" integrity="sha384-main.1.js"');
  });

  it('allows neither inline scripts nor eval, and styles by a fresh nonce', async () => {
    const [one, two] = await Promise.all([app.inject('/'), app.inject('/')]);
    const policy = String(one.headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(one.body).toContain(`<meta name="csp-nonce" content="${nonce}">`);
    expect(two.headers['content-security-policy']).not.toBe(policy);
    expect(one.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.stringContaining('max-age'),
    });
  });

  it('writes registry and settings so that nothing in them becomes markup', async () => {
    const { body } = await app.inject('/');
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('"><b>');
    const inlined = /id="readerlens-registry">(.*?)<\/script>/.exec(body)?.[1];
    expect(JSON.parse(inlined!)).toEqual(registry);
  });

  it("preloads the requested route's area and no other", async () => {
    const own = await app.inject('/sample/7');
    expect(own.body).toContain('href="/areas/sample/v1/remoteEntry.js" integrity="sha384-entry"');
    expect(own.body).toContain('<link rel="preload" as="script" href="/areas/sample/v1/area.js">');
    expect(own.body).toContain('href="/shell/charts.4.js"');
    expect((await app.inject('/other')).body).not.toContain('charts.4.js');
    expect((await app.inject('/other')).body).not.toContain('href="/areas/');
  });

  it('serves versions as immutable and the registry as always asked for', async () => {
    expect((await app.inject('/areas/sample/v1/remoteEntry.js')).headers['cache-control']).toContain(
      'immutable',
    );
    expect((await app.inject('/shell/main.1.js')).headers['cache-control']).toContain('immutable');
    expect((await app.inject('/registry.json')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/areas/sample/v1/missing.js', '/areas/nothing/v1/remoteEntry.js', '/api/nothing'])(
    'answers 404, not the page, for %s',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );

  it.each(['/shell/../../secret.txt', '/shell/..%2f..%2fsecret.txt', '/areas/%2e%2e/%2e%2e/secret.txt'])(
    'gives nothing outside its folders for %s',
    async (url) => {
      expect((await app.inject(url)).body).not.toContain('secret');
    },
  );
});
