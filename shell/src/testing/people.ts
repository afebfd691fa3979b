import type { SessionUserData, TokenClaims } from '@readerlens/auth';
import { encodeToken, testUser } from '@readerlens/auth/testing';
import type { SeenCall } from '@readerlens/auth/testing';

export interface Person extends Omit<TokenClaims, 'exp'> {
  /** Seconds until the token expires; negative for an expired one. */
  expiresIn?: number;
}

export const client: Person = {
  sub: 'u1',
  name: 'Dana Whitfield',
  email: 'dana@client.example',
  role: 'Client',
  claims: [],
  notificationLevel: 'None',
};

export const admin: Person = {
  sub: 'u9',
  name: 'Ada Moreau',
  email: 'ada@staff.example',
  role: 'Admin',
  claims: ['reviewActivities', 'manageOnboardingForms', 'accessMarketingPerformance'],
  notificationLevel: 'Admin',
};

export const encodePersonToken = ({ expiresIn = 3600, ...claims }: Person): string =>
  encodeToken({ ...claims, exp: Math.floor(Date.now() / 1000) + expiresIn });

/** The response data of GET /api/session for a person. */
export const buildSession = (person: Person): SessionUserData =>
  testUser({
    id: person.sub,
    firstName: person.name.split(' ')[0] ?? '',
    lastName: person.name.split(' ')[1] ?? '',
    email: person.email,
    role: person.role,
    claims: person.claims,
    notificationClaimLevel: person.notificationLevel,
    accessMarketingPerformance: person.claims.includes('accessMarketingPerformance'),
  });

/** The person whose token a call carries. */
export const readBearer = ({ authorization }: SeenCall['headers']): Person => {
  const payload = authorization?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Person;
};
