import { useUser, useBlinded } from '@readerlens/auth/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldDefinition } from '../model/index.ts';
import { optionLookups } from './option-lookups.ts';
import type { Option } from './option-lookups.ts';

/** Milliseconds between the last keystroke and the call. */
export const lookupDebounce = 250;
const fresh = 5 * 60_000;

/** A value once it has stood still for a while; the first value at once. */
export const useDebounced = <T>(value: T, delay = lookupDebounce): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
};

export interface Options {
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const noOptions: readonly Option[] = [];

const nameContains = (text: string) => (option: Option) =>
  option.name.toLowerCase().includes(text.trim().toLowerCase());

/**
 * The options of a field for a typed text: fixed and once-loaded ones at once, those that the server searches
 * 250 ms after the last keystroke. A call that was overtaken is cancelled; until the next answer the previous
 * options stay.
 */
export const useOptions = (definition: FieldDefinition, text: string): Options => {
  const user = useUser();
  const blinded = useBlinded();
  const settled = useDebounced(text);
  const { options } = definition;
  const name = options?.from === 'lookup' ? options.lookup : undefined;
  const lookup = name && optionLookups[name];
  const asksServer = lookup !== undefined && user !== undefined && lookup.asksServer(user);
  const asked = asksServer ? settled.trim() : '';
  const query = useQuery({
    queryKey: ['filter-options', name, user?.id, blinded, asked],
    queryFn: ({ signal }) => (lookup && user ? lookup.load({ user, text: asked, signal }) : noOptions),
    enabled: lookup !== undefined && user !== undefined,
    placeholderData: keepPreviousData,
    staleTime: fresh,
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
