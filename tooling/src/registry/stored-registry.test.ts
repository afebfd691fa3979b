import { areaManifest } from '../testing/area-manifest.ts';
import {
  RegistryError,
  entryFrom,
  findHistory,
  parseRegistry,
  printRegistry,
  registryKey,
  withoutStale,
} from './stored-registry.ts';
import type { StoredRegistry } from './stored-registry.ts';

const live = (id: string, version: string, by = 'someone'): StoredRegistry => ({
  areas: [entryFrom(areaManifest({ id, version }), areaManifest({ id, version: 'v0' }))],
  history: { [id]: [{ version, by, at: '2026-01-02T03:04:05.000Z' }] },
});

describe('a registry as text', () => {
  it('is empty before the first deploy, and one per channel', () => {
    expect(parseRegistry(undefined)).toEqual({ areas: [], history: {} });
    expect([registryKey('production'), registryKey('staging')]).toEqual([
      'registry.json',
      'registry.staging.json',
    ]);
  });

  it('survives printing and parsing, and may lack a history', () => {
    const registry = live('sample', 'v1');
    expect(parseRegistry(printRegistry(registry))).toEqual(registry);
    const old = parseRegistry(JSON.stringify({ areas: registry.areas }));
    expect(findHistory(old, 'sample').map(({ version }) => version)).toEqual(['v0', 'v1']);
  });

  it.each(['', '{"areas":', '{}', 'null', '[]'])('is refused when it is %s', (text) => {
    expect(() => parseRegistry(text)).toThrow(RegistryError);
  });
});

describe('withoutStale', () => {
  it('removes stale areas deployed by the given actor only', () => {
    const [sample, another] = [live('sample', 'v1'), live('another', 'a1', 'here')];
    const own = {
      areas: [...another.areas, ...sample.areas],
      history: { ...sample.history, ...another.history },
    };
    expect(withoutStale(own, 'here', []).areas.map(({ id }) => id)).toEqual(['sample']);
    expect(withoutStale(own, 'here', ['another'])).toEqual(own);
  });
});
