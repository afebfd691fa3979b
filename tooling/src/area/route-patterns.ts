import type { AreaRoute } from '@readerlens/contract/registry';

type Pattern = Pick<AreaRoute, 'path' | 'exact'>;

const splitSegments = (path: string) => path.split('/').filter(Boolean);

/** A pattern's segments, with a trailing '*' for a pattern that also matches the paths below it. */
const listParts = ({ path, exact }: Pattern): string[] => {
  const parts = splitSegments(path);
  return exact || parts.at(-1) === '*' ? parts : [...parts, '*'];
};

const isOptional = (part: string | undefined) => part?.endsWith('?') ?? false;
const withoutMark = (part: string) => part.replace(/\?$/, '');

const segmentsMatch = (a: string, b: string) =>
  a.startsWith(':') || b.startsWith(':') || withoutMark(a) === withoutMark(b);

/** Whether a path matches both: ':x' matches any segment, 'x?' is optional, '*' matches the rest. */
const overlap = (a: readonly string[], b: readonly string[]): boolean => {
  const [headA, ...restA] = a;
  const [headB, ...restB] = b;
  if (headA === '*' || headB === '*') return true;
  if (isOptional(headA) && overlap(restA, b)) return true;
  if (isOptional(headB) && overlap(a, restB)) return true;
  if (headA === undefined || headB === undefined) return headA === headB;
  return segmentsMatch(headA, headB) && overlap(restA, restB);
};

/** Ranks routes as React Router does: of several matching routes, the one with the highest value is shown. */
export const computeSpecificity = (route: Pattern): number =>
  listParts(route).reduce((sum, part) => sum + (part === '*' ? -1 : part.startsWith(':') ? 4 : 11), 0);

/** Whether a path exists that matches both route patterns. */
export const routesOverlap = (a: Pattern, b: Pattern): boolean => overlap(listParts(a), listParts(b));

/** Whether a route matches a path. */
export const matchesRoute = (route: Pattern, pathname: string): boolean =>
  overlap(listParts(route), splitSegments(pathname));
