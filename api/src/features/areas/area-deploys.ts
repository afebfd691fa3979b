import type { SwitchedArea, UploadFile } from '@readerlens/contract';
import type { AreaVersion } from '@readerlens/contract/registry';

export interface AreaUpload {
  /** area.json of the version, as JSON text. */
  readonly manifest: string;
  readonly files: readonly UploadFile[];
}

/** Who switches an area, and what the server knows about its versions. */
export interface SwitchRequest {
  readonly area: string;
  /** For the history of the registry. */
  readonly by: string;
  /** Which of the versions of the area are proven by visits. */
  readonly findProven: (versions: readonly string[]) => Promise<string[]>;
}

/**
 * What a server with an areas store can do with it. All methods throw AppError: 400 for an invalid upload, 404 for an unknown
 * version, 409 for what would break or replace something, 413 for what is too large, 503 for a store that cannot be written.
 */
export interface AreaDeploys {
  /** Returns the version, and the paths of the files that the store does not have yet. */
  readonly beginUpload: (area: string, upload: AreaUpload) => Promise<{ version: string; missing: string[] }>;
  /** Stores a file of an upload, if it is the one that the upload has announced. */
  readonly addFile: (area: string, version: string, path: string, bytes: Buffer) => Promise<void>;
  /** Completes an upload whose files are all stored. */
  readonly finishUpload: (area: string, version: string) => Promise<void>;
  /** Where the files of an uploaded version are, and the subresource integrity of its area.json. */
  readonly describeStaged: (area: string, version: string) => Promise<{ base: string; integrity: string }>;
  readonly deploy: (request: SwitchRequest, version: string) => Promise<SwitchedArea>;
  /** Rolls back to the last good version, or the given one. */
  readonly rollBack: (request: SwitchRequest, version: string | undefined) => Promise<SwitchedArea>;
  readonly withdraw: (request: SwitchRequest) => Promise<SwitchedArea>;
  /** Checks that an uploaded version can run as a canary. Returns its files, and the deployed version. */
  readonly prepareCanary: (area: string, version: string) => Promise<{ files: AreaVersion; stable: string }>;
  /** The deployed version of each area. */
  readonly readLive: () => Promise<ReadonlyMap<string, string>>;
}
