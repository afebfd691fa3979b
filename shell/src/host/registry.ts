import type { AreaEntry, AreaVersion, Registry } from '@readerlens/contract/registry';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  registryDeadlineMs,
  registryMaxAgeOnEntryMs,
  registryPatienceMs,
  registryPollMs,
} from '../deadlines.ts';
import { AreaFailure, fetchJson, reportFailure } from './area-failure.ts';
import { parseRegistry, readRegistry } from './read-registry.ts';
import type { ReadRegistry } from './read-registry.ts';

const lastGoodKey = 'readerlens.registry';

export type RegistryState =
  | { status: 'loading' }
  | { status: 'ready'; registry: Registry; stale: boolean }
  | { status: 'failed'; failure: AreaFailure };

type Override = (registry: Registry) => Registry;

/** The registry of this page: which areas exist, where they are, what they offer. */
export const registryStore = createStore<RegistryState>()(() => ({ status: 'loading' }));

/** What was deployed, as last seen; the store shows it with the override applied. */
let deployed: Registry | undefined;
let override: Override | undefined;
let checkedAt = 0;
let checking: Promise<void> | undefined;
let told: string | undefined;

/** Tells the server what is wrong with the registry: once, however long it lasts. */
const tell = (failure: AreaFailure | undefined) => {
  if (failure && failure.message !== told) reportFailure('registry load', failure);
  told = failure?.message;
};

const show = (stale: boolean) => {
  if (!deployed) return;
  const registry = override ? override(deployed) : deployed;
  registryStore.setState({ status: 'ready', registry, stale }, true);
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
    // A full or forbidden storage costs the fall-back only.
  }
};

/** Takes a registry over; one that says what is known already changes nothing on the page. */
const ready = ({ registry, lost }: ReadRegistry) => {
  const problem = `The list of areas has no proper entry for ${lost.join(', ')}.`;
  tell(lost.length > 0 ? new AreaFailure('error', problem) : undefined);
  checkedAt = Date.now();
  const text = JSON.stringify(registry);
  const current = registryStore.getState();
  if (current.status === 'ready' && !current.stale && text === JSON.stringify(deployed)) return;
  remember(text);
  deployed = registry;
  show(false);
};

const failed = (failure: AreaFailure) => {
  tell(failure);
  // A page with a registry keeps it; a page without one uses the last good one of this browser.
  if (registryStore.getState().status === 'ready') return;
  deployed = remembered();
  if (deployed) show(true);
  else registryStore.setState({ status: 'failed', failure }, true);
};

const fetchRegistry = async () => {
  try {
    const read = readRegistry(await fetchJson('/registry.json', registryDeadlineMs), deployed);
    if (!read) throw new AreaFailure('error', 'The list of areas is not in its proper form.');
    ready(read);
  } catch (error) {
    failed(AreaFailure.of(error));
  } finally {
    checking = undefined;
  }
};

/** Fetches the registry. Never rejects: a page keeps the one it has, else takes the last good one of this browser. */
export const refreshRegistry = (): Promise<void> => {
  checking ??= fetchRegistry();
  return checking;
};

/** Refreshes the registry unless that was done in the last `maxAgeMs`. */
export const checkRegistry = async (maxAgeMs: number): Promise<void> => {
  if (Date.now() - checkedAt > maxAgeMs) await refreshRegistry();
};

/** Changes what this page sees of the registry, such as one area for its staged version; undefined ends it. */
export const setRegistryOverride = (next: Override | undefined) => {
  override = next;
  const current = registryStore.getState();
  show(current.status === 'ready' && current.stale);
};

const poll = () => {
  if (document.visibilityState === 'visible') void checkRegistry(registryPollMs / 2);
};

/** Reads the registry from the page, else from the server, and follows it from then on. */
export const startRegistry = async (): Promise<void> => {
  setInterval(poll, registryPollMs);
  document.addEventListener('visibilitychange', poll);
  const inlined = parseRegistry(document.getElementById('readerlens-registry')?.textContent);
  if (inlined) ready(inlined);
  else await refreshRegistry();
};

/** The registry, followed: `{status: 'loading' | 'ready' | 'failed', …}`. */
export const useRegistry = () => useStore(registryStore);

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, registryPatienceMs));

/** The versions of an area to run, best first: the deployed one, then the one before it. */
const versionsOf = (area: AreaEntry): AreaVersion[] => (area.previous ? [area, area.previous] : [area]);

/**
 * As `versionsOf`, by what is deployed at this moment; so a deploy reaches open pages with their next way into the area,
 * and a roll-back with the next attempt (`maxAgeMs` 0).
 */
export const currentVersions = async (
  area: AreaEntry,
  maxAgeMs = registryMaxAgeOnEntryMs,
): Promise<AreaVersion[]> => {
  await Promise.race([checkRegistry(maxAgeMs), patience()]);
  const state = registryStore.getState();
  const current = state.status === 'ready' && state.registry.areas.find(({ id }) => id === area.id);
  return versionsOf(current || area);
};
