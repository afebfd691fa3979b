import { decodeToken } from '@readerlens/auth';
import { encodeToken, startFakeServer } from '@readerlens/auth/testing';
import type { Answer, SeenCall } from '@readerlens/auth/testing';
import { findExportColumn } from '@readerlens/contract/explorer';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { AccountInput } from '../account-form/account-values.ts';
import { account, activityFields, clients, tagsOfClient } from './accounts.ts';
import type { Account } from './accounts.ts';
import { searchesAnswer } from './saved-searches.ts';
import type { SavedSearch } from './saved-searches.ts';

const isFound = ({ firstName, lastName, email }: Account, text: string) =>
  [`${firstName} ${lastName}`, email].some((value) => value.toLowerCase().includes(text.toLowerCase()));

const isOfClients = ({ companies }: Account, ids: string | null) =>
  ids === null || companies.some(({ id }) => ids.split(',').includes(id));

const answerList = (accounts: readonly Account[], query: URLSearchParams): Answer => {
  const found = accounts.filter(
    (one) => isFound(one, query.get('query') ?? '') && isOfClients(one, query.get('companyIds')),
  );
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 10)];
  const list = {
    items: found.slice((page - 1) * size, page * size).map((one) => ({
      id: one.id,
      firstName: one.firstName,
      lastName: one.lastName,
      email: one.email,
      role: one.role,
      isRegistered: one.isRegistered,
      companies: one.companies.map(({ id, name }) => ({ id, name })),
    })),
    total: found.length,
    totalPages: Math.ceil(found.length / size),
  };
  return { data: list, top: list };
};

type Columns = CallData<Calls['PUT /api/default-columns']>;
const standardColumns: Columns = ['referenceNumber', 'date', 'activityType', 'email', 'company'].map(
  (name) => {
    const { field, category, isMandatoryForExport } = findExportColumn(name)!;
    return { field, category, isMandatoryForExport };
  },
);

const clientOptions = clients.map(({ id, name }) => ({ id, name }));

/** An account after the fields of a body. */
const withInput = (before: Account, input: Partial<AccountInput>): Account => {
  const { companies, communities, ...rest } = input;
  const chosen = companies ?? before.companies.map(({ id }) => id);
  const onlines = clients.flatMap((client) => [...client.onlines]);
  const wanted = communities ?? before.communities.map(({ id }) => id);
  return {
    ...before,
    ...rest,
    companies: clients
      .filter(({ id }) => chosen.includes(id))
      .map((client) => ({ ...client, onlines: [...client.onlines] })),
    communities: onlines.filter(({ id }) => wanted.includes(id)),
    version: before.version + 1,
  };
};

const create = (accounts: Account[], body: unknown): Answer => {
  const { user } = body as { user: Partial<AccountInput> };
  const created = withInput(account(accounts.length + 1, { isRegistered: false, version: 0 }), user);
  accounts.push(created);
  return { data: created, message: 'User was successfully created 👍' };
};

/** The new version of an account, with a token for the own one; a conflict for another than the current version. */
const change = (accounts: Account[], index: number, { body, headers }: SeenCall): Answer => {
  const { version, ...input } = body as Partial<AccountInput> & { version?: number };
  const before = accounts[index]!;
  if (version !== undefined && version !== before.version) {
    const message = 'Someone else has changed this account since you opened it.';
    return { status: 409, code: 'conflict', message };
  }
  const saved = withInput(before, input);
  accounts[index] = saved;
  const claims = decodeToken(headers.authorization?.replace('Bearer ', '') ?? null);
  const isOwn = claims?.sub === saved.id;
  const token = isOwn ? encodeToken({ ...claims, name: `${saved.firstName} ${saved.lastName}` }) : undefined;
  return { data: saved, ...(token ? { top: { token } } : {}) };
};

/** Calls of one account: 'DELETE /api/user/7'. */
const accountAnswer = (accounts: Account[], seen: SeenCall): Answer | undefined => {
  const [, method, id, rest = ''] = /^(\w+) \/api\/user\/(\d+)(\/.*)?$/.exec(seen.call) ?? [];
  const index = accounts.findIndex((one) => one.id === id);
  if (index < 0) return undefined;
  if (rest.startsWith('/sessions')) return { data: method === 'GET' ? [] : { ended: 0 } };
  if (method === 'DELETE') {
    accounts.splice(index, 1);
    return { message: 'Deleted user' };
  }
  if (rest === '/resend-registration-email') return {};
  return method === 'PATCH' ? change(accounts, index, seen) : { data: accounts[index] };
};

const answerCall = (accounts: Account[], seen: SeenCall): Answer | undefined => {
  const { call, query } = seen;
  switch (call) {
    case 'POST /api/user':
      return create(accounts, seen.body);
    case 'GET /api/areas/claims':
      return { data: [] };
    case 'GET /api/activity-fields':
      return { data: activityFields };
    case 'GET /api/common-lookup/onlines': {
      const ids = (query.get('companyIds') ?? '').split(',');
      const found = clients.filter(({ id }) => ids.includes(id)).flatMap(({ onlines }) => [...onlines]);
      return { data: found.map(({ id, name }) => ({ id, name, businessGroupId: null })) };
    }
    case 'POST /api/filter-lookups/cms/tags': {
      const { cIds } = seen.body as { cIds: string[] };
      return { data: cIds.flatMap((id) => tagsOfClient[id] ?? []) };
    }
    case 'GET /api/user-proxy':
      return { data: [] };
    case 'POST /api/forgot-password':
      return {};
    case 'GET /api/users':
      return answerList(accounts, query);
    case 'GET /api/cms/companies/by-name-or-id-starting-with': {
      const text = (query.get('q') ?? '').toLowerCase();
      return { data: clientOptions.filter(({ name }) => name.toLowerCase().startsWith(text)) };
    }
    case 'GET /api/cms/companies/by-ids':
      return { data: clientOptions.filter(({ id }) => query.get('ids')?.split(',').includes(id)) };
    default:
      return accountAnswer(accounts, seen);
  }
};

/** Default columns by account, for the calls of `default-columns`. */
const columnsAnswer = (columns: Map<string, Columns>, { call, body }: SeenCall): Answer | undefined => {
  const [, id] = /^GET \/api\/default-columns\/(\d+)$/.exec(call) ?? [];
  if (id !== undefined) return { data: columns.get(id) ?? standardColumns };
  if (call !== 'PUT /api/default-columns') return undefined;
  const { userId, columns: chosen } = body as { userId: string; columns: Columns };
  columns.set(userId, chosen);
  return { data: chosen, message: 'Default Columns Saved' };
};

/** A fake server for the calls of user administration. By call, `failures` replace responses. */
export const startAdminServer = async (initial: readonly Account[]) => {
  const accounts = [...initial];
  const columns = new Map<string, Columns>();
  const searches: SavedSearch[] = [];
  const failures = new Map<string, Answer>();
  const server = await startFakeServer(
    (seen) =>
      failures.get(seen.call) ??
      columnsAnswer(columns, seen) ??
      searchesAnswer(searches, seen) ??
      answerCall(accounts, seen),
  );
  return {
    ...server,
    failures,
    accounts,
    /** Saved searches of all accounts. */
    searches,
    /** Changes an account as someone else does. */
    changeElsewhere: (id: string, input: Partial<AccountInput>) => {
      const index = accounts.findIndex((one) => one.id === id);
      accounts[index] = withInput(accounts[index]!, input);
    },
  };
};
