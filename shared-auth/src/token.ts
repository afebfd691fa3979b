import { isAllowed } from '@readerlens/contract/vocabulary';
import type { AccessRule, Claim, NotificationLevel, Role } from '@readerlens/contract/vocabulary';

/** The claims of a session token. The browser reads them for display and guards; the API verifies the token. */
export interface TokenClaims {
  sub: string;
  /** Seconds since 1970. */
  exp: number;
  name: string;
  email: string;
  role: Role;
  claims: Claim[];
  notificationLevel: NotificationLevel;
  /** The administrator behind an impersonated session, and whether it was started in Blinded Mode and stays in it. */
  impersonator?: { id: string; name: string; email: string; blinded?: boolean };
}

/** The claims of a token, or undefined when it is not one of ours. Nothing is verified here. */
export const decodeToken = (token: string | null | undefined): TokenClaims | undefined => {
  const payload = token?.split('.')[1];
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const value = JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims;
    return typeof value.exp === 'number' && typeof value.sub === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

export const isExpired = (token: TokenClaims | undefined, now = Date.now()): boolean =>
  token === undefined || token.exp * 1000 <= now;

/** Whether a token satisfies a rule. An expired token satisfies none. */
export const satisfies = (token: TokenClaims | undefined, rule: AccessRule = {}, now = Date.now()): boolean =>
  token !== undefined && !isExpired(token, now) && isAllowed(rule, token);
