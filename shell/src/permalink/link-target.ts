/**
 * The address that a short link leads to; undefined if it would leave this origin, as `/\host` does, which browsers
 * read as another server.
 */
export const linkTarget = ({ path, search }: { path: string; search: string }): string | undefined => {
  const address = `${path}${search}`;
  if (!path.startsWith('/') || !URL.canParse(address, location.origin)) return undefined;
  const { origin, pathname, search: query } = new URL(address, location.origin);
  return origin === location.origin ? `${pathname}${query}` : undefined;
};
