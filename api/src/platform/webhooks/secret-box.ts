import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts texts that are stored. */
export interface SecretBox {
  /** `context`: whose text it is; it can be opened with the same context only. */
  seal(text: string, context: string): Uint8Array;
  /** Undefined if the text was changed, or sealed with another key or context. */
  open(sealed: Uint8Array, context: string): string | undefined;
}

export const createSecretBox = (key: Uint8Array): SecretBox => ({
  seal(text, context) {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), content]);
  },
  open(sealed, context) {
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
  },
});
