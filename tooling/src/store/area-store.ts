import type { OpenObject } from '@readerlens/api/storage';

export interface StoredText {
  text: string;
  /** Identifies exactly this text. */
  etag: string;
}

/**
 * Storage of deployed areas: files by key ('areas/review/1a2b/area.js'), and registries that are replaced atomically.
 * Every method throws StoreError if the storage cannot be used.
 */
export interface AreaStore {
  /** As configured: a folder or `s3://bucket/prefix`. */
  readonly target: string;
  /** How long readers may cache the registry, in milliseconds. */
  readonly freshMs: number;
  readText(key: string): Promise<StoredText | undefined>;
  exists(key: string): Promise<boolean>;
  open(key: string): Promise<OpenObject | undefined>;
  /** Writes a file atomically, with the headers of its key (`chooseHeaders`). */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Writes `text` only if the stored text still has this etag, or for `undefined`, if there is none. Returns false after
   * a concurrent change.
   */
  replaceText(key: string, text: string, etag: string | undefined): Promise<boolean>;
  /** Removes a file, if there is one. Files of versions are never removed. */
  remove(key: string): Promise<void>;
}
