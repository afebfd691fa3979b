// Object storage for other packages, such as tooling's store of areas.
import { folderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Objects } from './s3-objects.ts';

export { folderObjects, unlessMissing, withFolderErrors, writeAtomically } from './folder-objects.ts';
export { StoreError } from './object-store.ts';
export type { ObjectHeaders, ObjectStore, OpenObject, StoreProblem } from './object-store.ts';
export { s3Objects } from './s3-objects.ts';
export type { S3Objects } from './s3-objects.ts';

/** The storage at a target: a folder or `s3://bucket/prefix`. Does not access it yet. */
export const openObjects = (target: string): ObjectStore =>
  target.startsWith('s3:') ? s3Objects(target) : folderObjects(target);
