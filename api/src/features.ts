import { activitySheetRoutes } from './activity-sheet/activity-sheet.routes.ts';
import { areaRoutes } from './areas/areas.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { logRoutes } from './log/log.routes.ts';
import { lookupRoutes } from './lookups/lookup.routes.ts';
import type { Feature } from './platform/feature.ts';
import { permalinkRoutes } from './permalinks/permalink.routes.ts';
import { defaultColumnRoutes } from './preferences/default-columns.routes.ts';
import { defaultFilterRoutes } from './preferences/default-filters.routes.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { savedSearchRoutes } from './saved-searches/saved-search.routes.ts';
import { sharingRoutes } from './sharing/sharing.routes.ts';
import { userRoutes } from './users/users.routes.ts';

/** Everything the API answers; a test fails while a call of the contract is missing here. */
export const features: readonly Feature[] = [
  authRoutes,
  userRoutes,
  logRoutes,
  lookupRoutes,
  dashboardRoutes,
  reviewRoutes,
  searchRoutes,
  defaultColumnRoutes,
  exportRoutes,
  savedSearchRoutes,
  defaultFilterRoutes,
  permalinkRoutes,
  activitySheetRoutes,
  sharingRoutes,
  areaRoutes,
];
