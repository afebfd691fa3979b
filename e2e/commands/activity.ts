import type { APIRequestContext } from '@playwright/test';
import type { Account } from './accounts.ts';
import { callAs } from './api.ts';

export interface FoundActivity {
  qualifiedId: string;
  portal: string;
  fullName: string | null;
  docTitle: string | null;
  specifics: string | null;
  hasSpecifics: boolean;
}

/** Finds the newest activity of a type that matches. */
export const findActivity = async (
  request: APIRequestContext,
  type: 'CustomerRequest' | 'Webinar' | 'Event',
  matches: (activity: FoundActivity) => boolean = ({ fullName }) => fullName !== null,
  { account = 'internal', clients = [] }: { account?: Account; clients?: readonly string[] } = {},
): Promise<FoundActivity> => {
  const filters =
    clients.length > 0 ? [{ $type: 'Terms', field: 'Clients', op: 'Contains', value: clients }] : [];
  const body = { filters, activityTypes: [type], size: 100 };
  const { items } = await callAs<{ items: FoundActivity[] }>(
    request,
    account,
    'POST',
    '/api/analytics/search',
    body,
  );
  const found = items.find(matches);
  if (!found) throw new Error(`No activity of type ${type} matches.`);
  return found;
};
