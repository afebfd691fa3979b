import { useLatestSearch } from '@readerlens/ui';
import { useLocation, useNavigate } from 'react-router-dom';
import { setParameter } from './url-parameters.ts';

/** A choice kept in the URL; the first of `options` is the default and is omitted. */
export const useUrlChoice = <T extends string>(name: string, options: readonly [T, ...T[]]) => {
  const { search } = useLocation();
  const latest = useLatestSearch();
  const navigate = useNavigate();
  const current = new URLSearchParams(search).get(name);
  const value = options.find((option) => option === current) ?? options[0];
  const choose = (next: T) =>
    void navigate(
      { search: setParameter(latest(), name, next === options[0] ? undefined : next) },
      { replace: true, preventScrollReset: true },
    );
  return [value, choose] as const;
};
