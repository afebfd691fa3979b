import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';

/** A dashboard search in the notation of the tests. */
export interface Search {
  clients: string[];
  /** First and last day, inclusive; alternatively `relative`. */
  from?: string;
  to?: string;
  relative?: string;
  communities?: string[];
  types?: string[];
}

const terms = (field: string, value: string[]) => ({ $type: 'Terms', field, op: 'Contains', value });

const buildDates = ({ from, to, relative }: Search) => {
  if (relative) return [{ $type: 'RelativeDateRange', field: 'RelativeDateRange', value: relative }];
  return from && to ? [{ $type: 'DateRange', field: 'DateRange', value: { from, to } }] : [];
};

/** The body of a dashboard call for a search. */
export const buildBody = (search: Search) => ({
  filters: [
    terms('Clients', search.clients),
    ...buildDates(search),
    ...(search.communities ? [terms('Onlines', search.communities)] : []),
  ],
  ...(search.types ? { activityTypes: search.types } : {}),
});

/** The URL of a dashboard with a search. */
export const linkTo = (search: Search, path = '/'): string => {
  const { types, clients, relative, from, to, communities } = search;
  const parts = [
    ...(types ? [`types:${types.join(',')}`] : []),
    `Clients:${clients.join(',')}`,
    ...(relative ? [`RelativeDateRange:${relative}`] : from && to ? [`DateRange:${from},${to}`] : []),
    ...(communities ? [`Onlines:${communities.join(',')}`] : []),
  ];
  return `${path}${path.includes('?') ? '&' : '?'}f=${parts.join(';')}`;
};

export interface Stats {
  totalLeads: number;
  uniquePeople: number;
  uniqueDocs: number;
}
export interface Month {
  key: string;
  value: { primary: number; secondary: number };
}
export interface Named {
  name: string;
  value: number;
}

const dashboard = <T>(request: APIRequestContext, account: Account, call: string, search: Search) =>
  callAs<T>(request, account, 'POST', `/api/client-dashboard/${call}`, buildBody(search));

/** The API's numbers for a search, to compare with the page. */
export const fetchNumbers = async (request: APIRequestContext, account: Account, search: Search) => {
  const [stats, months, sources] = await Promise.all([
    dashboard<Stats>(request, account, 'stats', search),
    dashboard<Month[]>(request, account, 'by-month', search),
    dashboard<Named[]>(request, account, 'by-source', search),
  ]);
  return { stats, months, sources };
};

export const fetchUniqueNumbers = async (request: APIRequestContext, account: Account, search: Search) => {
  const [months, sources] = await Promise.all([
    dashboard<Month[]>(request, account, 'unique-by-month', search),
    dashboard<Named[]>(request, account, 'unique-by-source', search),
  ]);
  return { months, sources };
};

/** The date `days` days ago, as YYYY-MM-DD in UTC. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
