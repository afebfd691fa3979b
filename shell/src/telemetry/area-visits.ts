/**
 * A period in which the page showed a version of an area, starting when the area was requested; in milliseconds since
 * the page load.
 */
export interface AreaVisit {
  area: string;
  version: string;
  from: number;
  to: number;
}

/** How many visits are kept for measurements that arrive late. */
const keptVisits = 20;

let visits: AreaVisit[] = [];
let landing: AreaVisit | undefined;
let requestedAt: number | undefined;

/** A click before the first area was shown means that the page was opened for something else, such as a login. */
const isLanding = () =>
  visits.length === 0 && !('userActivation' in navigator && navigator.userActivation.hasBeenActive);

/** Ends the current visit. */
export const areaHidden = (now = performance.now()) => {
  const last = visits.at(-1);
  if (last) last.to = Math.min(last.to, now);
};

/** An area was requested. */
export const areaRequested = (now = performance.now()) => {
  requestedAt = now;
};

/** Starts a visit and ends the previous one. */
export const areaShown = (area: string, version: string, now = performance.now()) => {
  areaHidden(now);
  const isFirst = isLanding();
  const visit = { area, version, from: isFirst ? 0 : (requestedAt ?? now), to: Infinity };
  if (isFirst) landing = visit;
  requestedAt = undefined;
  visits = [...visits.slice(1 - keptVisits), visit];
};

/** The visit that the page was opened with, once its area is shown. */
export const landingVisit = () => landing;

/** The visit at a point in time. */
export const visitAt = (time: number): AreaVisit | undefined =>
  visits.findLast(({ from, to }) => from <= time && time <= to);

/** The latest visit of an area. */
export const findLatestVisit = (area: string): AreaVisit | undefined =>
  visits.findLast((visit) => visit.area === area);

/** Resets everything, for tests. */
export const resetVisits = () => {
  visits = [];
  landing = undefined;
  requestedAt = undefined;
};
