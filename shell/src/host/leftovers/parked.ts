/** Elements that libraries create only once per page: style sheets, and containers for dialogs. */
const isReused = (element: Element) => element.matches('style, [id]:empty');

type Places = Map<Element, ParentNode>;

interface Parked {
  places: Places;
  /** Whether a visit of the version has ended. */
  isVisited: boolean;
}

/** What versions have left, by the address of their files. It is back at the next visit. */
const parked = new Map<string, Parked>();

const findParked = (base: string): Parked => {
  const known = parked.get(base) ?? { places: new Map(), isVisited: false };
  parked.set(base, known);
  return known;
};

/** Parks what a version has added while its files were loading: its first visit needs all of it. */
export const parkLoaded = (base: string, left: Iterable<Element>) => {
  const { places } = findParked(base);
  for (const element of left) if (element.parentNode) places.set(element, element.parentNode);
};

/** Parks what the first visit of a version left. Later visits leave the same things again, and more every time. */
export const parkVisited = (base: string, left: readonly Element[]) => {
  const known = findParked(base);
  if (known.isVisited) return;
  known.isVisited = true;
  parkLoaded(base, left.filter(isReused));
};

const maxParked = 50;

/**
 * Parks an element that a version adds while it is not on the page, such as the styles of a screen that is prefetched.
 * Returns whether it was one that may be parked.
 */
export const parkAbsent = (base: string, element: Element, parent: ParentNode): boolean => {
  const { places } = findParked(base);
  if (!isReused(element) || places.size >= maxParked) return false;
  places.set(element, parent);
  return true;
};

export const unpark = (base: string) => {
  for (const [element, parent] of parked.get(base)?.places ?? []) parent.append(element);
};

/** Removes what was parked at an earlier time from the page again. */
export const removeParked = (base: string) => {
  for (const element of parked.get(base)?.places.keys() ?? []) element.remove();
};
