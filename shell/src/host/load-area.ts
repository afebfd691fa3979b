import { getInstance } from '@module-federation/enhanced/runtime';
import type { AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles } from '@readerlens/ui';
import { AreaFailure, within } from './area-failure.ts';
import { loadScript } from './load-script.ts';

/** The longest that a file of an area may take. */
export const loadDeadlineMs = 120_000;

const isLifecycles = (value: unknown): value is AreaLifecycles =>
  typeof value === 'object' &&
  value !== null &&
  ['bootstrap', 'mount', 'update', 'unmount'].every((key) => typeof Reflect.get(value, key) === 'function');

const load = async (id: string, version: AreaVersion): Promise<AreaLifecycles> => {
  const federation = getInstance();
  if (!federation) throw new AreaFailure('error', 'The shell was built without module federation.');
  // A version is a remote of its own: an older one that still runs is not touched by a newer one.
  const name = `${id}@${version.version}`;
  const entry = new URL(version.base + version.entry, location.origin).href;
  // The entry is fetched here, with integrity and deadline; the federation runtime finds its global in place.
  await loadScript(entry, version.integrity[version.entry], loadDeadlineMs);
  federation.registerRemotes([{ name, entry, type: 'global', entryGlobalName: version.container }], {
    force: true,
  });
  const loaded = await within(
    loadDeadlineMs,
    `Area ${id}`,
    federation.loadRemote(`${name}/${version.module.replace('./', '')}`),
  );
  if (!isLifecycles(loaded)) throw new AreaFailure('error', `Area ${id} does not expose lifecycles.`);
  return loaded;
};

const known = new Map<string, Promise<AreaLifecycles>>();

/**
 * The lifecycles of one version of an area, loaded once per page. A failure is not kept: the next call
 * fetches again. Rejects with AreaFailure.
 */
export const loadArea = (id: string, version: AreaVersion): Promise<AreaLifecycles> => {
  const key = `${id}@${version.version}`;
  const running = known.get(key);
  if (running) return running;
  const loading = load(id, version).catch((error: unknown) => {
    known.delete(key);
    throw AreaFailure.of(error);
  });
  known.set(key, loading);
  return loading;
};
