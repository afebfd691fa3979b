import type { Readable } from 'node:stream';
import { ExplainedError } from '../explained-error.ts';

/** An object being read. */
export interface OpenObject {
  readonly body: Readable;
  /** In bytes. */
  readonly size: number;
}

/** Headers with which S3 serves an object to caches and browsers. A folder does not store them. */
export interface ObjectHeaders {
  readonly contentType?: string;
  readonly cacheControl?: string;
  readonly contentEncoding?: string;
}

/**
 * Objects by key ('areas/review/1a2b/area.js') in a folder or in S3. Keys come from the product, never from user input.
 * Every method throws StoreError if the storage fails.
 */
export interface ObjectStore {
  /** As configured: a folder or `s3://bucket/prefix`. */
  readonly target: string;
  /** Writes an object completely or not at all, also if a stream fails. */
  put(key: string, content: Uint8Array | Readable, headers?: ObjectHeaders): Promise<void>;
  open(key: string): Promise<OpenObject | undefined>;
  /** In bytes; undefined if the object does not exist. */
  size(key: string): Promise<number | undefined>;
  /** The keys of all objects, in no order. */
  list(): AsyncIterable<string>;
  /** Succeeds if the object does not exist. */
  delete(key: string): Promise<void>;
}

export type StoreProblem =
  | 'invalid-target'
  | 'unreachable'
  | 'denied'
  | 'no-conditional-writes'
  | 'busy'
  | 'failed';

/** A storage failure with a message for users. */
export class StoreError extends ExplainedError {
  override readonly name = 'StoreError';
  readonly code: StoreProblem;

  constructor(code: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
