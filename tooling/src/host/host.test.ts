import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { directoryStore } from '../store/directory-store.ts';
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
  /** The versions of the area kit that can be built. */
  let kits: string[] = [];

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'host-'));
    const site = path.join(root, 'site');
    const shell = path.join(root, 'shell');
    const assets = path.join(root, 'public');
    for (const dir of [path.join(site, 'areas', 'sample', 'v1'), shell, assets])
      mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(site, 'registry.json'), JSON.stringify({ ...registry, history: { sample: [] } }));
    writeFileSync(path.join(site, 'areas', 'sample', 'v1', 'remoteEntry.js'), 'var readerlens_sample;');
    const shared = { '@readerlens/ui/charts': ['charts.4.js'] };
    const initial = ['main.1.js', 'bootstrap.2.js', 'bootstrap.3.css'];
    const integrity = Object.fromEntries([...initial, 'charts.4.js'].map((file) => [file, `sha384-${file}`]));
    writeFileSync(
      path.join(shell, 'files.json'),
      JSON.stringify({ entry: ['main.1.js'], initial, integrity, shared, consumes: [] }),
    );
    writeFileSync(path.join(shell, 'main.1.js'), '"main";');
    writeFileSync(path.join(assets, 'page-start.js'), '"light";');
    writeFileSync(path.join(root, 'secret.txt'), 'secret');
    app = fastify();
    await app.register(host, {
      store: directoryStore(site),
      shellDir: shell,
      publicDir: assets,
      publicConfig: { phone: '"><b>' },
      secure: true,
      buildKit: async () => {
        const [version] = kits;
        if (version === undefined) throw new Error('no compiler');
        return { version, file: path.join(root, `kit-${version}.tgz`) };
      },
    });
  });

  afterAll(async () => {
    await app.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('sends an uncacheable page for any path of the application', async () => {
    const answer = await app.inject('/some/deep/path?x=1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain(
      'src="/shell/main.1.js" crossorigin="anonymous" integrity="sha384-main.1.js"',
    );
  });

  it('allows neither inline scripts nor eval, and inline styles only with a new nonce', async () => {
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

  it('gives every script an integrity, and blocks scripts without one', async () => {
    const { headers, body } = await app.inject('/sample/7');
    expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
    const scripts = [...body.matchAll(/<script [^>]*src=[^>]*>|<link rel="preload"[^>]*>/g)].map(
      ([tag]) => tag,
    );
    expect(scripts.length).toBeGreaterThan(4);
    expect(scripts.filter((tag) => !/crossorigin="anonymous" integrity="sha384-[^"]+"/.test(tag))).toEqual(
      [],
    );
  });

  it('serves the area kit, and earlier ones that are still there', async () => {
    kits = ['b2'];
    for (const version of ['a1', 'b2'])
      writeFileSync(path.join(root, `kit-${version}.tgz`), `the kit ${version}`);
    const { address } = (await app.inject('/shell/kit.json')).json<{ address: string }>();
    expect(address).toBe('/shell/kit-b2.tgz');
    const [kit, earlier, unknown] = await Promise.all(
      [address, '/shell/kit-a1.tgz', '/shell/kit-c3.tgz'].map((url) => app.inject(url)),
    );
    expect([kit!.body, earlier!.body, unknown!.statusCode]).toEqual(['the kit b2', 'the kit a1', 404]);
    expect(kit!.headers['cache-control']).toContain('immutable');
    expect((await app.inject('/shell/main.1.js')).body).toBe('"main";');
  });

  it('says that there is no kit if it cannot be built', async () => {
    kits = [];
    const answers = await Promise.all(['/shell/kit.json', '/shell/kit-b2.tgz'].map((url) => app.inject(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  });

  it('escapes registry and settings in the page', async () => {
    const { body } = await app.inject('/');
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('"><b>');
    const inlined = /id="readerlens-registry">(.*?)<\/script>/.exec(body)?.[1];
    expect(JSON.parse(inlined!)).toEqual(registry);
  });

  it("requests the requested route's area and no other", async () => {
    const own = await app.inject('/sample/7');
    expect(own.body).toContain(
      'href="/areas/sample/v1/remoteEntry.js" crossorigin="anonymous" integrity="sha384-entry"',
    );
    expect(own.body).toContain(
      'href="/areas/sample/v1/area.js" crossorigin="anonymous" integrity="sha384-area"',
    );
    expect(own.body).toContain('<script async fetchpriority="high" src="/shell/charts.4.js"');
    const other = (await app.inject('/other')).body;
    expect(other).not.toContain('src="/shell/charts.4.js"');
    expect(other).not.toMatch(/(href|src)="\/areas\//);
  });

  it('requests the area of the most specific route, regardless of order', async () => {
    const file = path.join(root, 'site', 'registry.json');
    const [area] = registry.areas;
    const routed = (id: string, pattern: string, exact = false) => ({
      ...area,
      id,
      base: `/areas/${id}/v1/`,
      routes: [{ path: pattern, title: id, access: {}, exact }],
    });
    const areas = [routed('all', '/*'), routed('one', '/notes/:noteId'), routed('new', '/notes/new', true)];
    writeFileSync(file, JSON.stringify({ areas }));
    const requested = async (url: string) => /href="\/areas\/(\w+)\//.exec((await app.inject(url)).body)?.[1];
    const paths = ['/notes/new', '/notes/7', '/notes/new/page', '/notes'];
    expect(await Promise.all(paths.map(requested))).toEqual(['new', 'one', 'one', 'all']);
    writeFileSync(file, JSON.stringify(registry));
  });

  it('requests an area although the entry of another one is invalid', async () => {
    const file = path.join(root, 'site', 'registry.json');
    writeFileSync(file, JSON.stringify({ areas: [{ id: 'broken', routes: null }, ...registry.areas] }));
    const { statusCode, body } = await app.inject('/sample/7');
    writeFileSync(file, JSON.stringify(registry));
    expect([statusCode, body]).toEqual([200, expect.stringContaining('href="/areas/sample/v1/area.js"')]);
  });

  it('serves versions as immutable and the registry with revalidation', async () => {
    expect((await app.inject('/areas/sample/v1/remoteEntry.js')).headers['cache-control']).toContain(
      'immutable',
    );
    expect((await app.inject('/shell/main.1.js')).headers['cache-control']).toContain('immutable');
    expect((await app.inject('/registry.json')).headers['cache-control']).toBe('no-cache');
    expect((await app.inject('/shell/files.json')).headers['cache-control']).toBe('no-cache');
  });

  it('answers 304 for an unchanged registry or version', async () => {
    for (const url of ['/registry.json', '/areas/sample/v1/remoteEntry.js']) {
      const { headers } = await app.inject(url);
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  it('sends the registry without its history', async () => {
    expect((await app.inject('/registry.json')).json()).toEqual({ areas: registry.areas });
  });

  it('serves a deploy immediately, and the last good registry if the current one is invalid', async () => {
    const file = path.join(root, 'site', 'registry.json');
    const names = async () =>
      (await app.inject('/registry.json')).json<typeof registry>().areas.map(({ id }) => id);
    writeFileSync(file, JSON.stringify({ ...registry, areas: [{ ...registry.areas[0], id: 'other' }] }));
    expect(await names()).toEqual(['other']);
    writeFileSync(file, '{"areas":');
    expect(await names()).toEqual(['other']);
    expect((await app.inject('/')).statusCode).toBe(200);
    writeFileSync(file, JSON.stringify(registry));
    expect(await names()).toEqual(['sample']);
  });

  it.each([
    '/areas/sample/v1/missing.js',
    '/areas/nothing/v1/remoteEntry.js',
    '/areas/sample/v1',
    '/areas/sample/v1/',
    '/api/nothing',
  ])('answers 404, not the page, for %s', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it.each([
    '/shell/../../secret.txt',
    '/shell/..%2f..%2fsecret.txt',
    '/areas/%2e%2e/%2e%2e/secret.txt',
    '/areas/sample/v1/..%2f..%2f..%2fregistry.json',
    '/areas/sample/%2e%2e/%2e%2e/%2e%2e/secret.txt',
  ])('serves nothing outside its folders for %s', async (url) => {
    expect((await app.inject(url)).body).not.toContain('secret');
  });
});
