import { useLocation, useNavigate } from 'react-router-dom';

const withoutParameter = (search: string, name: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name);

/** Sets one parameter of `search`, or removes it if undefined; the others are kept as written. */
export const setParameter = (search: string, name: string, value: string | undefined): string => {
  const pairs = withoutParameter(search, name);
  if (value !== undefined) pairs.push(`${name}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** A choice kept in the URL; the first of `options` is the default and is omitted. */
export const useUrlChoice = <T extends string>(name: string, options: readonly [T, ...T[]]) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const current = new URLSearchParams(search).get(name);
  const value = options.find((option) => option === current) ?? options[0];
  const choose = (next: T) =>
    void navigate(
      { search: setParameter(search, name, next === options[0] ? undefined : next) },
      { replace: true, preventScrollReset: true },
    );
  return [value, choose] as const;
};
