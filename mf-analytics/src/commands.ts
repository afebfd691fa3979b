import { api, sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { findReaderPath } from '@readerlens/contract/readers';
import {
  addSearch,
  buildCatalogue,
  chooseClientOfRow,
  optionLookups,
  questionsQuery,
  recentClientIds,
  savedSearchesQuery,
} from '@readerlens/filters';
import { isStaff } from '@readerlens/contract/vocabulary';
import { anyContains } from '@readerlens/contract/text';
import { accountListsField, readStoredModel, termsFilter, writeSearch } from '@readerlens/filters/model';
import type { AreaCommand, CommandSource, FindOptions } from '@readerlens/ui';
import { isSearchable } from './subject/searchable.ts';

const search = '/analytics/search';
/** As many of a group as a person reads; typing more narrows them. */
const limit = 8;

const userNow = (): SessionUserData | undefined => sessionStore.getState().user;

/** A source that needs the user and, unless it also has entries before anything is typed, a text. */
const source = (
  { group, order, icon }: Omit<CommandSource, 'find'>,
  find: (text: string, options: FindOptions & { user: SessionUserData }) => Promise<readonly AreaCommand[]>,
  { beforeTyping = false } = {},
): CommandSource => ({
  group,
  order,
  ...(icon ? { icon } : {}),
  find: async (typed, options) => {
    const text = typed.trim();
    const user = userNow();
    return user && (beforeTyping || text !== '') ? find(text, { ...options, user }) : [];
  },
});

const clients = source(
  { group: 'Clients', order: 20, icon: 'handshake' },
  async (text, { user, signal }) => {
    const lookup = optionLookups.clients;
    const found =
      text === ''
        ? await lookup.byIds!(recentClientIds(user.id), { user, signal })
        : (await lookup.load({ user, text, signal })).filter(lookup.matches(text));
    return found.slice(0, limit).map((client) => ({
      id: client.id,
      label: client.name,
      to: `/${writeSearch('', { filters: [termsFilter('Clients', [client])], indices: [] })}`,
    }));
  },
  { beforeTyping: true },
);

/**
 * The page of a reader or an organization. Staff have no clients of their own, so that it would ask for one although the row knows it; the
 * others see all of their clients there.
 */
const addRowSearch = (path: string, clientIds: readonly string[], user: SessionUserData): string =>
  addSearch(path, isStaff(user.role) ? { clientId: chooseClientOfRow(clientIds) } : {});

const readers = source({ group: 'Readers', order: 30, icon: 'users' }, async (text, { user, signal }) => {
  if (!isSearchable(text)) return [];
  const { data } = await api('GET /api/lookups/readers', { query: { q: text } }, { signal });
  return data.flatMap(({ readerId, userIdOrEmail, name, company, jobTitle, clientIds }) => {
    const path = findReaderPath(userIdOrEmail);
    const detail = [jobTitle, company].filter(Boolean).join(', ');
    return path === null
      ? []
      : [{ id: readerId, label: name, detail: detail || undefined, to: addRowSearch(path, clientIds, user) }];
  });
});

const organizations = source(
  { group: 'Organizations', order: 40, icon: 'building-2' },
  async (text, { user, signal }) => {
    if (!isSearchable(text)) return [];
    const { data } = await api('GET /api/lookups/organizations', { query: { q: text } }, { signal });
    return data.map(({ id, name, companyUrl, clientIds }) => ({
      id,
      label: name,
      to: addRowSearch(companyUrl, clientIds, user),
    }));
  },
);

const savedSearches = source(
  { group: 'Saved searches', order: 50, icon: 'search' },
  async (text, { user, queryClient }) => {
    const [stored, questions] = await Promise.all([
      queryClient.fetchQuery(savedSearchesQuery(user.id)),
      queryClient.fetchQuery(questionsQuery(user.id)),
    ]);
    const catalogue = buildCatalogue(questions);
    return stored
      .filter(({ name }) => anyContains([name], text))
      .slice(0, limit)
      .map(({ id, name, ...model }) => ({
        id,
        label: name,
        to: `${search}${writeSearch('', readStoredModel(model, catalogue))}`,
      }));
  },
);

const accountLists = source(
  { group: 'Account lists', order: 55, icon: 'building-2' },
  async (text, { user, signal }) => {
    if (!user.searchFields.includes(accountListsField)) return [];
    const page = { id: 'manage', label: 'Manage account lists', to: '/analytics/account-lists' };
    const { data } = await api('GET /api/account-lists', {}, { signal });
    const found = data.map(({ id, name, client }) => ({
      id,
      label: name,
      detail: client,
      to: `/analytics/account-lists?list=${id}`,
    }));
    return [page, ...found].filter(({ label }) => anyContains([label], text)).slice(0, limit);
  },
);

const engagements = source({ group: 'Analytics', order: 60, icon: 'search' }, async (text) => {
  // A text may be a name that Blinded Mode hides.
  if (sessionStore.getState().blinded) return [];
  return [
    {
      id: 'search',
      label: `Search engagements for “${text}”`,
      to: `${search}?query=${encodeURIComponent(text)}`,
    },
  ];
});

/** What this area adds to the command palette. */
export const commandSources: readonly CommandSource[] = [
  clients,
  readers,
  organizations,
  savedSearches,
  accountLists,
  engagements,
];
