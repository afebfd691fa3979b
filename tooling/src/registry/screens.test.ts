import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { directoryStore } from '../store/directory-store.ts';
import { areaManifest } from '../testing/area-manifest.ts';
import { deployedScreens } from './screens.ts';
import { entryFrom, printRegistry, registryKey } from './stored-registry.ts';

describe('deployedScreens', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'screens-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('knows the routes of deployed areas', async () => {
    const routes = [
      { path: '/', exact: true, title: 'Start', access: {} },
      { path: '/sample/:id', exact: true, title: 'One', access: {} },
    ];
    const area = entryFrom({ ...areaManifest({ id: 'sample', version: 'v1' }), routes });
    const registry = { areas: [area], history: {} };
    writeFileSync(path.join(root, registryKey('live')), printRegistry(registry));
    const isScreen = deployedScreens(directoryStore(root), 'live');
    const paths = ['/', '/sample/7', '/sample', '/sample/7/more', '/login', '/nothing'];
    expect(await Promise.all(paths.map(isScreen))).toEqual([true, true, false, false, false, false]);
  });

  it('accepts every path while the registry cannot be read', async () => {
    writeFileSync(path.join(root, registryKey('live')), '{');
    expect(await deployedScreens(directoryStore(root), 'live')('/nothing')).toBe(true);
  });
});
