import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyPreview } from '@readerlens/api/preview-token';
import type { FastifyInstance } from 'fastify';
import { computeIntegrity } from '../integrity.ts';
import { buildFolder, uploadVersion } from '../registry/versions.ts';
import { directoryStore } from '../store/directory-store.ts';
import { startLiveProduct } from '../testing/live-product.ts';
import type { LiveProduct } from '../testing/live-product.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import { readBuild } from '../area/area-build.ts';
import { previewLink } from './preview-link.ts';
import type { PreviewOptions } from './preview-link.ts';
import { versionServer } from './serve-version.ts';

const secret = 'a secret that server and command share';
const key = new TextEncoder().encode(secret);

describe('previewLink', () => {
  let root: string;
  let live: LiveProduct;
  let staged: FastifyInstance;
  let at: string;
  let version: string;
  let bytes: string;
  let warnings: string[];

  const store = () => directoryStore(path.join(root, 'staged'));

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'preview-'));
    const build = await readBuild(writeSampleArea(root, { requires: { react: '^20.0.0' } }));
    ({ version } = build.manifest);
    await uploadVersion(store(), build);
    bytes = (await store().readText(`${buildFolder('sample', version)}area.json`))!.text;
    staged = await versionServer(store());
    await staged.listen({ port: 0, host: '127.0.0.1' });
    at = `http://127.0.0.1:${(staged.server.address() as AddressInfo).port}`;
    live = await startLiveProduct('site', { PREVIEW_ORIGINS: at, PREVIEW_SECRET: secret });
  });

  afterAll(async () => {
    await staged.close();
    await live.close();
    rmSync(root, { recursive: true, force: true });
  });

  beforeEach(() => {
    warnings = [];
  });

  const link = (options: Partial<PreviewOptions> = {}) =>
    previewLink({
      id: 'sample',
      version,
      shell: live.address,
      at,
      minutes: 60,
      config: { jwtSecret: undefined, dataDir: path.join(root, 'none'), preview: { secret, origins: [] } },
      warn: (line) => void warnings.push(line),
      ...options,
    });

  it('links to a page of the shell and contains the integrity of the staged version', async () => {
    const before = Date.now();
    const address = new URL(await link({ page: '/sample?a=1' }));
    const after = Date.now();
    expect(address.origin + address.pathname).toBe(`${live.address}/sample`);
    expect(address.searchParams.get('a')).toBe('1');
    const preview = await verifyPreview([key], address.searchParams.get('preview')!, [at]);
    expect(preview).toMatchObject({
      area: 'sample',
      version,
      base: `${at}/areas/sample/${version}/`,
      integrity: computeIntegrity(bytes),
    });
    // In whole seconds.
    expect(preview.expiresAt.getTime()).toBeGreaterThan(before + 60 * 60_000 - 1000);
    expect(preview.expiresAt.getTime()).toBeLessThanOrEqual(after + 60 * 60_000);
  });

  it("can show a version in the shell's own store", async () => {
    const build = await readBuild(writeSampleArea(root, { script: 'own' }));
    await uploadVersion(directoryStore(path.join(live.root, 'site')), build);
    const address = await link({ at: undefined, version: build.manifest.version });
    const token = new URL(address).searchParams.get('preview')!;
    expect((await verifyPreview([key], token, [live.address])).base).toMatch(live.address);
    expect(warnings).toEqual([]);
  });

  it('warns about incompatibilities with the shell', async () => {
    await link();
    expect(warnings).toEqual([expect.stringContaining('requires ^20.0.0')]);
  });

  it.each<[string, () => Partial<PreviewOptions>, string]>([
    ['an unknown version', () => ({ version: 'v0' }), 'returned status 404'],
    ['an unreachable origin', () => ({ at: 'http://127.0.0.1:9999' }), 'cannot be reached'],
    ['eight days', () => ({ minutes: 8 * 24 * 60 }), '--minutes must be'],
    ['minutes that are not a number', () => ({ minutes: Number('soon') }), '--minutes must be'],
    ['an origin without CORS', () => ({ at: live.address, shell: at }), 'does not allow pages of'],
  ])('refuses %s', async (_case, options, message) => {
    const build = await readBuild(writeSampleArea(root, { requires: { react: '^20.0.0' } }));
    await uploadVersion(directoryStore(path.join(live.root, 'site')), build);
    await expect(link(options())).rejects.toThrow(message);
  });

  it('refuses an origin that the shell does not allow', async () => {
    const other = await versionServer(store());
    await other.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`;
    await expect(link({ at: origin })).rejects.toThrow(
      `previews from ${origin}: add it to its PREVIEW_ORIGINS`,
    );
    await other.close();
  });

  const without = {
    jwtSecret: undefined,
    dataDir: path.join(tmpdir(), 'readerlens-none'),
    preview: { secret: undefined, origins: [] },
  };

  it('refuses to print a link that the server does not accept', async () => {
    const other = {
      ...without,
      preview: { secret: 'another secret that only the command has', origins: [] },
    };
    await expect(link({ config: other })).rejects.toMatchObject({
      code: 'link-refused',
      message: expect.stringMatching(
        /refuses the link: This preview link is not valid\.\nIts PREVIEW_SECRET/,
      ),
    });
  });

  it('reports the missing secret', async () => {
    await expect(link({ config: without })).rejects.toThrow('PREVIEW_SECRET is not set');
  });

  it('uses the secret of a local installation', async () => {
    const local = await startLiveProduct('site', { PREVIEW_ORIGINS: at });
    const own = { ...without, dataDir: path.join(local.root, 'data') };
    expect(await link({ config: own, shell: local.address })).toContain('preview=');
    await expect(link({ config: own, shell: 'https://readers.example' })).rejects.toMatchObject({
      code: 'no-secret',
      message: expect.stringContaining('https://readers.example'),
    });
    await local.close();
  });
});
