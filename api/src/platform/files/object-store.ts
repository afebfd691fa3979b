import type { Readable } from 'node:stream';

/** An object being read. */
export interface OpenObject {
  readonly body: Readable;
  /** In bytes. */
  readonly size: number;
}

/** How S3 is to send an object to caches and browsers that read it directly. A folder keeps no headers. */
export interface ObjectHeaders {
  readonly contentType?: string;
  readonly cacheControl?: string;
  readonly contentEncoding?: string;
}

/**
 * Objects by key ('areas/review/1a2b/area.js') in a folder or in S3. Keys are made by the product, never from names
 * that people give. Every method throws StoreError when the storage cannot be used.
 */
export interface ObjectStore {
  /** As it was configured: a folder or `s3://bucket/prefix`. */
  readonly target: string;
  /** Writes an object completely or not at all. A stream that fails writes nothing. */
  put(key: string, content: Uint8Array | Readable, headers?: ObjectHeaders): Promise<void>;
  open(key: string): Promise<OpenObject | undefined>;
  /** In bytes; undefined where there is no object. */
  size(key: string): Promise<number | undefined>;
  /** Deleting what does not exist succeeds. */
  delete(key: string): Promise<void>;
}

export type StoreProblem =
  | 'invalid-target'
  | 'unreachable'
  | 'denied'
  | 'no-conditional-writes'
  | 'busy'
  | 'failed';

/** A storage that cannot be used; the message is for people. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreProblem;

  constructor(code: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
