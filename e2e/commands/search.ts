import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';
import { bodyOf, linkTo } from './dashboard.ts';
import type { Search } from './dashboard.ts';

export interface FoundActivity {
  id: string;
  qualifiedId: string;
  date: string;
  activityType: string;
  fullName: string | null;
  userId: string;
  company: string | null;
  docTitle: string | null;
  sequenceName: string;
  hasSpecifics: boolean;
}

interface Place {
  page?: number;
  size?: 50 | 100;
  sort?: { field: string; order: 'asc' | 'desc' };
  query?: string;
}

/** The API's own answer, to hold the page against. */
export const findActivities = (
  request: APIRequestContext,
  account: Account,
  search: Search,
  place: Place = {},
): Promise<{ items: FoundActivity[]; total: number }> =>
  callAs(request, account, 'POST', '/api/analytics/search', { ...bodyOf(search), ...place });

/** The search as it stands in the address of the page. */
export const searchLink = (search: Search): string => linkTo(search, '/analytics/search');
