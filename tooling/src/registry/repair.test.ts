import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registryReader } from '../host/registry-reader.ts';
import { directoryStore } from '../store/directory-store.ts';
import { areaManifest } from '../testing/area-manifest.ts';
import { repairRegistry } from './repair.ts';
import { entryFrom, RegistryError } from './stored-registry.ts';
import { changeRegistry, readRegistry } from './switch.ts';

describe('a registry that was cut off', () => {
  let root: string;
  const store = () => directoryStore(root);
  const file = () => path.join(root, 'registry.json');
  const add = () =>
    changeRegistry(store(), 'production', (registry) => ({
      ...registry,
      areas: [...registry.areas, entryFrom(areaManifest())],
    }));

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'repair-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is replaced by its copy in a server that starts', async () => {
    await add();
    truncateSync(file(), 20);
    const problems: unknown[] = [];
    const read = registryReader({
      store: store(),
      channel: 'production',
      onProblem: (error) => problems.push(error),
    });
    expect((await read()).registry.areas).toHaveLength(1);
    expect(problems).toEqual([expect.any(RegistryError)]);
    await repairRegistry(store(), 'production');
    await read();
    expect(problems).toEqual([expect.any(RegistryError), undefined]);
  });

  it('is repaired by a command, and refused by deploys until then', async () => {
    await add();
    const before = readFileSync(file(), 'utf8');
    expect(await repairRegistry(store(), 'production')).toBe(false);
    truncateSync(file(), 20);
    await expect(add()).rejects.toThrow(`npm run repair-registry -- production --to ${root}`);
    await expect(readRegistry(store(), 'production')).rejects.toThrow('Nothing was changed.');
    expect(await repairRegistry(store(), 'production')).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe(before);
    await add();
    expect((await readRegistry(store(), 'production')).areas).toHaveLength(2);
  });

  it('stays as it is without a copy', async () => {
    writeFileSync(file(), '{');
    await expect(repairRegistry(store(), 'production')).rejects.toThrow('no readable copy');
    expect(readFileSync(file(), 'utf8')).toBe('{');
  });
});
