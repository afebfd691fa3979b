import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { testUser } from '@readerlens/auth/testing';

const defaultUser = testUser({
  firstName: 'Ines',
  lastName: 'Okafor',
  email: 'ines@client.example',
  role: 'Client',
  claims: ['cr-engagement-read'],
});

/** A client that the test user can select. */
export const acme = { id: 'c1', name: 'Acme', onlines: [] };

/** Signs a user in, as the shell does before it mounts an area. */
export const signIn = (user: Partial<SessionUserData> = {}) =>
  sessionStore.setState({ token: 'token', user: { ...defaultUser, ...user }, blinded: false });
