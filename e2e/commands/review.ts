import type { APIRequestContext } from '@playwright/test';
import { callAs } from './api.ts';
import { daysAgo } from './dashboard.ts';

/** Clients whose figures no other test checks: one for each test that makes decisions. */
export const isolatedClients = {
  approval: '7',
  rejection: '9',
  exclusion: '5',
  conflict: '4',
  keyboard: '6',
  everything: '8',
} as const;

export interface ReviewSearch {
  status: string;
  from: string;
  to: string;
  companyIds?: string[];
  secondaryOnly?: boolean;
  sortCol?: string;
  sortOrder?: 'asc' | 'desc';
  size?: number;
}

export interface Activity {
  id: string;
  activityType: 'Engagement' | 'CustomerRequest';
  status: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  client: string;
  documentTitle: string | null;
  dropDate: string;
}

export interface ActivityPage {
  items: Activity[];
  total: number;
}

/**
 * The API's result for a search, to compare with the page. Tests that run at the same time approve and reject activities of
 * their clients, so that only a search for pending activities may be about all clients.
 */
export const searchActivities = async (
  request: APIRequestContext,
  search: ReviewSearch,
): Promise<ActivityPage> => {
  if (search.status !== 'Pending' && !search.companyIds)
    throw new Error('Other tests change what this search finds: name clients.');
  return callAs(request, 'reviewer', 'POST', '/api/review-activities-search', search);
};

/** Activities of one client with a status, in the 60 days up to yesterday. */
export const recent = (client: string, status: string): ReviewSearch => ({
  status,
  from: daysAgo(60),
  to: daysAgo(1),
  companyIds: [client],
});

/** The URL of the page with a search. */
export const reviewLink = ({ status, from, to, companyIds = [], secondaryOnly }: ReviewSearch): string =>
  `/review-activities?status=${status}&from=${from}&to=${to}` +
  (secondaryOnly ? '&sequence=subsequent' : '') +
  (companyIds.length > 0 ? `&clients=${companyIds.join(',')}` : '');

/** Shortens the search to the last days that give slightly more results than fit on a page. */
export const moreThanAPage = async (
  request: APIRequestContext,
  search: ReviewSearch,
): Promise<ReviewSearch & { total: number }> => {
  for (let days = 2; days < 60; days += 1) {
    const shorter = { ...search, from: daysAgo(days) };
    const { total } = await searchActivities(request, shorter);
    if (total > 10) return { ...shorter, total };
  }
  throw new Error(`No more than ten activities match ${JSON.stringify(search)}`);
};

/** Makes a decision as another reviewer, through the API. */
export const decideAs = (
  request: APIRequestContext,
  account: 'admin' | 'reviewer',
  status: 'Approved' | 'Rejected',
  { id, activityType }: Activity,
) =>
  callAs<{ activitiesUpdated: number; decisionId: string | null }>(
    request,
    account,
    'POST',
    '/api/review-activities',
    {
      engagementIds: activityType === 'Engagement' ? [id] : [],
      customerRequestIds: activityType === 'CustomerRequest' ? [id] : [],
      status,
    },
  );

interface Decision {
  id: string;
  at: string;
  subject: { documentTitle: string | null } | null;
}

/** Finds a recent decision by id. */
export const findDecision = async (request: APIRequestContext, id: string): Promise<Decision> => {
  const decisions = await callAs<Decision[]>(request, 'reviewer', 'GET', '/api/review-activities/decisions');
  const found = decisions.find((decision) => decision.id === id);
  if (!found) throw new Error(`Decision ${id} was not found`);
  return found;
};
