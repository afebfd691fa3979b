import { useBlinded } from '@readerlens/auth/react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldDefinition } from '../model/index.ts';
import type { Option } from './option-lookup.ts';
import { optionLookups } from './option-lookups.ts';
import { optionsQuery } from './options-query.ts';
import { useFilterOwner } from './owner.ts';

/** Milliseconds between the last keystroke and the call. */
export const lookupDebounce = 250;

/** A value once it has stood still for a while; the first value at once. */
export const useDebounced = <T>(value: T, delay = lookupDebounce): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
};

export interface OptionContext {
  /** The chosen clients: analyst tags are theirs. None means all that the user has. */
  readonly clientIds?: readonly string[];
  /** Whether anybody is about to look at them; nothing is asked before. */
  readonly isWanted?: boolean;
}

export interface Options {
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const noOptions: readonly Option[] = [];

const nameContains = (text: string) => (option: Option) =>
  option.name.toLowerCase().includes(text.trim().toLowerCase());

/** What was found for another text may stay until the answer is there; what was found for other clients may not. */
const sameSource = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  JSON.stringify(a?.slice(0, -1)) === JSON.stringify(b.slice(0, -1));

/**
 * The options of a field for a typed text: fixed and once-loaded ones at once, those that the server searches
 * 250 ms after the last keystroke. A call that was overtaken is cancelled; until the next answer the previous
 * options stay.
 */
export const useOptions = (
  definition: FieldDefinition,
  text: string,
  { clientIds = [], isWanted = true }: OptionContext = {},
): Options => {
  const user = useFilterOwner();
  const blinded = useBlinded();
  const settled = useDebounced(text);
  const { options, field } = definition;
  const name = options?.from === 'lookup' ? options.lookup : undefined;
  const lookup = name && optionLookups[name];
  const asksServer = lookup !== undefined && user !== undefined && lookup.asksServer(user);
  const asked = asksServer ? settled.trim() : '';
  const found =
    name && user ? optionsQuery({ lookup: name, field, user, blinded, clientIds }, asked) : undefined;
  const queryKey = found?.queryKey ?? ['filter-options', field];
  const query = useQuery({
    queryKey,
    queryFn: (isWanted && found?.queryFn) || skipToken,
    staleTime: found?.staleTime ?? Infinity,
    placeholderData: (previous: readonly Option[] | undefined, before) =>
      sameSource(before?.queryKey, queryKey) ? previous : undefined,
  });
  const all = options?.from === 'static' ? options.items : (query.data ?? noOptions);
  const matches = asksServer ? undefined : (lookup?.matches ?? nameContains)(text);
  return {
    options: matches ? all.filter(matches) : all,
    isLoading: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
  };
};
