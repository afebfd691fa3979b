import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import type { FastifyInstance } from 'fastify';
import { readBuild } from '../deploy/area-build.ts';
import { integrityOf } from '../integrity.ts';
import { publishArea } from '../registry/publish.ts';
import { entryFrom } from '../registry/stored-registry.ts';
import { uploadVersion } from '../registry/versions.ts';
import { directoryStore } from '../store/directory-store.ts';
import { startLiveProduct, startsWithinMs } from '../testing/live-product.ts';
import type { LiveProduct } from '../testing/live-product.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import { liveReloadScript } from './live-reload.ts';
import { localPrefix, remoteFrame } from './remote-frame.ts';

describe('remoteFrame', () => {
  let root: string;
  let live: LiveProduct;
  let frame: FastifyInstance;
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
    root = mkdtempSync(path.join(tmpdir(), 'frame-'));
    live = await startLiveProduct('site', { PUBLIC_URL: 'https://readers.example' });
    const site = directoryStore(path.join(live.root, 'site'));
    deployed = await publishArea(site, writeSampleArea(root, { script: 'deployed' }));
    other = await publishArea(site, writeSampleArea(root, { id: 'other', script: 'other' }));
    frame = await remoteFrame({ shell: live.address, store: builds(), local: () => local });
  }, startsWithinMs);

  beforeEach(() => {
    local = undefined;
  });

  afterAll(async () => {
    await frame.close();
    await live.close();
    rmSync(root, { recursive: true, force: true });
  });

  const page = async (url: string) => frame.inject({ url, headers: { accept: 'text/html,*/*' } });
  const inlined = (body: string) =>
    JSON.parse(/id="readerlens-registry">(.*?)<\/script>/.exec(body)?.[1] ?? '') as Registry;

  it('shows the deployed pages with the local build in the place of the deployed one', async () => {
    const own = await build('local');
    const { body, headers } = await page('/sample');
    expect(inlined(body).areas).toEqual([other, own]);
    expect((await frame.inject('/registry.json')).json()).toEqual({ areas: [other, own] });
    expect(body).not.toContain(deployed.base);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect((await frame.inject(`${own.base}area.1.js`)).body).toBe('local');
  });

  it('adds an area that the deployed shell has never heard of', async () => {
    const own = await build('new', 'unheard');
    expect(inlined((await page('/unheard')).body).areas).toEqual([other, deployed, own]);
  });

  it('shows what is deployed until the first build is there', async () => {
    expect(inlined((await page('/sample')).body).areas).toEqual([other, deployed]);
  });

  it('passes everything else on: the API, the shell, the other areas', async () => {
    const login = await frame.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { email: 'nobody@demo.example', password: 'wrong' },
    });
    expect([login.statusCode, login.json<{ code: string }>().code]).toEqual([401, 'invalid_credentials']);
    expect((await frame.inject('/shell/files.json')).json()).toHaveProperty('provides');
    expect((await frame.inject(`${other.base}area.1.js`)).body).toBe('other');
    expect((await frame.inject('/api/nothing')).statusCode).toBe(404);
  });

  it('loads the page anew after a build, by a script that the page may run', async () => {
    const { body } = await page('/');
    expect(body).toContain(
      `src="/dev/live-reload.js" crossorigin="anonymous" integrity="${integrityOf(liveReloadScript)}"`,
    );
    const address = await frame.listen({ port: 0, host: '127.0.0.1' });
    const events = (await fetch(`${address}/dev/events`))
      .body!.pipeThrough(new TextDecoderStream())
      .getReader();
    const first = (await events.read()).value;
    await build('changed');
    expect((await events.read()).value).not.toBe(first);
    await events.cancel();
  });

  it('says when the deployed shell is gone', async () => {
    const lost = await remoteFrame({ shell: 'http://127.0.0.1:9999', store: builds(), local: () => local });
    const answer = await lost.inject({ url: '/', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.body]).toEqual([502, 'http://127.0.0.1:9999 cannot be reached.']);
    await lost.close();
  });
});
