import { EncryptJWT, jwtDecrypt } from 'jose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signInAttemptSeconds, signInCodeSeconds } from '../../../deadlines.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { SignInAttempt } from './identity-provider.ts';

const attemptCookie = 'readerlens_sign_in';
const codeCookie = 'readerlens_sign_in_code';

/** What the browser keeps during a sign-in. Another browser cannot continue it. */
export interface SignInCookies {
  keepAttempt(reply: FastifyReply, attempt: SignInAttempt): Promise<void>;
  /** Undefined if there is none, or if it has expired. */
  attemptOf(request: FastifyRequest): Promise<SignInAttempt | undefined>;
  forgetAttempt(reply: FastifyReply): void;
  keepCode(reply: FastifyReply, code: string): void;
  codeOf(request: FastifyRequest): string | undefined;
  forgetCode(reply: FastifyReply): void;
}

const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

export const createSignInCookies = (
  { deriveKeys }: Pick<Secrets, 'deriveKeys'>,
  publicUrl: string,
): SignInCookies => {
  const keys = deriveKeys('sign-in');
  // Lax, because the provider redirects the browser from another site.
  const attributes = `Path=/api/auth/oidc; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  const set = (reply: FastifyReply, name: string, value: string, seconds: number) => {
    reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${attributes}`);
  };
  return {
    async keepAttempt(reply, attempt) {
      const sealed = await new EncryptJWT({ ...attempt })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(`${signInAttemptSeconds}s`)
        .encrypt(keys[0]);
      set(reply, attemptCookie, sealed, signInAttemptSeconds);
    },
    async attemptOf(request) {
      const sealed = readCookie(request, attemptCookie) ?? '';
      for (const key of keys)
        try {
          return (await jwtDecrypt<SignInAttempt>(sealed, key)).payload;
        } catch {
          // Expired, changed, or encrypted with another key.
        }
      return undefined;
    },
    forgetAttempt: (reply) => set(reply, attemptCookie, '', 0),
    keepCode: (reply, code) => set(reply, codeCookie, code, signInCodeSeconds),
    codeOf: (request) => readCookie(request, codeCookie),
    forgetCode: (reply) => set(reply, codeCookie, '', 0),
  };
};
