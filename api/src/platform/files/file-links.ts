import type { KeyRing } from '../secrets.ts';
import { checkExpiry, createSignedTokens, formatExpiry, invalidLink } from '../links/signed-token.ts';

/** A link is valid for its purpose only. */
export type FileLinkPurpose = 'download';

export interface FileLink {
  readonly fileId: string;
  readonly purpose: FileLinkPurpose;
  readonly expiresAt: Date;
}

export interface FileLinks {
  /** Creates the token of a link to one file. Anyone who has it can use it until it expires. */
  sign(link: FileLink): string;
  /** Returns the file id of a token. Throws 400 `invalid_token` if it was changed or has expired. */
  verify(token: string, purpose: FileLinkPurpose): string;
}

export const createFileLinks = (keys: KeyRing, now = () => Date.now()): FileLinks => {
  const tokens = createSignedTokens(keys);
  return {
    sign: ({ fileId, purpose, expiresAt }) => tokens.sign([fileId, formatExpiry(expiresAt)], [purpose]),
    verify(token, purpose) {
      const [fileId, seconds] = tokens.read(token, [purpose]) ?? [];
      if (fileId === undefined || seconds === undefined) throw invalidLink();
      checkExpiry(seconds, new Date(now()));
      return fileId;
    },
  };
};
