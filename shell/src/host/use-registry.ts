import { useStore } from 'zustand';
import { registryStore } from './registry.ts';

/** The registry, followed: `{status: 'loading' | 'ready' | 'failed', …}`. */
export const useRegistry = () => useStore(registryStore);
