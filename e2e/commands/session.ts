import type { Page } from '@playwright/test';

/** Local storage keys of the session. */
export const storageKeys = {
  token: 'jwt_token',
  impersonated: 'impersonatedUserToken',
  originalAdmin: 'original_admin_token',
} as const;

export interface Payload {
  sub: string;
  /** The id of the session. */
  sid: string;
  exp: number;
  name: string;
  email: string;
}

export const decodePayload = (token: string): Payload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Payload;

/** The token with a changed payload. The browser accepts it; the server rejects its signature. */
export const withPayload = (token: string, changes: Partial<Payload>): string => {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...decodePayload(token), ...changes })).toString('base64url');
  return [header, payload, signature].join('.');
};

export const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const sessionKeys = {
  local: [...Object.values(storageKeys), 'readerlens.blinded'] as string[],
  session: ['readerlens.search'],
};

/** The session, Blinded Mode and search in the browser's storage. */
export const storedSession = (page: Page): Promise<Record<string, string | null>> =>
  page.evaluate(
    ({ local, session }) => ({
      ...Object.fromEntries(local.map((key) => [key, localStorage.getItem(key)])),
      ...Object.fromEntries(session.map((key) => [key, sessionStorage.getItem(key)])),
    }),
    sessionKeys,
  );

export const nothingStored: Record<string, null> = Object.fromEntries(
  [...sessionKeys.local, ...sessionKeys.session].map((key) => [key, null]),
);

/**
 * Signs a tab in before its first page; later changes of the session are kept. Marks the product tour as seen, unless
 * `tour` is set.
 */
export const startWith = async (page: Page, token: string, { tour = false } = {}): Promise<void> => {
  await page.addInitScript(
    ([value, tourKey]) => {
      if (sessionStorage.getItem('e2e-signed-in')) return;
      sessionStorage.setItem('e2e-signed-in', 'true');
      localStorage.setItem('jwt_token', value);
      if (tourKey) localStorage.setItem(tourKey, 'seen');
    },
    [token, tour ? '' : `readerlens.tour.${decodePayload(token).sub}`] as const,
  );
};
