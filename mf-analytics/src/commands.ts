import { api, sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { readerPath } from '@readerlens/contract/readers';
import { catalogueOf, optionLookups, questionsQuery, recentClientIds } from '@readerlens/filters';
import { anyContains, readStoredModel, termsFilter, toQuery } from '@readerlens/filters/model';
import { savedSearchesQuery } from '@readerlens/filters/panel';
import type { AreaCommand, CommandSource } from '@readerlens/ui';
import { companyPathOfId } from './activity/subject-address.ts';

const search = '/analytics/search';
/** As many of a group as a person reads; typing more narrows them. */
const limit = 8;
/** The server finds nothing by fewer letters, nor by more. */
const letters = { min: 2, max: 100 };

const userNow = (): SessionUserData | undefined => sessionStore.getState().user;

/** A source that needs the user and, unless it also has entries before anything is typed, a text. */
const source = (
  group: string,
  order: number,
  find: (
    text: string,
    options: Parameters<CommandSource['find']>[1] & { user: SessionUserData },
  ) => Promise<readonly AreaCommand[]>,
  { beforeTyping = false } = {},
): CommandSource => ({
  group,
  order,
  find: async (typed, options) => {
    const text = typed.trim();
    const user = userNow();
    return user && (beforeTyping || text !== '') ? find(text, { ...options, user }) : [];
  },
});

const clients = source(
  'Clients',
  20,
  async (text, { user, signal }) => {
    const lookup = optionLookups.clients;
    const found =
      text === ''
        ? await lookup.byIds!(recentClientIds(user.id), { user, signal })
        : (await lookup.load({ user, text, signal })).filter(lookup.matches(text));
    return found.slice(0, limit).map((client) => ({
      id: client.id,
      label: client.name,
      to: `/?f=${toQuery({ filters: [termsFilter('Clients', [client])], indices: [] })}`,
    }));
  },
  { beforeTyping: true },
);

const isSearchable = (text: string): boolean => text.length >= letters.min && text.length <= letters.max;

const readers = source('Readers', 30, async (text, { signal }) => {
  if (!isSearchable(text)) return [];
  const { data } = await api('GET /api/lookups/readers', { query: { q: text } }, { signal });
  return data.flatMap(({ readerId, userIdOrEmail, name, company, jobTitle }) => {
    const to = readerPath(userIdOrEmail);
    const detail = [jobTitle, company].filter(Boolean).join(', ');
    return to === null
      ? []
      : [{ id: readerId, label: name?.trim() || 'Unnamed reader', detail: detail || undefined, to }];
  });
});

const organizations = source('Organizations', 40, async (text, { signal }) => {
  if (!isSearchable(text)) return [];
  const { data } = await api('GET /api/lookups/organizations', { query: { q: text } }, { signal });
  return data.map(({ id, name }) => ({ id, label: name, to: companyPathOfId(id) }));
});

const savedSearches = source('Saved searches', 50, async (text, { user, queryClient }) => {
  const [stored, questions] = await Promise.all([
    queryClient.fetchQuery(savedSearchesQuery(user.id)),
    queryClient.fetchQuery(questionsQuery(user.id)),
  ]);
  const catalogue = catalogueOf(questions);
  return stored
    .filter(({ name }) => anyContains([name], text))
    .slice(0, limit)
    .map(({ id, name, ...model }) => ({
      id,
      label: name,
      to: `${search}?f=${toQuery(readStoredModel(model, catalogue))}`,
    }));
});

const engagements = source('Analytics', 60, async (text) => {
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
  engagements,
];
