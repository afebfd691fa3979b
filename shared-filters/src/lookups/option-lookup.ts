import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { foldQuery } from '@readerlens/contract/text';
import type { Term } from '../model/index.ts';
import type { QuestionRow } from './questions.ts';

/** An option with its name; a community also says which business group it belongs to. */
export interface Option extends Required<Term> {
  readonly businessGroupId?: string | null;
}

/** The user the options are for: the session's user, or the owner whose filters are edited. */
export type OptionUser = Pick<SessionUserData, 'id' | 'role' | 'companies' | 'communities'>;

export interface OptionRequest {
  readonly user: OptionUser;
  readonly text: string;
  readonly signal: AbortSignal;
  /** The field, for lookups shared by several fields. */
  readonly field?: string;
  /** The selected clients, for lookups that depend on them. */
  readonly clientIds?: readonly string[];
  /** Loads all organization questions: one call serves every question field. */
  readonly questions?: () => Promise<readonly QuestionRow[]>;
}

export interface OptionLookup {
  /**
   * Whether the server filters by the typed text; otherwise all options are loaded once and filtered by `matches`.
   */
  readonly filtersOnServer: (user: OptionUser) => boolean;
  /** The options available to the user. Rejects with ApiError. */
  readonly load: (request: OptionRequest) => Promise<readonly Option[]>;
  readonly matches: (text: string) => (option: Option) => boolean;
  /**
   * Names of selected ids, for lookups whose `load` does not return all options. Ids that the user may not see are
   * missing. Rejects with ApiError.
   */
  readonly byIds?: (
    ids: readonly string[],
    request: Omit<OptionRequest, 'text'>,
  ) => Promise<readonly Option[]>;
  /** The parts of a request, besides user and text, that change its options. Part of the query key. */
  readonly variant?: (request: Pick<OptionRequest, 'field' | 'clientIds'>) => readonly string[];
}

export const isInternal = (user: OptionUser): boolean => isStaff(user.role);

const key = foldQuery;
export const startsWith = (text: string) => (option: Option) =>
  key(option.name).startsWith(key(text)) || key(option.id).startsWith(key(text));
export const contains = (text: string) => (option: Option) => key(option.name).includes(key(text));
export const hasIdIn = (ids: readonly string[]) => {
  const wanted = new Set(ids);
  return (option: Option) => wanted.has(option.id);
};

/** Maximum characters of an id list in a URL; the contract allows slightly more. */
const maxListLength = 3500;

/** Splits ids into comma-separated lists short enough for a URL. */
export const toIdLists = (ids: readonly string[]): string[] => {
  const lists: string[] = [];
  for (const id of ids) {
    const last = lists.at(-1);
    if (last === undefined || last.length + id.length >= maxListLength) lists.push(id);
    else lists[lists.length - 1] = `${last},${id}`;
  }
  return lists;
};
