import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../http/errors.ts';

/** What a link is for. A link for one purpose is not valid for another. */
export type FileLinkPurpose = 'download';

export interface FileLink {
  readonly fileId: string;
  readonly purpose: FileLinkPurpose;
  readonly expiresAt: Date;
}

export interface FileLinks {
  /** The token of a link to exactly this file. Everybody who has it can use it until it expires. */
  sign(link: FileLink): string;
  /** The id of the file that a link leads to. Throws 400 `invalid_token` for a link that was changed or has expired. */
  verify(token: string, purpose: FileLinkPurpose): string;
}

const invalid = () => badRequest('This link is not valid.', 'invalid_token');
const expired = () => badRequest('This link has expired.', 'invalid_token');

/** File id, expiry in seconds since 1970, signature. */
const form = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

export const createFileLinks = (key: Uint8Array, now = () => Date.now()): FileLinks => {
  const signatureOf = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return {
    sign({ fileId, purpose, expiresAt }) {
      const seconds = String(Math.floor(expiresAt.getTime() / 1000));
      return `${fileId}.${seconds}.${signatureOf(purpose, fileId, seconds)}`;
    },
    verify(token, purpose) {
      const [, fileId, seconds, signature] = form.exec(token) ?? [];
      if (!fileId || !seconds || !signature) throw invalid();
      const wanted = Buffer.from(signatureOf(purpose, fileId, seconds));
      if (!timingSafeEqual(Buffer.from(signature), wanted)) throw invalid();
      if (Number(seconds) * 1000 <= now()) throw expired();
      return fileId;
    },
  };
};
