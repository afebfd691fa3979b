import { api } from '@readerlens/auth';
import type { LookupName } from '../model/index.ts';
import { among, contains, idLists, isInternal, startsWith } from './option-lookup.ts';
import type { Option, OptionLookup, OptionUser } from './option-lookup.ts';
import { ofOwner } from './owner.ts';

const clients: OptionLookup = {
  asksServer: isInternal,
  matches: startsWith,
  load: async ({ user, text, signal }) => {
    if (!isInternal(user)) return user.companies;
    const call = 'GET /api/cms/companies/by-name-or-id-starting-with';
    return (await api(call, { query: { q: text.trim(), ...ofOwner(user) } }, { signal })).data;
  },
  byIds: async (ids, { user, signal }) => {
    const call = 'GET /api/cms/companies/by-ids';
    const answers = idLists(ids).map((list) =>
      api(call, { query: { ids: list, ...ofOwner(user) } }, { signal }),
    );
    return (await Promise.all(answers)).flatMap(({ data }) => data);
  },
};

/** A client user's communities: their own, or those of their companies when they have none of their own. */
const ownCommunityIds = (user: OptionUser): string[] =>
  (user.communities.length > 0 ? user.communities : user.companies.flatMap(({ onlines }) => onlines)).map(
    ({ id }) => id,
  );

const onlines: OptionLookup = {
  asksServer: () => false,
  matches: contains,
  load: async ({ user, signal }) => {
    const { data } = await api('GET /api/common-lookup/onlines', { query: ofOwner(user) }, { signal });
    return isInternal(user) ? data : data.filter(among(ownCommunityIds(user)));
  },
};

type Listed =
  | 'GET /api/common-lookup/countries'
  | 'GET /api/common-lookup/states'
  | 'GET /api/common-lookup/newsletters'
  | 'GET /api/common-lookup/regions'
  | 'GET /api/filter-lookups/document-types'
  | 'GET /api/filter-lookups/content-topics';

const listed = (call: Listed): OptionLookup => ({
  asksServer: () => false,
  matches: contains,
  load: async ({ signal }) => (await api(call, {}, { signal })).data,
});

const proxied = async (query: { path: string; q?: string; ids?: string }, signal: AbortSignal) =>
  (await api('GET /api/user-proxy', { query }, { signal })).data.map((row): Option => ({
    id: row.id,
    name: 'name' in row ? row.name : row.label,
  }));

const proxiedList = (path: string): OptionLookup => ({
  asksServer: () => false,
  matches: contains,
  load: ({ signal }) => proxied({ path }, signal),
});

const readerOrgs: OptionLookup = {
  asksServer: () => true,
  matches: contains,
  load: ({ text, signal }) => proxied({ path: 'reader-orgs', q: text.trim() }, signal),
  byIds: async (ids, { signal }) => {
    const answers = idLists(ids).map((list) => proxied({ path: 'reader-orgs', ids: list }, signal));
    return (await Promise.all(answers)).flat();
  },
};

/** Whose tags: those of the chosen clients, else of all that the user has; undefined for those of all clients. */
const taggedClients = (user: OptionUser, clientIds: readonly string[]): string[] | undefined => {
  if (clientIds.length > 0) return [...clientIds];
  return isInternal(user) ? undefined : user.companies.map(({ id }) => id);
};

const analystTags: OptionLookup = {
  asksServer: () => false,
  matches: contains,
  variant: ({ clientIds = [] }) => clientIds,
  load: async ({ user, clientIds = [], signal }) => {
    const field = 'AnalystTags';
    const cIds = taggedClients(user, clientIds);
    if (cIds)
      return (
        await api(
          'POST /api/filter-lookups/cms/tags',
          { body: { field, cIds, ...ofOwner(user) } },
          { signal },
        )
      ).data;
    return (
      await api(
        'GET /api/filter-lookups/cms/tags/{field}',
        { params: { field }, query: ofOwner(user) },
        { signal },
      )
    ).data;
  },
};

const organizationQuestions: OptionLookup = {
  asksServer: () => false,
  matches: contains,
  variant: ({ field = '' }) => [field],
  load: async ({ field, questions }) => {
    const rows = (await questions?.()) ?? [];
    return rows.find((row) => row.field === field)?.options ?? [];
  },
};

/** How the options of a field are found. */
export const optionLookups: Readonly<Record<LookupName, OptionLookup>> = {
  clients,
  onlines,
  'analyst-tags': analystTags,
  'content-topics': listed('GET /api/filter-lookups/content-topics'),
  'document-types': listed('GET /api/filter-lookups/document-types'),
  newsletters: listed('GET /api/common-lookup/newsletters'),
  'service-offerings': proxiedList('service-offerings'),
  personas: proxiedList('personas'),
  states: listed('GET /api/common-lookup/states'),
  countries: listed('GET /api/common-lookup/countries'),
  regions: listed('GET /api/common-lookup/regions'),
  'reader-orgs': readerOrgs,
  'organization-questions': organizationQuestions,
};
