import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../http/errors.ts';
import type { KeyRing } from '../secrets.ts';

export interface SignedTokens {
  /**
   * The token of a link: its parts and their signature, with dots between them. `bound` is signed as well, but not part of
   * the token, such as the purpose of a link. Parts contain neither dots nor line breaks.
   */
  sign(parts: readonly string[], bound?: readonly string[]): string;
  /** The parts of a token; undefined if it was changed, or signed with another key or for something else. */
  read(token: string, bound?: readonly string[]): readonly string[] | undefined;
}

/** Tokens that anyone can read, but only this product can make. */
export const createSignedTokens = (keys: KeyRing): SignedTokens => {
  const createSignature = (key: Uint8Array, parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return {
    sign(parts, bound = []) {
      const broken = parts.find((part) => /[.\n]/.test(part));
      if (broken !== undefined) throw new Error(`A token cannot contain '${broken}'.`);
      return [...parts, createSignature(keys[0], [...bound, ...parts])].join('.');
    },
    read(token, bound = []) {
      const parts = token.split('.');
      const given = Buffer.from(parts.pop() ?? '');
      const isValid = keys.some((key) => {
        const expected = Buffer.from(createSignature(key, [...bound, ...parts]));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isValid ? parts : undefined;
    },
  };
};

export const invalidLink = () => badRequest('This link is not valid.', 'invalid_token');

/** Seconds since 1970, as a part of a token. */
export const formatExpiry = (expiresAt: Date): string => String(Math.floor(expiresAt.getTime() / 1000));

/** @throws AppError 400 `invalid_token` if the time of `formatExpiry` has come */
export const checkExpiry = (seconds: string, now: Date): void => {
  if (!(Number(seconds) * 1000 > now.getTime())) throw badRequest('This link has expired.', 'invalid_token');
};
