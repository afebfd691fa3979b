import { createHash } from 'node:crypto';

/** Subresource integrity (sha384) of a file's bytes. */
export const computeIntegrity = (bytes: Buffer | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
