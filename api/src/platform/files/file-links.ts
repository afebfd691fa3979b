import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../http/errors.ts';

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

const invalid = () => badRequest('This link is not valid.', 'invalid_token');
const expired = () => badRequest('This link has expired.', 'invalid_token');

/** File id, expiry in seconds since 1970, signature. */
const tokenPattern = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

export const createFileLinks = (key: Uint8Array, now = () => Date.now()): FileLinks => {
  const signatureOf = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return {
    sign({ fileId, purpose, expiresAt }) {
      const seconds = String(Math.floor(expiresAt.getTime() / 1000));
      return `${fileId}.${seconds}.${signatureOf(purpose, fileId, seconds)}`;
    },
    verify(token, purpose) {
      const [, fileId, seconds, signature] = tokenPattern.exec(token) ?? [];
      if (!fileId || !seconds || !signature) throw invalid();
      const expected = Buffer.from(signatureOf(purpose, fileId, seconds));
      if (!timingSafeEqual(Buffer.from(signature), expected)) throw invalid();
      if (Number(seconds) * 1000 <= now()) throw expired();
      return fileId;
    },
  };
};
