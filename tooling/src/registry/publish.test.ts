import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { AreaManifest } from '@readerlens/contract/registry';
import { directoryStore } from '../store/directory-store.ts';
import { writeSampleArea } from '../testing/sample-area.ts';
import type { SampleArea } from '../testing/sample-area.ts';
import { publishArea, removeStaleAreas } from './publish.ts';
import { readRegistry } from './switch.ts';
import { readManifest } from './versions.ts';

describe('publishArea', () => {
  let root: string;
  let site: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'publish-'));
    site = path.join(root, 'site');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const publish = (script: string, area: SampleArea = {}) =>
    publishArea(directoryStore(site), writeSampleArea(root, { script, ...area }));
  const areas = async () => (await readRegistry(directoryStore(site), 'production')).areas;

  it('stores the files by version and adds the area to the registry', async () => {
    const entry = await publish('one');
    expect(readFileSync(path.join(site, entry.base, 'area.1.js'), 'utf8')).toBe('one');
    expect(await areas()).toEqual([entry]);
    expect(entry).toMatchObject({ preload: ['area.1.js'], entry: 'remoteEntry.js', consumes: ['react'] });
    expect(entry.container).toMatch(/^readerlens_sample_/);
    expect(entry.previous).toBeUndefined();
  });

  it('stores a manifest with the files, with the API calls of the scripts', async () => {
    const { version } = await publish('api("GET /api/session"); other("GET /api/unknown");');
    const manifest: AreaManifest = await readManifest(directoryStore(site), 'sample', version);
    expect(Object.keys(manifest.calls)).toEqual(['GET /api/session']);
    expect(manifest.requires).toEqual({ react: '^19.0.0' });
  });

  it('keeps the previous version and its files as the fallback', async () => {
    const first = await publish('one');
    const second = await publish('two');
    expect(second.version).not.toBe(first.version);
    expect(second.previous).toMatchObject({ version: first.version, base: first.base });
    expect(existsSync(path.join(site, first.base, 'remoteEntry.js'))).toBe(true);
  });

  it('creates a new version if only area.json changed', async () => {
    const first = await publish('one');
    expect((await publish('one', { area: { name: 'Other' } })).version).not.toBe(first.version);
  });

  it('changes nothing when the same build is published again', async () => {
    await publish('one');
    const second = await publish('two');
    const registry = readFileSync(path.join(site, 'registry.json'), 'utf8');
    expect(await publish('two')).toEqual(second);
    expect(readFileSync(path.join(site, 'registry.json'), 'utf8')).toBe(registry);
  });

  it('removes areas that no longer exist', async () => {
    await publish('one');
    await removeStaleAreas(directoryStore(site), []);
    expect(await areas()).toEqual([]);
  });

  it.each<[string, (dist: string) => void, string]>([
    [
      'that differs from the build',
      (dist) => appendFileSync(path.join(dist, 'area.1.js'), 'x'),
      'area.1.js differs from the build',
    ],
    ['that is missing', (dist) => rmSync(path.join(dist, 'area.1.js')), 'area.1.js is missing'],
    [
      'that has no integrity',
      (dist) => {
        const file = path.join(dist, 'files.json');
        const list = JSON.parse(readFileSync(file, 'utf8')) as { initial: string[] };
        writeFileSync(file, JSON.stringify({ ...list, initial: [...list.initial, 'late.js'] }));
      },
      'late.js has no integrity hash',
    ],
    [
      'whose compressed copy is of another file',
      (dist) => writeFileSync(path.join(dist, 'area.1.js.br'), brotliCompressSync('other')),
      'area.1.js.br is not a copy of area.1.js',
    ],
    [
      'whose compressed copy cannot be read',
      (dist) => writeFileSync(path.join(dist, 'area.1.js.gz'), 'other'),
      'area.1.js.gz is not a copy of area.1.js',
    ],
  ])('refuses a build with a file %s', async (_case, damage, message) => {
    const dir = writeSampleArea(root);
    damage(path.join(dir, 'dist'));
    await expect(publishArea(directoryStore(site), dir)).rejects.toMatchObject({
      code: 'damaged-build',
      message: expect.stringContaining(message),
    });
    expect(existsSync(site)).toBe(false);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'of another area',
      { container: 'readerlens_sample_two_0123456789ab' },
      "has the id 'sample', but the build is readerlens_sample_two_0123456789ab",
    ],
    [
      'without a lifecycle function',
      { exposes: ['bootstrap', 'unmount', 'update'] },
      'area.ts does not export mount, which the shell calls',
    ],
  ])('refuses a build %s', async (_case, changes, message) => {
    const dir = writeSampleArea(root);
    const file = path.join(dir, 'dist', 'files.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...changes }));
    await expect(publishArea(directoryStore(site), dir)).rejects.toThrow(message);
    expect(existsSync(site)).toBe(false);
  });

  it('repairs missing and damaged files of a stored version', async () => {
    const { base } = await publish('one');
    const files = ['area.1.js', 'area.1.js.map'].map((file) => path.join(site, base, file));
    rmSync(files[0]!);
    writeFileSync(files[1]!, 'damaged');
    await publish('one');
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['one', '{}']);
  });

  it('completes an interrupted upload', async () => {
    const { base, version } = await publish('one');
    rmSync(path.join(site, base, 'area.json'));
    rmSync(path.join(site, base, 'area.1.js'));
    expect((await publish('one')).version).toBe(version);
    expect(readFileSync(path.join(site, base, 'area.1.js'), 'utf8')).toBe('one');
    expect(existsSync(path.join(site, base, 'area.json'))).toBe(true);
  });
});
