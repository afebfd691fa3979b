// Also part of the page's entry script, so it must not import a shared package.
import { blindedHeader } from '@readerlens/contract/vocabulary';
import { decodeToken } from './token.ts';
import type { TokenClaims } from './token.ts';

export const storageKeys = {
  token: 'jwt_token',
  impersonated: 'impersonatedUserToken',
  originalAdmin: 'original_admin_token',
} as const;
/** Kept with the tokens, so that a link opened in a new tab is masked too. */
export const blindedKey = 'readerlens.blinded';

export interface StoredSession {
  token: string | null;
  claims: TokenClaims | undefined;
  originalAdminToken: string | null;
  blinded: boolean;
}

/** The session in this browser's storage. */
export const storedSession = (): StoredSession => {
  const token = localStorage.getItem(storageKeys.token);
  const claims = decodeToken(token);
  return {
    token,
    claims,
    originalAdminToken: localStorage.getItem(storageKeys.originalAdmin),
    blinded: localStorage.getItem(blindedKey) !== null || claims?.impersonator?.blinded === true,
  };
};

/** The headers that identify the session to the API. */
export const sessionHeaders = ({
  token,
  blinded,
}: Pick<StoredSession, 'token' | 'blinded'>): Record<string, string> => ({
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...(blinded ? { [blindedHeader]: 'true' } : {}),
});

/** Where the API is: the page's own origin unless the page says otherwise in <meta name="api-base">. */
export const apiBase = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.replace(/\/$/, '') ?? '';
