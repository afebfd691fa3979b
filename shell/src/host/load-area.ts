import { getInstance } from '@module-federation/enhanced/runtime';
import type { AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles } from '@readerlens/ui';
import { loadDeadlineMs } from '../deadlines.ts';
import { addressFor, registerIntegrity } from '../integrity.ts';
import { emitAreaEvent } from './area-events.ts';
import { AreaFailure, buildTimeout, toAreaFailure, failureOfFile, withDeadline } from './area-failure.ts';
import { watchLoading } from './leftovers/leftovers.ts';

/**
 * Runs a script of an area. `integrity` is required: a file without a known hash is not run.
 * Throws AreaFailure: 'timeout' after `deadlineMs`, 'missing' for 404, 'error' for anything else.
 */
const loadScript = (url: string, integrity: string | undefined, deadlineMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!integrity) {
      reject(new AreaFailure('error', `${url} has no integrity in the registry.`));
      return;
    }
    const script = Object.assign(document.createElement('script'), {
      src: addressFor(url),
      async: true,
      integrity,
      // As webpack does for chunks and the page for preloads: integrity is only checked on CORS requests.
      crossOrigin: 'anonymous',
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      script.remove();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(buildTimeout(url, deadlineMs))), deadlineMs);
    script.addEventListener('load', () => end(resolve));
    script.addEventListener('error', () => end(() => void failureOfFile(url).then(reject)));
    document.head.append(script);
  });

const preloaded = new Set<string>();

/** Fetches a version's entry and first chunks in parallel: the entry would request the chunks only after it ran. */
const preloadVersion = ({ base, entry, preload, integrity }: AreaVersion) => {
  const scripts = [entry, ...preload].filter((file) => file.endsWith('.js') && integrity[file]);
  for (const file of scripts) {
    const href = new URL(base + file, location.origin).href;
    // A second link for a file that the page itself preloads fetches nothing but logs a warning.
    if (preloaded.has(href) || document.querySelector(`link[rel=preload][href$="${base}${file}"]`)) continue;
    preloaded.add(href);
    const link = Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'script',
      crossOrigin: 'anonymous',
      integrity: integrity[file],
      href,
    });
    document.head.append(link);
  }
};

/**
 * How long the page spent fetching a version's files before `moment`, in milliseconds: preload links from the server
 * start before any script runs. The time between the end of the fetch and `moment` does not count.
 */
const fetchedBefore = ({ base }: AreaVersion, moment: number): number => {
  const address = new URL(base, location.origin).href;
  const files = performance
    .getEntriesByType('resource')
    .filter(
      (entry): entry is PerformanceResourceTiming =>
        entry.name.startsWith(address) && entry.startTime < moment,
    );
  if (files.length === 0) return 0;
  const first = Math.min(...files.map(({ startTime }) => startTime));
  const last = Math.max(...files.map(({ responseEnd }) => responseEnd));
  return Math.min(last, moment) - first;
};

/** Drops the pending files of a version that failed: webpack would wait for them when it requests them again. */
const abandonFiles = ({ base }: AreaVersion) => {
  for (const script of document.querySelectorAll(`script[src*="${base}"]`)) script.remove();
  const styles = document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href*="${base}"]`);
  // Left in the document: webpack removes it once it gives up on it.
  for (const style of styles) style.rel = 'abandoned';
};

const evaluates = (lib: () => unknown): boolean => {
  try {
    lib();
    return true;
  } catch {
    return false;
  }
};

/**
 * Lets failed shared packages be requested again: the federation runtime caches their failure forever. A package may
 * have loaded and still fail because one of its dependencies did not load. A package that is still loading is not
 * fetched twice, because webpack knows about it.
 */
export const resetFailedPackages = () => {
  const scopes = Object.values(getInstance()?.shareScopeMap ?? {});
  for (const versions of scopes.flatMap((scope) => Object.values(scope))) {
    for (const shared of Object.values(versions)) {
      if (shared.lib && evaluates(shared.lib)) continue;
      delete shared.lib;
      shared.loaded = false;
      shared.loading = null;
    }
  }
};

/**
 * Resets the failed packages after each script that did not load: a screen or a dialog that asks for a package knows nothing of
 * federation, and could not be tried again. Webpack has told its callers by the next task.
 */
export const watchFailedScripts = (): void =>
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) setTimeout(resetFailedPackages);
    },
    { capture: true },
  );

/** A version that is ready to be mounted. */
export interface LoadedArea {
  lifecycles: AreaLifecycles;
  /** How long its files took to load, in milliseconds, whether by a preload, a prefetch or a visit. */
  ms: number;
}

const isLifecycles = (value: unknown): value is AreaLifecycles =>
  typeof value === 'object' &&
  value !== null &&
  ['bootstrap', 'mount', 'update', 'unmount'].every((key) => typeof Reflect.get(value, key) === 'function');

let attempts = 0;

/** The remotes of the versions whose entry has loaded, by `buildVersionKey`: an area and its widgets share one. */
const remotes = new Map<string, Promise<string>>();

const buildVersionKey = (id: string, { version }: AreaVersion) => `${id}@${version}`;

/** Registers a version with the federation runtime. Returns the name of its remote. */
const openRemote = async (id: string, version: AreaVersion, deadlineMs: number): Promise<string> => {
  const federation = getInstance();
  if (!federation) throw new AreaFailure('error', 'The shell was built without module federation.');
  // Each attempt is a separate remote: a newer version does not affect an older one that still runs, and registering
  // the same name again would drop its entry and fetch it again without integrity.
  const name = `${buildVersionKey(id, version)}#${(attempts += 1)}`;
  const entry = new URL(version.base + version.entry, location.origin).href;
  // The entry is fetched here, with integrity and deadline; the federation runtime then finds its global.
  await loadScript(entry, version.integrity[version.entry], deadlineMs);
  federation.registerRemotes([{ name, entry, type: 'global', entryGlobalName: version.container }]);
  return name;
};

const fetchArea = async (id: string, version: AreaVersion, deadlineMs: number): Promise<LoadedArea> => {
  const began = performance.now();
  registerIntegrity(version.integrity, version.base);
  preloadVersion(version);
  const key = buildVersionKey(id, version);
  const opening = remotes.get(key) ?? openRemote(id, version, deadlineMs);
  remotes.set(key, opening);
  const name = await opening;
  const loaded = await getInstance()?.loadRemote(`${name}/${version.module.replace('./', '')}`);
  if (!isLifecycles(loaded)) throw new AreaFailure('error', `Area ${id} does not expose lifecycles.`);
  return { lifecycles: loaded, ms: fetchedBefore(version, began) + performance.now() - began };
};

/** The widget that a version was picked for; undefined for the area itself. */
const readWidgetName = ({ module, widgetFiles = {} }: AreaVersion): string | undefined =>
  Object.keys(widgetFiles).find((name) => module === `./${name}`);

/** Loads a version, and undoes what its modules do to the page while they run. */
const load = async (id: string, version: AreaVersion, deadlineMs: number): Promise<LoadedArea> => {
  const widget = readWidgetName(version);
  const subject = { area: id, version: version.version, ...(widget === undefined ? {} : { widget }) };
  const loaded = watchLoading(version.base, (leftovers) =>
    emitAreaEvent({ ...subject, type: 'leftBehind', leftovers }),
  );
  try {
    return await fetchArea(id, version, deadlineMs);
  } finally {
    loaded();
  }
};

interface RunningLoad {
  loading: Promise<LoadedArea>;
  /** Ends it as a timeout; no effect once it has settled. */
  abandon: () => void;
}

/** By version and module. */
const loads = new Map<string, RunningLoad>();

/** Whether another module of a version, such as a widget, has loaded or is loading. */
const isInUse = (id: string, version: AreaVersion): boolean =>
  [...loads.keys()].some((key) => key.startsWith(`${buildVersionKey(id, version)}/`));

/** Ends the pending loads of an area, because the user does not want to wait for them: the next call fetches again. */
export const abandonLoads = (id: string) => {
  for (const [key, { abandon }] of loads) if (key.startsWith(`${id}@`)) abandon();
};

const startLoad = (key: string, id: string, version: AreaVersion, deadlineMs: number): RunningLoad => {
  let abandon = () => {};
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () =>
      reject(new AreaFailure('timeout', `Area ${id} was requested again before it had loaded.`));
  });
  // Entry and chunks share one deadline.
  const timed = withDeadline(deadlineMs, `Area ${id}`, load(id, version, deadlineMs));
  const loading = Promise.race([timed, abandoned]).catch(async (error: unknown) => {
    loads.delete(key);
    remotes.delete(buildVersionKey(id, version));
    if (!isInUse(id, version)) abandonFiles(version);
    resetFailedPackages();
    throw await toAreaFailure(error);
  });
  return { loading, abandon };
};

/**
 * One version of an area, or of a widget (see `pickWidgetVersion`), loaded once per page. A failure is not cached: the next call fetches again.
 * Rejects with AreaFailure.
 */
export const loadArea = (
  id: string,
  version: AreaVersion,
  deadlineMs = loadDeadlineMs,
): Promise<LoadedArea> => {
  const key = `${buildVersionKey(id, version)}/${version.module}`;
  const running = loads.get(key);
  // A caller that joins a load in progress has its own deadline.
  if (running) return withDeadline(deadlineMs, `Area ${id}`, running.loading);
  const started = startLoad(key, id, version, deadlineMs);
  loads.set(key, started);
  return started.loading;
};
