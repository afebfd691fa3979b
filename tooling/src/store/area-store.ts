import type { Readable } from 'node:stream';

/** A text as it was read. */
export interface StoredText {
  text: string;
  /** Stands for exactly this text. */
  etag: string;
}

/** A file being read. */
export interface StoredFile {
  body: Readable;
  /** In bytes. */
  size: number;
}

/**
 * Where areas are deployed: files by key ('areas/review/1a2b/area.js'), and registries that are replaced in one step.
 * Every method throws StoreError when the storage cannot be used.
 */
export interface AreaStore {
  /** As it was named: a folder or `s3://bucket/prefix`. */
  readonly target: string;
  /** How long a reader may go on with what was read, in milliseconds. */
  readonly freshMs: number;
  readText(key: string): Promise<StoredText | undefined>;
  exists(key: string): Promise<boolean>;
  open(key: string): Promise<StoredFile | undefined>;
  /** Writes a file whole or not at all, with the headers of its key (`headersOf`). */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Writes `text` only if the key still holds what `etag` stands for; `undefined` stands for nothing at all.
   * Answers false when somebody else was faster.
   */
  replaceText(key: string, text: string, etag: string | undefined): Promise<boolean>;
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
