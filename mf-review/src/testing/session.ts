import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';

const reviewer: SessionUserData = {
  id: 'u1',
  firstName: 'Rosa',
  lastName: 'Lind',
  email: 'rosa@staff.example',
  role: 'Internal',
  claims: ['reviewActivities', 'cr-engagement-read', 'cr-customerrequest-read'],
  notificationClaimLevel: 'None',
  accessMarketingPerformance: false,
  companies: [],
  communities: [],
  searchFields: [],
};

/** Signs a reviewer in, as the shell has done before an area is mounted. */
export const signIn = (user: Partial<SessionUserData> = {}, { blinded = false } = {}) =>
  sessionStore.setState({ token: 'token', user: { ...reviewer, ...user }, blinded });
