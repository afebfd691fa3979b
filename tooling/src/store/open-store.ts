import type { AreaStore } from './area-store.ts';
import { directoryStore } from './directory-store.ts';
import { s3Store } from './s3-store.ts';

/** The store that a target names: a folder, or `s3://bucket/prefix`. Nothing is read yet. */
export const openStore = (target: string): AreaStore =>
  target.startsWith('s3:') ? s3Store(target) : directoryStore(target);
