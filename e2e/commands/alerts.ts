import type { APIRequestContext } from '@playwright/test';
import { clients } from './accounts.ts';
import { callWith } from './api.ts';
import { createUser, register } from './users.ts';
import type { TestUser } from './users.ts';

/** A registered user who manages alerts, for one test. */
export const alertUser = async (
  request: APIRequestContext,
  change: Record<string, unknown> = {},
): Promise<{ user: TestUser; token: string }> => {
  const user = await createUser(request, {
    notificationClaimLevel: 'Basic',
    viewNotifications: true,
    ...change,
  });
  return { user, token: await register(request, user) };
};

export const aurelisFilter = {
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: [{ id: clients.aurelis.id, name: clients.aurelis.name }],
  allowNA: false,
};

interface StoredAlert {
  id: string;
  targets: { userId: string; isEmailSubscribed: boolean }[];
  exportColumns: unknown[];
}

interface Stages {
  /** Steps that are done: up to the filters, or all of them. */
  upTo?: 'begin' | 'filters' | 'all';
  /** Ids of further recipients. */
  recipients?: readonly string[];
}

/** Creates an alert about each webinar activity at Aurelis. Returns its id. */
export const createAlert = async (
  request: APIRequestContext,
  token: string,
  name: string,
  { upTo = 'all', recipients = [] }: Stages = {},
): Promise<string> => {
  const call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown) =>
    callWith<T>(request, token, method, path, data);
  const type = 'SpecificActivityNotification';
  const { id } = await call<{ id: string }>('POST', '/api/notification', { name, description: '', type });
  const part = (path: string, body: object) =>
    call<StoredAlert>('PUT', `/api/notification/${id}/${path}`, body);
  if (upTo === 'begin') return id;
  const { targets, exportColumns } = await part('filters', {
    filters: [aurelisFilter],
    indices: ['Webinar'],
  });
  if (upTo === 'filters') return id;
  await part('targets', { targets: [...targets, ...recipients.map((userId) => ({ userId }))] });
  await part('frequency', { frequency: 'Daily', timeZone: 'UTC', activateSchedule: false, exportColumns });
  await call('GET', `/api/notification/${id}/mark-as-completed`);
  return id;
};

/** Renames an alert, as someone else does while it is edited. */
export const renameAlert = (request: APIRequestContext, token: string, id: string, name: string) =>
  callWith(request, token, 'PUT', `/api/notification/${id}/name`, { name, description: '' });
