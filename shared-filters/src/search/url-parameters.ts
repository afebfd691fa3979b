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
