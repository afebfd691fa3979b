import { sessionStore, storeTokens } from '../session-store.ts';
import type { SessionUserData } from '../session-user.ts';
import { encodeToken } from './encode-token.ts';

/** A staff user, with overrides. */
export const testUser = (change: Partial<SessionUserData> = {}): SessionUserData => ({
  id: 'u1',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@readers.example',
  role: 'Internal',
  claims: [],
  notificationClaimLevel: 'None',
  accessMarketingPerformance: false,
  companies: [],
  communities: [],
  searchFields: [],
  ...change,
});

/** Starts a session of this user, with a matching token. */
export const signInAs = (user: SessionUserData): void => {
  const token = encodeToken({
    sub: user.id,
    exp: 4_000_000_000,
    name: `${user.firstName} ${user.lastName}`,
    email: user.email,
    role: user.role,
    claims: user.claims,
    notificationLevel: user.notificationClaimLevel,
  });
  storeTokens({ token });
  sessionStore.setState({ user });
};
