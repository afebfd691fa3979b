import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import type { FastifyInstance } from 'fastify';
import { readBuild } from '../area/area-build.ts';
import { computeIntegrity } from '../integrity.ts';
import { publishArea } from '../registry/publish.ts';
import { entryFrom } from '../registry/stored-registry.ts';
import { uploadVersion } from '../registry/versions.ts';
import { directoryStore } from '../store/directory-store.ts';
import { startLiveProduct } from '../testing/live-product.ts';
import type { LiveProduct } from '../testing/live-product.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import { liveReloadScript } from './live-reload.ts';
import { localPrefix, devProxy } from './dev-proxy.ts';

describe('devProxy', () => {
  let root: string;
  let live: LiveProduct;
  let proxy: FastifyInstance;
  let local: AreaEntry | undefined;
  let deployed: AreaEntry;
  let other: AreaEntry;

  const builds = () => directoryStore(path.join(root, 'local'));
  const build = async (script: string, id = 'sample') => {
    const made = await readBuild(writeSampleArea(root, { id, script }), localPrefix);
    await uploadVersion(builds(), made);
    local = entryFrom(made.manifest);
    return local;
  };

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'proxy-'));
    live = await startLiveProduct('site', { PUBLIC_URL: 'https://readers.example' });
    const site = directoryStore(path.join(live.root, 'site'));
    deployed = await publishArea(site, writeSampleArea(root, { script: 'deployed' }));
    other = await publishArea(site, writeSampleArea(root, { id: 'other', script: 'other' }));
    proxy = await devProxy({ shell: live.address, store: builds(), local: () => local });
  });

  beforeEach(() => {
    local = undefined;
  });

  afterAll(async () => {
    await proxy.close();
    await live.close();
    rmSync(root, { recursive: true, force: true });
  });

  const page = async (url: string) => proxy.inject({ url, headers: { accept: 'text/html,*/*' } });
  const inlined = (body: string) =>
    JSON.parse(/id="readerlens-registry">(.*?)<\/script>/.exec(body)?.[1] ?? '') as Registry;

  it('shows deployed pages with the local build in place of the deployed version', async () => {
    const own = await build('local');
    const { body, headers } = await page('/sample');
    expect(inlined(body).areas).toEqual([other, own]);
    expect((await proxy.inject('/registry.json')).json()).toEqual({ areas: [other, own] });
    expect(body).not.toContain(deployed.base);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect((await proxy.inject(`${own.base}area.1.js`)).body).toBe('local');
  });

  it('adds an area that is not deployed', async () => {
    const own = await build('new', 'unknown');
    expect(inlined((await page('/unknown')).body).areas).toEqual([other, deployed, own]);
  });

  it('shows the deployed version until the first local build', async () => {
    expect(inlined((await page('/sample')).body).areas).toEqual([other, deployed]);
  });

  it('forwards all other requests: API, shell, other areas', async () => {
    const login = await proxy.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { email: 'nobody@demo.example', password: 'wrong' },
    });
    expect([login.statusCode, login.json<{ code: string }>().code]).toEqual([401, 'invalid_credentials']);
    expect((await proxy.inject('/shell/files.json')).json()).toHaveProperty('provides');
    expect((await proxy.inject(`${other.base}area.1.js`)).body).toBe('other');
    expect((await proxy.inject('/api/nothing')).statusCode).toBe(404);
  });

  it('reloads the page after a build with a script that the page allows', async () => {
    const { body } = await page('/');
    expect(body).toContain(
      `src="/dev/live-reload.js" crossorigin="anonymous" integrity="${computeIntegrity(liveReloadScript)}"`,
    );
    const address = await proxy.listen({ port: 0, host: '127.0.0.1' });
    const events = (await fetch(`${address}/dev/events`))
      .body!.pipeThrough(new TextDecoderStream())
      .getReader();
    const first = (await events.read()).value;
    await build('changed');
    expect((await events.read()).value).not.toBe(first);
    await events.cancel();
  });

  it('reports an unreachable shell', async () => {
    const lost = await devProxy({ shell: 'http://127.0.0.1:1', store: builds(), local: () => local });
    const answer = await lost.inject({ url: '/', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.body]).toEqual([502, 'http://127.0.0.1:1 cannot be reached.']);
    await lost.close();
  });
});
