import { getInstance } from '@module-federation/enhanced/runtime';
import type { AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles } from '@readerlens/ui';
import { trustFiles } from '../integrity.ts';
import { AreaFailure, failureOf, within } from './area-failure.ts';
import { loadScript } from './load-script.ts';
import { abandonFiles, fetchedBefore, preloadVersion } from './preload.ts';
import { forgetFailedPackages } from './shared-packages.ts';

/** A version that is ready to be mounted. */
export interface LoadedArea {
  lifecycles: AreaLifecycles;
  /** How long its files took, in milliseconds, whoever asked for them first: the page, a prefetch or a visit. */
  ms: number;
}

/** The longest that the files of an area may take, when there is nothing else to run. */
export const loadDeadlineMs = 120_000;

const isLifecycles = (value: unknown): value is AreaLifecycles =>
  typeof value === 'object' &&
  value !== null &&
  ['bootstrap', 'mount', 'update', 'unmount'].every((key) => typeof Reflect.get(value, key) === 'function');

let attempts = 0;

const load = async (id: string, version: AreaVersion, deadlineMs: number): Promise<LoadedArea> => {
  const began = performance.now();
  const federation = getInstance();
  if (!federation) throw new AreaFailure('error', 'The shell was built without module federation.');
  // Each attempt is a remote of its own: an older version that still runs is not touched by a newer one, and a name
  // that is registered again would have its entry taken away, to be fetched anew without integrity.
  const name = `${id}@${version.version}#${(attempts += 1)}`;
  const entry = new URL(version.base + version.entry, location.origin).href;
  trustFiles(version.integrity, version.base);
  preloadVersion(version);
  // The entry is fetched here, with integrity and deadline; the federation runtime finds its global in place.
  await loadScript(entry, version.integrity[version.entry], deadlineMs);
  federation.registerRemotes([{ name, entry, type: 'global', entryGlobalName: version.container }]);
  const loaded = await federation.loadRemote(`${name}/${version.module.replace('./', '')}`);
  if (!isLifecycles(loaded)) throw new AreaFailure('error', `Area ${id} does not expose lifecycles.`);
  return { lifecycles: loaded, ms: fetchedBefore(version, began) + performance.now() - began };
};

const known = new Map<string, Promise<LoadedArea>>();

/**
 * One version of an area, loaded once per page. A failure is not kept: the next call fetches again.
 * Rejects with AreaFailure.
 */
export const loadArea = (
  id: string,
  version: AreaVersion,
  deadlineMs = loadDeadlineMs,
): Promise<LoadedArea> => {
  const key = `${id}@${version.version}`;
  const running = known.get(key);
  // Whoever joins a loading area has a deadline of their own.
  if (running) return within(deadlineMs, `Area ${id}`, running);
  // Entry and chunks together have the one deadline.
  const loading = within(deadlineMs, `Area ${id}`, load(id, version, deadlineMs)).catch(
    async (error: unknown) => {
      known.delete(key);
      abandonFiles(version);
      forgetFailedPackages();
      throw await failureOf(error);
    },
  );
  known.set(key, loading);
  return loading;
};
