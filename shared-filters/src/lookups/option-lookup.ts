import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import type { Term } from '../model/index.ts';
import type { QuestionRow } from './questions.ts';

/** An option with its name; a community also says which business group it belongs to. */
export interface Option extends Required<Term> {
  readonly businessGroupId?: string | null;
}

/** The user whose options they are: that of the session, or the one acted for. */
export type OptionUser = Pick<SessionUserData, 'id' | 'role' | 'companies' | 'communities'>;

export interface OptionRequest {
  readonly user: OptionUser;
  readonly text: string;
  readonly signal: AbortSignal;
  /** The field whose options they are, for lookups that several fields share. */
  readonly field?: string;
  /** The chosen clients, for lookups that depend on them. */
  readonly clientIds?: readonly string[];
  /** The organisation questions, which one call answers for all fields. */
  readonly questions?: () => Promise<readonly QuestionRow[]>;
}

export interface OptionLookup {
  /** Whether the server narrows by the typed text; else all options are loaded once and narrowed by `matches`. */
  readonly asksServer: (user: OptionUser) => boolean;
  /** The options that the user may choose. Rejects with ApiError. */
  readonly load: (request: OptionRequest) => Promise<readonly Option[]>;
  readonly matches: (text: string) => (option: Option) => boolean;
  /**
   * Names of chosen ids, where `load` does not answer all options; ids that the user may not see are missing. Rejects
   * with ApiError.
   */
  readonly byIds?: (
    ids: readonly string[],
    request: Omit<OptionRequest, 'text'>,
  ) => Promise<readonly Option[]>;
  /** What of a request, besides user and text, makes its options other ones. */
  readonly variant?: (request: Pick<OptionRequest, 'field' | 'clientIds'>) => readonly string[];
}

export const isInternal = (user: OptionUser): boolean => isStaff(user.role);

const key = (text: string): string => text.trim().toLowerCase();
export const startsWith = (text: string) => (option: Option) =>
  key(option.name).startsWith(key(text)) || key(option.id).startsWith(key(text));
export const contains = (text: string) => (option: Option) => key(option.name).includes(key(text));
export const among = (ids: readonly string[]) => {
  const wanted = new Set(ids);
  return (option: Option) => wanted.has(option.id);
};

/** Characters of a list of ids in the address of a call; the contract allows some more. */
const idsLength = 3500;

/** Ids as comma-separated lists that fit into an address. */
export const idLists = (ids: readonly string[]): string[] => {
  const lists: string[] = [];
  for (const id of ids) {
    const last = lists.at(-1);
    if (last === undefined || last.length + id.length >= idsLength) lists.push(id);
    else lists[lists.length - 1] = `${last},${id}`;
  }
  return lists;
};
