import type { AreaStore } from './area-store.ts';
import { directoryStore } from './directory-store.ts';
import { s3Store } from './s3-store.ts';

/** Opens the store of a target: a folder or `s3://bucket/prefix`. Does not access it yet. */
export const openStore = (target: string): AreaStore =>
  target.startsWith('s3:') ? s3Store(target) : directoryStore(target);
