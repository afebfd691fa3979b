import { StoreError, s3Objects } from '@readerlens/api/storage';
import type { S3Objects } from '@readerlens/api/storage';
import type { AreaStore } from './area-store.ts';
import { chooseHeaders } from './file-headers.ts';

/** Throws for a storage that ignores write conditions: one of two concurrent deploys would be lost. */
const assertConditions = async (objects: S3Objects) => {
  const probe = 'conditional-writes.txt';
  const headers = chooseHeaders(probe);
  const write = (text: string, etag?: string) => objects.putIf(probe, text, { etag }, headers);
  await write('Deploys use this file to test conditional writes.\n');
  const ignored = (await write('none')) || (await write('none', '"0"'));
  if (!ignored) return;
  const reason = 'it ignores If-Match and If-None-Match, so one of two concurrent deploys could be lost';
  throw new StoreError('no-conditional-writes', `${objects.target} cannot hold a registry: ${reason}.`);
};

/** Stores areas in S3 or a compatible storage that supports conditional writes. */
export const s3Store = (...target: Parameters<typeof s3Objects>): AreaStore => {
  const objects = s3Objects(...target);
  let conditions: Promise<void> | undefined;
  return {
    target: objects.target,
    freshMs: 500,
    readText: (key) => objects.readText(key),
    exists: async (key) => (await objects.size(key)) !== undefined,
    open: (key) => objects.open(key),
    put: (key, bytes) => objects.put(key, bytes, chooseHeaders(key)),
    async replaceText(key, text, etag) {
      await (conditions ??= assertConditions(objects));
      return objects.putIf(key, text, { etag }, chooseHeaders(key));
    },
    remove: (key) => objects.delete(key),
  };
};
