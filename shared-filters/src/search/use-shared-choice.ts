import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { rememberChoice, searchOwner, searchStore } from './search-store.ts';
import { useUrlChoice } from './use-url-choice.ts';

/**
 * A choice of all screens that have it, kept in the URL and the session; the first of `options` is the default. A screen
 * without a remembered choice among its options shows the default, and the others keep it.
 */
export const useSharedChoice = <T extends string>(name: string, options: readonly [T, ...T[]]) => {
  const [written, write] = useUrlChoice(name, options);
  const inAddress = new URLSearchParams(useLocation().search).get(name);
  const isWritten = inAddress !== null;
  // A link may name an option that only other screens have. It is not a choice of the default.
  const isOption = options.some((option) => option === inAddress);
  const remembered = useStore(searchStore, ({ choices }) => choices[name]);
  const kept = options.find((option) => option === remembered) ?? options[0];
  // A screen briefly outlives its user, and must not pass the choice on to the next one.
  const [owner] = useState(searchOwner);

  useEffect(() => {
    if (isOption && owner === searchOwner()) rememberChoice(name, written);
  }, [owner, name, isOption, written]);

  const missing = !isWritten && kept !== options[0] ? kept : undefined;
  useEffect(() => {
    if (missing !== undefined && owner === searchOwner()) write(missing);
    // `write` is new with each render, and reads the latest address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [owner, missing]);

  const choose = (next: T) => {
    rememberChoice(name, next);
    write(next);
  };
  return [isWritten ? written : kept, choose] as const;
};
