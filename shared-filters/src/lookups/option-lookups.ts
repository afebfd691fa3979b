import { api } from '@readerlens/auth';
import type { LookupName } from '../model/index.ts';
import { hasIdIn, contains, toIdLists, isInternal, startsWith } from './option-lookup.ts';
import type { Option, OptionLookup, OptionUser } from './option-lookup.ts';
import { ownerParameter } from './owner.ts';
import { lookUp } from './proxy-rows.ts';

const clients: OptionLookup = {
  filtersOnServer: isInternal,
  matches: startsWith,
  load: async ({ user, text, signal }) => {
    if (!isInternal(user)) return user.companies;
    const call = 'GET /api/cms/companies/by-name-or-id-starting-with';
    return (await api(call, { query: { q: text.trim(), ...ownerParameter(user) } }, { signal })).data;
  },
  byIds: async (ids, { user, signal }) => {
    const call = 'GET /api/cms/companies/by-ids';
    const responses = toIdLists(ids).map((list) =>
      api(call, { query: { ids: list, ...ownerParameter(user) } }, { signal }),
    );
    return (await Promise.all(responses)).flatMap(({ data }) => data);
  },
};

/** A client user's communities: those assigned to the user, otherwise those of the user's companies. */
const ownCommunityIds = (user: OptionUser): string[] =>
  (user.communities.length > 0 ? user.communities : user.companies.flatMap(({ onlines }) => onlines)).map(
    ({ id }) => id,
  );

const onlines: OptionLookup = {
  filtersOnServer: () => false,
  matches: contains,
  load: async ({ user, signal }) => {
    const { data } = await api('GET /api/common-lookup/onlines', { query: ownerParameter(user) }, { signal });
    return isInternal(user) ? data : data.filter(hasIdIn(ownCommunityIds(user)));
  },
};

type FixedListCall =
  | 'GET /api/common-lookup/countries'
  | 'GET /api/common-lookup/states'
  | 'GET /api/common-lookup/newsletters'
  | 'GET /api/common-lookup/regions'
  | 'GET /api/filter-lookups/document-types'
  | 'GET /api/filter-lookups/content-topics';

const fixedList = (call: FixedListCall): OptionLookup => ({
  filtersOnServer: () => false,
  matches: contains,
  load: async ({ signal }) => (await api(call, {}, { signal })).data,
});

const fetchFromProxy = async (query: { path: string; q?: string; ids?: string }, signal: AbortSignal) =>
  (await lookUp(query, signal)).map((row): Option => ({
    id: row.id,
    name: 'name' in row ? row.name : row.label,
  }));

const proxyList = (path: string): OptionLookup => ({
  filtersOnServer: () => false,
  matches: contains,
  load: ({ signal }) => fetchFromProxy({ path }, signal),
});

const readerOrgs: OptionLookup = {
  filtersOnServer: () => true,
  matches: contains,
  load: ({ text, signal }) => fetchFromProxy({ path: 'reader-orgs', q: text.trim() }, signal),
  byIds: async (ids, { signal }) => {
    const responses = toIdLists(ids).map((list) =>
      fetchFromProxy({ path: 'reader-orgs', ids: list }, signal),
    );
    return (await Promise.all(responses)).flat();
  },
};

/** Without the feature or the permission there is no filter field that asks for them. */
const accountLists: OptionLookup = {
  filtersOnServer: () => false,
  matches: contains,
  load: async ({ signal }) => {
    const { data } = await api('GET /api/account-lists', {}, { signal });
    const severalClients = new Set(data.map(({ clientId }) => clientId)).size > 1;
    return data.map(({ id, name, client }) => ({ id, name: severalClients ? `${name} (${client})` : name }));
  },
};

/** Clients whose tags are offered: the selected ones, otherwise the user's companies; undefined means all clients. */
const clientsForTags = (user: OptionUser, clientIds: readonly string[]): string[] | undefined => {
  if (clientIds.length > 0) return [...clientIds];
  return isInternal(user) ? undefined : user.companies.map(({ id }) => id);
};

const analystTags: OptionLookup = {
  filtersOnServer: () => false,
  matches: contains,
  variant: ({ clientIds = [] }) => clientIds,
  load: async ({ user, clientIds = [], signal }) => {
    const field = 'AnalystTags';
    const cIds = clientsForTags(user, clientIds);
    if (cIds)
      return (
        await api(
          'POST /api/filter-lookups/cms/tags',
          { body: { field, cIds, ...ownerParameter(user) } },
          { signal },
        )
      ).data;
    return (
      await api(
        'GET /api/filter-lookups/cms/tags/{field}',
        { params: { field }, query: ownerParameter(user) },
        { signal },
      )
    ).data;
  },
};

const organizationQuestions: OptionLookup = {
  filtersOnServer: () => false,
  matches: contains,
  variant: ({ field = '' }) => [field],
  load: async ({ field, questions }) => {
    const rows = (await questions?.()) ?? [];
    return rows.find((row) => row.field === field)?.options ?? [];
  },
};

/** How each lookup loads and filters its options. */
export const optionLookups: Readonly<Record<LookupName, OptionLookup>> = {
  clients,
  onlines,
  'analyst-tags': analystTags,
  'content-topics': fixedList('GET /api/filter-lookups/content-topics'),
  'document-types': fixedList('GET /api/filter-lookups/document-types'),
  newsletters: fixedList('GET /api/common-lookup/newsletters'),
  'service-offerings': proxyList('service-offerings'),
  personas: proxyList('personas'),
  states: fixedList('GET /api/common-lookup/states'),
  countries: fixedList('GET /api/common-lookup/countries'),
  regions: fixedList('GET /api/common-lookup/regions'),
  'reader-orgs': readerOrgs,
  'account-lists': accountLists,
  'organization-questions': organizationQuestions,
};
