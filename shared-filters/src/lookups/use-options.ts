import { useBlinded } from '@readerlens/auth/react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { anyContains } from '@readerlens/contract/text';
import type { FieldDefinition } from '../model/index.ts';
import type { Option } from './option-lookup.ts';
import { optionLookups } from './option-lookups.ts';
import { optionsQuery } from './options-query.ts';
import { useFilterOwner } from './owner.ts';

/** Milliseconds between the last keystroke and the request. */
const lookupDebounce = 250;

/** Debounces a value; the first value is returned immediately. */
export const useDebounced = <T>(value: T, delay = lookupDebounce): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
};

export interface OptionContext {
  /** The selected clients, whose analyst tags are offered. Empty means all clients of the user. */
  readonly clientIds?: readonly string[];
  /** Nothing is loaded while this is false. */
  readonly enabled?: boolean;
}

export interface Options {
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const noOptions: readonly Option[] = [];

const nameContains = (text: string) => (option: Option) => anyContains([option.name], text);

/** Options of another text may be shown while new ones load; those of other clients or another viewer may not. */
const sameSource = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  JSON.stringify(a?.slice(0, -1)) === JSON.stringify(b.slice(0, -1));

/**
 * The options of a field for a typed text. Fixed and preloaded options are filtered immediately; server searches are
 * debounced. A superseded request is aborted. Until the new options arrive, only the previous ones that contain the text
 * stay: others would move away under the pointer, and Enter would choose one that was not typed.
 */
export const useOptions = (
  definition: FieldDefinition,
  text: string,
  { clientIds = [], enabled = true }: OptionContext = {},
): Options => {
  const user = useFilterOwner();
  const blinded = useBlinded();
  const settled = useDebounced(text);
  const { options, field } = definition;
  const name = options?.from === 'lookup' ? options.lookup : undefined;
  const lookup = name && optionLookups[name];
  const filtersOnServer = lookup !== undefined && user !== undefined && lookup.filtersOnServer(user);
  const serverText = filtersOnServer ? settled.trim() : '';
  const currentQuery =
    name && user ? optionsQuery({ lookup: name, field, user, blinded, clientIds }, serverText) : undefined;
  const queryKey = currentQuery?.queryKey ?? ['filter-options', field];
  const query = useQuery({
    queryKey,
    queryFn: (enabled && currentQuery?.queryFn) || skipToken,
    staleTime: currentQuery?.staleTime ?? Infinity,
    placeholderData: (previous: readonly Option[] | undefined, before) =>
      sameSource(before?.queryKey, queryKey) ? previous : undefined,
  });
  const all = options?.from === 'static' ? options.items : (query.data ?? noOptions);
  const isForOtherText = filtersOnServer && (query.isPlaceholderData || settled.trim() !== text.trim());
  const chooseMatches = (): ((option: Option) => boolean) | undefined => {
    if (filtersOnServer) return isForOtherText ? nameContains(text) : undefined;
    return (lookup?.matches ?? nameContains)(text);
  };
  const matches = chooseMatches();
  return {
    options: matches ? all.filter(matches) : all,
    isLoading: query.isFetching || isForOtherText,
    error: query.error,
    retry: () => void query.refetch(),
  };
};
