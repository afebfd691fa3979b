import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyIdLength } from '../secrets.ts';
import type { DataKey, KeyRing } from '../secrets.ts';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
/** Begins what names its key. */
export const sealedMark = Buffer.from('key1');

export const sealedPrefixLength = sealedMark.length + keyIdLength;

/** What texts that were sealed with a key begin with. Those of earlier versions have no such beginning. */
export const sealedPrefix = (id: Uint8Array): Buffer => Buffer.concat([sealedMark, id]);

/** Encrypts texts that are stored. */
export interface SecretBox {
  /** `context`: whose text it is; it can be opened with the same context only. */
  seal(text: string, context: string): Uint8Array;
  /** Undefined if the text was changed, or sealed with another key or context. */
  open(sealed: Uint8Array, context: string): string | undefined;
}

const sealWith = (key: Uint8Array, text: string, context: string): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
};

const openWith = (key: Uint8Array, sealed: Uint8Array, context: string): string | undefined => {
  if (sealed.length < ivLength + tagLength) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  const text = decipher.update(sealed.subarray(ivLength + tagLength));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** Seals with the first key, and opens what any of the keys has sealed. */
export const createSecretBox = (keys: KeyRing<DataKey>): SecretBox => ({
  seal: (text, context) => Buffer.concat([sealedPrefix(keys[0].id), sealWith(keys[0].key, text, context)]),
  open(sealed, context) {
    const prefix = sealed.subarray(0, sealedPrefixLength);
    const named = keys.find(({ id }) => sealedPrefix(id).equals(prefix));
    const text = named && openWith(named.key, sealed.subarray(sealedPrefixLength), context);
    if (text !== undefined) return text;
    // Earlier versions did not name the key.
    for (const { key } of keys) {
      const unnamed = openWith(key, sealed, context);
      if (unnamed !== undefined) return unnamed;
    }
    return undefined;
  },
});
