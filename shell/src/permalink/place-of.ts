/**
 * The address within this page that a short link leads to; undefined when it would lead out of it, as `/\host`
 * does, which browsers read as another server.
 */
export const placeOf = ({ path, search }: { path: string; search: string }): string | undefined => {
  const place = `${path}${search}`;
  if (!path.startsWith('/') || !URL.canParse(place, location.origin)) return undefined;
  const { origin, pathname, search: query } = new URL(place, location.origin);
  return origin === location.origin ? `${pathname}${query}` : undefined;
};
