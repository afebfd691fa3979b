import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { testUser } from '@readerlens/auth/testing';

const someone = testUser({
  firstName: 'Ines',
  lastName: 'Okafor',
  email: 'ines@client.example',
  role: 'Client',
  claims: ['cr-engagement-read'],
});

/** A client for that user to look at. */
export const acme = { id: 'c1', name: 'Acme', onlines: [] };

/** Signs a user in, as the shell has done before an area is mounted. */
export const signIn = (user: Partial<SessionUserData> = {}) =>
  sessionStore.setState({ token: 'token', user: { ...someone, ...user }, blinded: false });
