import type { Registry } from '@readerlens/contract/registry';
import { createStore } from 'zustand/vanilla';
import { AreaFailure } from './area-failure.ts';
import { fetchJson } from './fetch-json.ts';

const lastGoodKey = 'readerlens.registry';
const deadlineMs = 15_000;

export type RegistryState =
  | { status: 'loading' }
  | { status: 'ready'; registry: Registry; stale: boolean }
  | { status: 'failed'; failure: AreaFailure };

const isRegistry = (value: unknown): value is Registry =>
  typeof value === 'object' && value !== null && Array.isArray((value as Registry).areas);

/** The registry that the server wrote into the page, when it did. */
const inlined = (): Registry | undefined => {
  try {
    const value: unknown = JSON.parse(document.getElementById('readerlens-registry')?.textContent ?? 'null');
    return isRegistry(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const lastGood = (): Registry | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(lastGoodKey) ?? 'null');
    return isRegistry(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const ready = (registry: Registry, stale = false) => {
  if (!stale) localStorage.setItem(lastGoodKey, JSON.stringify(registry));
  registryStore.setState({ status: 'ready', registry, stale }, true);
};

/** The registry of this page: which areas exist, where they are, what they offer. */
export const registryStore = createStore<RegistryState>()(() => ({ status: 'loading' }));

/** Fetches the registry; falls back to the last good one of this browser. Never rejects. */
export const refreshRegistry = async (): Promise<void> => {
  try {
    const value = await fetchJson('/registry.json', deadlineMs);
    if (!isRegistry(value)) throw new AreaFailure('error', 'The list of areas is not in its proper form.');
    ready(value);
  } catch (error) {
    const kept = lastGood();
    if (kept) ready(kept, true);
    else registryStore.setState({ status: 'failed', failure: AreaFailure.of(error) }, true);
  }
};

/** Reads the registry from the page, else from the server. */
export const startRegistry = async (): Promise<void> => {
  const registry = inlined();
  if (registry) ready(registry);
  else await refreshRegistry();
};
