import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';
import { buildBody, linkTo } from './dashboard.ts';
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

interface ListState {
  page?: number;
  size?: 50 | 100;
  sort?: { field: string; order: 'asc' | 'desc' };
  query?: string;
}

/** The API's result for a search, to compare with the page. */
export const findActivities = (
  request: APIRequestContext,
  account: Account,
  search: Search,
  state: ListState = {},
): Promise<{ items: FoundActivity[]; total: number }> =>
  callAs(request, account, 'POST', '/api/analytics/search', { ...buildBody(search), ...state });

/** The URL of the page with a search. */
export const searchLink = (search: Search): string => linkTo(search, '/analytics/search');
