import type { AreaRoute } from '@readerlens/contract/registry';

type Pattern = Pick<AreaRoute, 'path' | 'exact'>;

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/** A pattern's segments; one that covers what is below it ends in '*', as the rest. */
const partsOf = ({ path, exact }: Pattern): string[] => {
  const parts = segmentsOf(path);
  return exact || parts.at(-1) === '*' ? parts : [...parts, '*'];
};

const isOptional = (part: string | undefined) => part?.endsWith('?') ?? false;
const nameless = (part: string) => part.replace(/\?$/, '');

const meet = (a: string, b: string) => a.startsWith(':') || b.startsWith(':') || nameless(a) === nameless(b);

/** Whether some path is covered by both: ':x' stands for any segment, 'x?' for none as well, '*' for all the rest. */
const overlap = (a: readonly string[], b: readonly string[]): boolean => {
  const [headA, ...restA] = a;
  const [headB, ...restB] = b;
  if (headA === '*' || headB === '*') return true;
  if (isOptional(headA) && overlap(restA, b)) return true;
  if (isOptional(headB) && overlap(a, restB)) return true;
  if (headA === undefined || headB === undefined) return headA === headB;
  return meet(headA, headB) && overlap(restA, restB);
};

/** How much a route says of the paths that it covers; the most telling one is shown, as react-router ranks them. */
export const weightOf = (route: Pattern): number =>
  partsOf(route).reduce((sum, part) => sum + (part === '*' ? -1 : part.startsWith(':') ? 4 : 11), 0);

/** Whether two route patterns cover a path in common. */
export const routesOverlap = (a: Pattern, b: Pattern): boolean => overlap(partsOf(a), partsOf(b));

/** Whether a route covers a path. */
export const matchesRoute = (route: Pattern, pathname: string): boolean =>
  overlap(partsOf(route), segmentsOf(pathname));
