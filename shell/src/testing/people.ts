import type { SessionUserData, TokenClaims } from '@readerlens/auth';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface Person extends Omit<TokenClaims, 'exp'> {
  /** Seconds that the token lives from now on; negative for an expired one. */
  lives?: number;
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

/** A token as the server writes it; the page reads its claims only. */
export const tokenOf = ({ lives = 3600, ...claims }: Person): string =>
  `h.${encoded({ ...claims, exp: Math.floor(Date.now() / 1000) + lives })}.s`;

/** What GET /api/session answers for a person. */
export const sessionOf = (person: Person): SessionUserData => ({
  id: person.sub,
  firstName: person.name.split(' ')[0] ?? '',
  lastName: person.name.split(' ')[1] ?? '',
  email: person.email,
  role: person.role,
  claims: person.claims,
  notificationClaimLevel: person.notificationLevel,
  accessMarketingPerformance: person.claims.includes('accessMarketingPerformance'),
  companies: [],
  communities: [],
  searchFields: [],
});

/** The person whose token a call carries. */
export const bearerOf = (authorization: string | undefined): Person => {
  const payload = authorization?.replace('Bearer ', '').split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Person;
};
