import { areaManifest } from '../testing/area-manifest.ts';
import {
  RegistryError,
  entryOf,
  parseRegistry,
  printRegistry,
  registryKey,
  planRollback,
  withDeployed,
  withRolledBack,
  withoutStale,
} from './stored-registry.ts';
import type { StoredRegistry } from './stored-registry.ts';

const manifest = (version: string, id = 'sample') => areaManifest({ id, version });

const actor = { by: 'someone', at: '2026-01-02T03:04:05.000Z' };
const empty = parseRegistry(undefined);

const deployed = (...versions: string[]) =>
  versions.reduce((registry, version) => withDeployed(registry, manifest(version), actor), empty);

const rolledBack = (registry: StoredRegistry, to?: string) => {
  const plan = planRollback(registry, 'sample', to)!;
  const previous = plan.previous === undefined ? undefined : manifest(plan.previous);
  return withRolledBack(registry, plan, manifest(plan.target), previous, actor);
};

const liveOf = (registry: StoredRegistry) => {
  const entry = entryOf(registry, 'sample')!;
  return [entry.version, entry.previous?.version];
};

describe('a deployed version', () => {
  it('falls back to the previous live version', () => {
    expect(liveOf(deployed('v1'))).toEqual(['v1', undefined]);
    expect(liveOf(deployed('v1', 'v2', 'v3'))).toEqual(['v3', 'v2']);
  });

  it('does not change when deployed again', () => {
    expect(deployed('v1', 'v2', 'v2')).toEqual(deployed('v1', 'v2'));
  });

  it('has only the fields that a page needs', () => {
    const entry = entryOf(deployed('v1', 'v2'), 'sample')!;
    expect(entry).not.toHaveProperty('calls');
    expect(entry.previous).not.toHaveProperty('routes');
  });

  it('does not change other areas; areas are sorted by id', () => {
    const registry = withDeployed(deployed('v1'), manifest('a1', 'another'), actor);
    expect(registry.areas.map(({ id, version }) => [id, version])).toEqual([
      ['another', 'a1'],
      ['sample', 'v1'],
    ]);
  });
});

describe('a version that was rolled back from', () => {
  it('is not the fallback of the restored version', () => {
    expect(liveOf(rolledBack(deployed('v1', 'v2', 'v3')))).toEqual(['v2', 'v1']);
    expect(liveOf(rolledBack(deployed('v1', 'v2')))).toEqual(['v1', undefined]);
  });

  it('is skipped by the next rollback', () => {
    expect(liveOf(rolledBack(rolledBack(deployed('v1', 'v2', 'v3'))))).toEqual(['v1', undefined]);
  });

  it('is not the fallback of the next deploy', () => {
    const registry = withDeployed(rolledBack(deployed('v1', 'v2', 'v3')), manifest('v4'), actor);
    expect(liveOf(registry)).toEqual(['v4', 'v2']);
    expect(liveOf(rolledBack(registry))).toEqual(['v2', 'v1']);
  });

  it('is good again when deployed or rolled back to explicitly', () => {
    const again = withDeployed(rolledBack(deployed('v1', 'v2')), manifest('v2'), actor);
    expect(liveOf(withDeployed(again, manifest('v3'), actor))).toEqual(['v3', 'v2']);
    expect(liveOf(rolledBack(rolledBack(deployed('v1', 'v2', 'v3')), 'v3'))).toEqual(['v3', 'v1']);
  });

  it('leaves no fallback if there is no earlier good version', () => {
    expect(planRollback(rolledBack(deployed('v1', 'v2')), 'sample')).toBeUndefined();
    expect(planRollback(deployed('v1'), 'sample')).toBeUndefined();
    expect(planRollback(empty, 'sample', 'v1')).toBeUndefined();
  });
});

describe('rolling back to a version that was never live', () => {
  it('makes it live and marks the previous one as withdrawn', () => {
    expect(liveOf(rolledBack(deployed('v1', 'v2'), 'v0'))).toEqual(['v0', 'v1']);
  });
});

describe('a registry as text', () => {
  it('is empty before the first deploy, and one per channel', () => {
    expect(empty).toEqual({ areas: [], history: {} });
    expect([registryKey('production'), registryKey('staging')]).toEqual([
      'registry.json',
      'registry.staging.json',
    ]);
  });

  it('survives printing and parsing, and may lack a history', () => {
    const registry = deployed('v1', 'v2');
    expect(parseRegistry(printRegistry(registry))).toEqual(registry);
    const old = parseRegistry(JSON.stringify({ areas: registry.areas }));
    expect(liveOf(rolledBack(old))).toEqual(['v1', undefined]);
    expect(liveOf(withDeployed(old, manifest('v3'), actor))).toEqual(['v3', 'v2']);
  });

  it.each(['', '{"areas":', '{}', 'null', '[]'])('is refused when it is %s', (text) => {
    expect(() => parseRegistry(text)).toThrow(RegistryError);
  });
});

describe('withoutStale', () => {
  it('removes stale areas deployed by the given actor only', () => {
    const own = withDeployed(deployed('v1'), manifest('a1', 'another'), { ...actor, by: 'here' });
    expect(withoutStale(own, 'here', []).areas.map(({ id }) => id)).toEqual(['sample']);
    expect(withoutStale(own, 'here', ['another'])).toEqual(own);
  });
});
