import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { testUser } from '@readerlens/auth/testing';

const reviewer = testUser({
  firstName: 'Rosa',
  lastName: 'Lind',
  email: 'rosa@staff.example',
  claims: ['reviewActivities', 'cr-engagement-read', 'cr-customerrequest-read'],
});

/** Signs a reviewer in, as the shell does before it mounts an area. */
export const signIn = (user: Partial<SessionUserData> = {}, { blinded = false } = {}) =>
  sessionStore.setState({ token: 'token', user: { ...reviewer, ...user }, blinded });
