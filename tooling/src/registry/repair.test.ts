import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StoreError } from '@readerlens/api/storage';
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

  it('has a copy of the last of two concurrent changes', async () => {
    let isFirst = true;
    const slow = {
      ...store(),
      // Another deploy changes the registry between the change of this one and its copy.
      readText: async (key: string) => {
        if (key.endsWith('.copy') && isFirst) {
          isFirst = false;
          await add();
        }
        return store().readText(key);
      },
    };
    await changeRegistry(slow, 'production', (registry) => ({ ...registry, areas: [] }));
    expect(isFirst).toBe(false);
    expect(readFileSync(`${file()}.copy`, 'utf8')).toBe(readFileSync(file(), 'utf8'));
    expect((await readRegistry(store(), 'production')).areas).toHaveLength(1);
  });

  it('says that a change was made if only its copy cannot be written', async () => {
    const full = {
      ...store(),
      replaceText: (key: string, text: string, etag: string | undefined) =>
        key.endsWith('.copy')
          ? Promise.reject(new StoreError('failed', 'The disk is full.'))
          : store().replaceText(key, text, etag),
    };
    await expect(changeRegistry(full, 'production', () => ({ areas: [], history: {} }))).rejects.toThrow(
      'registry.json is changed, but its copy is not: The disk is full. The next change writes it.',
    );
    expect(await readRegistry(store(), 'production')).toEqual({ areas: [], history: {} });
  });

  it('stays as it is without a copy', async () => {
    writeFileSync(file(), '{');
    await expect(repairRegistry(store(), 'production')).rejects.toThrow('no readable copy');
    expect(readFileSync(file(), 'utf8')).toBe('{');
  });
});
