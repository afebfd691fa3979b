import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';

const someone: SessionUserData = {
  id: 'u1',
  firstName: 'Ines',
  lastName: 'Okafor',
  email: 'ines@client.example',
  role: 'Client',
  claims: ['cr-engagement-read'],
  notificationClaimLevel: 'None',
  accessMarketingPerformance: false,
  companies: [],
  communities: [],
  searchFields: [],
};

/** Signs a user in, as the shell has done before an area is mounted. */
export const signIn = (user: Partial<SessionUserData> = {}) =>
  sessionStore.setState({ token: 'token', user: { ...someone, ...user }, blinded: false });
