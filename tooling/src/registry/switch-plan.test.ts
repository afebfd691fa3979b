import type { AreaManifest } from '@readerlens/contract/registry';
import { areaManifest } from '../testing/area-manifest.ts';
import { findEntry, parseRegistry } from './stored-registry.ts';
import type { StoredRegistry } from './stored-registry.ts';
import { planDeploy, planRollback, withProofs, withSwitched, withoutArea } from './switch-plan.ts';
import type { SwitchPlan } from './switch-plan.ts';

const manifest = (version: string, id = 'sample') => areaManifest({ id, version });

const actor = { by: 'someone', at: '2026-01-02T03:04:05.000Z' };
const empty = parseRegistry(undefined);

const switched = (registry: StoredRegistry, plan: SwitchPlan, target: AreaManifest) =>
  withSwitched(registry, plan, target, plan.previous === undefined ? undefined : manifest(plan.previous));

const withDeployed = (registry: StoredRegistry, target: AreaManifest) =>
  switched(registry, planDeploy(registry, target.id, target.version, actor), target);

const deployed = (...versions: string[]) =>
  versions.reduce((registry, version) => withDeployed(registry, manifest(version)), empty);

const rollback = (registry: StoredRegistry, to?: string) => planRollback(registry, 'sample', to, actor);

const rolledBack = (registry: StoredRegistry, to?: string) => {
  const plan = rollback(registry, to)!;
  return switched(registry, plan, manifest(plan.target));
};

const readLiveVersions = (registry: StoredRegistry) => {
  const entry = findEntry(registry, 'sample')!;
  return [entry.version, entry.previous?.version];
};

describe('a deployed version', () => {
  it('falls back to the previous live version', () => {
    expect(readLiveVersions(deployed('v1'))).toEqual(['v1', undefined]);
    expect(readLiveVersions(deployed('v1', 'v2', 'v3'))).toEqual(['v3', 'v2']);
  });

  it('does not change when deployed again', () => {
    expect(deployed('v1', 'v2', 'v2')).toEqual(deployed('v1', 'v2'));
  });

  it('has only the fields that a page needs', () => {
    const entry = findEntry(deployed('v1', 'v2'), 'sample')!;
    expect(entry).not.toHaveProperty('calls');
    expect(entry.previous).not.toHaveProperty('routes');
  });

  it('does not change other areas; areas are sorted by id', () => {
    const registry = withDeployed(deployed('v1'), manifest('a1', 'another'));
    expect(registry.areas.map(({ id, version }) => [id, version])).toEqual([
      ['another', 'a1'],
      ['sample', 'v1'],
    ]);
  });

  it('falls back after deploys to a registry without a history', () => {
    const old = parseRegistry(JSON.stringify({ areas: deployed('v1', 'v2').areas }));
    expect(readLiveVersions(withDeployed(old, manifest('v3')))).toEqual(['v3', 'v2']);
    expect(readLiveVersions(rolledBack(old))).toEqual(['v1', undefined]);
  });
});

describe('a version that was rolled back from', () => {
  it('is not the fallback of the restored version', () => {
    expect(readLiveVersions(rolledBack(deployed('v1', 'v2', 'v3')))).toEqual(['v2', 'v1']);
    expect(readLiveVersions(rolledBack(deployed('v1', 'v2')))).toEqual(['v1', undefined]);
  });

  it('is skipped by the next rollback', () => {
    expect(readLiveVersions(rolledBack(rolledBack(deployed('v1', 'v2', 'v3'))))).toEqual(['v1', undefined]);
  });

  it('is not the fallback of the next deploy', () => {
    const registry = withDeployed(rolledBack(deployed('v1', 'v2', 'v3')), manifest('v4'));
    expect(readLiveVersions(registry)).toEqual(['v4', 'v2']);
    expect(readLiveVersions(rolledBack(registry))).toEqual(['v2', 'v1']);
  });

  it('is good again when deployed or rolled back to explicitly', () => {
    const again = withDeployed(rolledBack(deployed('v1', 'v2')), manifest('v2'));
    expect(readLiveVersions(withDeployed(again, manifest('v3')))).toEqual(['v3', 'v2']);
    expect(readLiveVersions(rolledBack(rolledBack(deployed('v1', 'v2', 'v3')), 'v3'))).toEqual(['v3', 'v2']);
  });

  it('leaves no fallback if there is no earlier good version', () => {
    expect(rollback(rolledBack(deployed('v1', 'v2')))).toBeUndefined();
    expect(rollback(deployed('v1'))).toBeUndefined();
    expect(rollback(empty, 'v1')).toBeUndefined();
  });
});

describe('rolling back several versions at once', () => {
  const back = rolledBack(deployed('v1', 'v2', 'v3'), 'v1');

  it('withdraws all versions since then', () => {
    expect(readLiveVersions(back)).toEqual(['v1', undefined]);
    expect(readLiveVersions(withDeployed(back, manifest('v4')))).toEqual(['v4', 'v1']);
    expect(readLiveVersions(rolledBack(withDeployed(back, manifest('v4'))))).toEqual(['v1', undefined]);
  });

  it('keeps the restored version as the fallback when going forward again', () => {
    const forward = rolledBack(back, 'v3');
    expect(readLiveVersions(forward)).toEqual(['v3', 'v1']);
    expect(readLiveVersions(rolledBack(forward))).toEqual(['v1', undefined]);
  });
});

describe('rolling back to a version that was never live', () => {
  it('makes it live and withdraws the one before it', () => {
    expect(readLiveVersions(rolledBack(deployed('v1', 'v2'), 'v0'))).toEqual(['v0', 'v1']);
  });
});

describe('restoring a withdrawn area', () => {
  const withdrawn = withoutArea(deployed('v1', 'v2', 'v3'), 'sample');

  it('restores its fallback', () => {
    expect(readLiveVersions(withDeployed(withdrawn, manifest('v3')))).toEqual(['v3', 'v2']);
  });

  it('does not fall back to the version that was live then', () => {
    expect(readLiveVersions(withDeployed(withdrawn, manifest('v4')))).toEqual(['v4', 'v2']);
    expect(readLiveVersions(withDeployed(withdrawn, manifest('v2')))).toEqual(['v2', 'v1']);
  });
});

describe('the last version that visits have proven', () => {
  const provenFirst = withProofs(deployed('v1', 'v2'), 'sample', ['v1']);

  it('is the fallback, before versions without visits', () => {
    const registry = withDeployed(provenFirst, manifest('v3'));
    expect(readLiveVersions(registry)).toEqual(['v3', 'v1']);
    expect(readLiveVersions(rolledBack(registry))).toEqual(['v1', undefined]);
  });

  it('is replaced once a later one is proven', () => {
    const registry = withProofs(provenFirst, 'sample', ['v2']);
    expect(readLiveVersions(withDeployed(registry, manifest('v3')))).toEqual(['v3', 'v2']);
  });

  it('stays the fallback when the area is withdrawn and restored', () => {
    const registry = withDeployed(provenFirst, manifest('v3'));
    expect(readLiveVersions(withDeployed(withoutArea(registry, 'sample'), manifest('v3')))).toEqual([
      'v3',
      'v1',
    ]);
  });

  it('stays proven when it is restored itself', () => {
    const registry = withDeployed(rolledBack(provenFirst, 'v1'), manifest('v3'));
    const later = ['v1', 'v4', 'v5'].reduce(
      (known, version) => withDeployed(known, manifest(version)),
      registry,
    );
    expect(readLiveVersions(later)).toEqual(['v5', 'v1']);
  });

  it('is no fallback while it is withdrawn', () => {
    const registry = rolledBack(withProofs(deployed('v1', 'v2'), 'sample', ['v2']));
    expect(readLiveVersions(withDeployed(registry, manifest('v3')))).toEqual(['v3', 'v1']);
  });

  it('is kept in the history, however many versions follow', () => {
    const later = Array.from({ length: 40 }, (_, index) => `w${index}`);
    const registry = later.reduce((known, version) => withDeployed(known, manifest(version)), provenFirst);
    expect(readLiveVersions(registry)).toEqual(['w39', 'v1']);
    expect(registry.history['sample']).toHaveLength(21);
  });
});
