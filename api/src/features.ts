import { authRoutes } from './auth/auth.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { logRoutes } from './log/log.routes.ts';
import { lookupRoutes } from './lookups/lookup.routes.ts';
import type { Feature } from './platform/feature.ts';
import { userRoutes } from './users/users.routes.ts';

/** Everything the API answers; a test fails while a call of the contract is missing here. */
export const features: readonly Feature[] = [
  authRoutes,
  userRoutes,
  logRoutes,
  lookupRoutes,
  dashboardRoutes,
];
