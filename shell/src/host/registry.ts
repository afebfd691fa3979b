import { loadUser, sessionStore } from '@readerlens/auth';
import type { AreaEntry, AreaVersion, Registry } from '@readerlens/contract/registry';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { registryDeadlineMs, registryMaxAgeOnEntryMs, registryWaitMs, registryPollMs } from '../deadlines.ts';
import { emitAreaEvent } from './area-events.ts';
import { AreaFailure, fetchJson, reportFailure } from './area-failure.ts';
import { findCanary, needsUser, rememberCanaries } from './canary.ts';
import { parseRegistry, readRegistry } from './read-registry.ts';
import type { InvalidArea, ReadRegistry } from './read-registry.ts';

const lastGoodKey = 'readerlens.registry';

export type RegistryState =
  | { status: 'loading' }
  | { status: 'ready'; registry: Registry; stale: boolean; invalid: InvalidArea[] }
  | { status: 'failed'; failure: AreaFailure };

type Override = (registry: Registry) => Registry;

/** The registry of this page: which areas exist, where they are, what they offer. */
export const registryStore = createStore<RegistryState>()(() => ({ status: 'loading' }));

/** The deployed registry as last fetched; the store has it with the override applied. */
let deployed: Registry | undefined;
/** The areas whose entries in it are invalid. */
let invalid: InvalidArea[] = [];
let override: Override | undefined;
let checkedAt = 0;
let checking: Promise<void> | undefined;
let reported: string | undefined;

/** Reports a problem with the registry to the server: once, however long it lasts. */
const reportOnce = (failure: AreaFailure | undefined) => {
  if (failure && failure.message !== reported) reportFailure('registry load', failure);
  reported = failure?.message;
};

const show = (stale: boolean) => {
  if (!deployed) return;
  const registry = override ? override(deployed) : deployed;
  registryStore.setState({ status: 'ready', registry, stale, invalid }, true);
};

const remembered = (): Registry | undefined => {
  try {
    return parseRegistry(localStorage.getItem(lastGoodKey))?.registry;
  } catch {
    return undefined;
  }
};

const remember = (text: string) => {
  try {
    localStorage.setItem(lastGoodKey, text);
  } catch {
    // If storage is full or blocked, only the fallback is lost.
  }
};

const buildVersionKey = ({ id, version }: InvalidArea) => `${id}@${version}`;

const reportInvalid = ({ id: area, version }: InvalidArea) => {
  const failure = new AreaFailure('error', 'Its entry in the list of areas is invalid.');
  if (area && version) return emitAreaEvent({ type: 'invalid', area, version, failure });
  const message = `The list of areas has an invalid entry for ${area ?? 'an area without id'}.`;
  return reportFailure('registry load', new AreaFailure('error', message));
};

/** Each invalid entry is reported once, however long it lasts. */
const reportNewlyInvalid = (found: readonly InvalidArea[]) => {
  const known = invalid.map(buildVersionKey);
  for (const area of found) if (!known.includes(buildVersionKey(area))) reportInvalid(area);
};

/** Adopts a registry; if it is unchanged, nothing on the page updates. */
const ready = (read: ReadRegistry) => {
  reportOnce(undefined);
  reportNewlyInvalid(read.invalid);
  checkedAt = Date.now();
  const { registry } = read;
  const isSame = JSON.stringify([registry, read.invalid]) === JSON.stringify([deployed, invalid]);
  invalid = read.invalid;
  const current = registryStore.getState();
  if (current.status === 'ready' && !current.stale && isSame) return;
  remember(JSON.stringify(registry));
  deployed = registry;
  show(false);
};

const failed = (failure: AreaFailure) => {
  reportOnce(failure);
  // A page with a registry keeps it; a page without one uses the last good one in this browser's storage.
  if (registryStore.getState().status === 'ready') return;
  deployed = remembered();
  if (deployed) show(true);
  else registryStore.setState({ status: 'failed', failure }, true);
};

const fetchRegistry = async () => {
  try {
    const read = readRegistry(await fetchJson('/registry.json', registryDeadlineMs), deployed);
    if (!read) throw new AreaFailure('error', 'The list of areas is invalid.');
    ready(read);
  } catch (error) {
    failed(AreaFailure.of(error));
  } finally {
    checking = undefined;
  }
};

/** Fetches the registry. Never rejects: on failure the page keeps its registry or uses the last good one in storage. */
export const refreshRegistry = (): Promise<void> => {
  checking ??= fetchRegistry();
  return checking;
};

/** Refreshes the registry unless it is at most `maxAgeMs` old. */
export const checkRegistry = async (maxAgeMs: number): Promise<void> => {
  if (Date.now() - checkedAt > maxAgeMs) await refreshRegistry();
};

/** Overrides the registry on this page, such as one area with its staged version; undefined removes the override. */
export const setRegistryOverride = (next: Override | undefined) => {
  override = next;
  const current = registryStore.getState();
  show(current.status === 'ready' && current.stale);
};

const poll = () => {
  if (document.visibilityState === 'visible') void checkRegistry(registryPollMs / 2);
};

/** Reads the registry from the page, else from the server, and polls for changes from then on. */
export const startRegistry = async (): Promise<void> => {
  setInterval(poll, registryPollMs);
  document.addEventListener('visibilitychange', poll);
  const inlined = parseRegistry(document.getElementById('readerlens-registry')?.textContent);
  if (inlined) ready(inlined);
  else await refreshRegistry();
};

/** Subscribes to the registry: `{status: 'loading' | 'ready' | 'failed', …}`. */
export const useRegistry = () => useStore(registryStore);

const maxWait = () => new Promise<void>((resolve) => setTimeout(resolve, registryWaitMs));

/**
 * The versions of an area to run for the person of this page, best first: a canary if the person gets one, the deployed version,
 * then the previous one.
 */
export const listVersions = (area: AreaEntry): AreaVersion[] => {
  const canary = findCanary(area, sessionStore.getState());
  return [...(canary ? [canary] : []), area, ...(area.previous ? [area.previous] : [])];
};

const findCurrent = (area: AreaEntry): AreaEntry => {
  const state = registryStore.getState();
  return (state.status === 'ready' && state.registry.areas.find(({ id }) => id === area.id)) || area;
};

/** Loads what a canary depends on. */
const prepareCanary = async (area: AreaEntry): Promise<void> => {
  if (needsUser(findCurrent(area), sessionStore.getState())) await loadUser().catch(() => {});
};

/**
 * As `listVersions`, for the currently deployed registry: a deploy reaches open pages when they next enter the area, and
 * a rollback with the next retry (`maxAgeMs` 0). While there is a canary, the next entry knows whether it was stopped.
 */
export const currentVersions = async (
  area: AreaEntry,
  maxAgeMs = registryMaxAgeOnEntryMs,
): Promise<AreaVersion[]> => {
  const hasCanary = findCurrent(area).canary !== undefined;
  const checked = checkRegistry(hasCanary ? 0 : maxAgeMs).then(() => prepareCanary(area));
  await Promise.race([checked, maxWait()]);
  const state = registryStore.getState();
  if (state.status === 'ready') rememberCanaries(state.registry.areas, sessionStore.getState());
  return listVersions(findCurrent(area));
};
