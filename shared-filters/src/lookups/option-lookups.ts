import { api } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { isAtLeast } from '@readerlens/contract/vocabulary';
import type { LookupName, Term } from '../model/index.ts';

/** An option with its name; a community also says which business group it belongs to. */
export interface Option extends Required<Term> {
  readonly businessGroupId?: string | null;
}

export interface OptionRequest {
  readonly user: SessionUserData;
  readonly text: string;
  readonly signal: AbortSignal;
}

export interface OptionLookup {
  /** Whether the server narrows by the typed text; else all options are loaded once and narrowed by `matches`. */
  readonly asksServer: (user: SessionUserData) => boolean;
  /** The options that the user may choose. Rejects with ApiError. */
  readonly load: (request: OptionRequest) => Promise<readonly Option[]>;
  readonly matches: (text: string) => (option: Option) => boolean;
  /** Names of chosen ids; ids that the user may not see are missing. */
  readonly byIds: (
    ids: readonly string[],
    request: Omit<OptionRequest, 'text'>,
  ) => Promise<readonly Option[]>;
}

const isInternal = (user: SessionUserData): boolean => isAtLeast(user.role, 'Internal');

const key = (text: string): string => text.trim().toLowerCase();
const startsWith = (text: string) => (option: Option) =>
  key(option.name).startsWith(key(text)) || key(option.id).startsWith(key(text));
const contains = (text: string) => (option: Option) => key(option.name).includes(key(text));
const among = (ids: readonly string[]) => {
  const wanted = new Set(ids);
  return (option: Option) => wanted.has(option.id);
};

// Ids travel in the address of the call, which the contract limits.
const idsPerCall = 50;

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / idsPerCall) }, (_, index) =>
    ids.slice(index * idsPerCall, (index + 1) * idsPerCall),
  );

const clients: OptionLookup = {
  asksServer: isInternal,
  matches: startsWith,
  load: async ({ user, text, signal }) => {
    if (!isInternal(user)) return user.companies;
    const call = 'GET /api/cms/companies/by-name-or-id-starting-with';
    return (await api(call, { query: { q: text.trim() } }, { signal })).data;
  },
  byIds: async (ids, { user, signal }) => {
    if (!isInternal(user)) return user.companies.filter(among(ids));
    const answers = await Promise.all(
      chunks(ids).map((some) =>
        api('GET /api/cms/companies/by-ids', { query: { ids: some.join(',') } }, { signal }),
      ),
    );
    return answers.flatMap(({ data }) => data);
  },
};

/** A client user's communities: their own, or those of their companies when they have none of their own. */
const ownCommunityIds = (user: SessionUserData): string[] =>
  (user.communities.length > 0 ? user.communities : user.companies.flatMap(({ onlines }) => onlines)).map(
    ({ id }) => id,
  );

const communities = async (user: SessionUserData, signal: AbortSignal): Promise<Option[]> => {
  const { data } = await api('GET /api/common-lookup/onlines', {}, { signal });
  return isInternal(user) ? data : data.filter(among(ownCommunityIds(user)));
};

const onlines: OptionLookup = {
  asksServer: () => false,
  matches: contains,
  load: async ({ user, signal }) => communities(user, signal),
  byIds: async (ids, { user, signal }) => (await communities(user, signal)).filter(among(ids)),
};

/** How the options of a field are found. A lookup that is not here yet has no options to offer. */
export const optionLookups: Partial<Record<LookupName, OptionLookup>> = { clients, onlines };
