/**
 * A stretch of time in which the page was a version of an area's, from the moment it was waited for; milliseconds since
 * the page began.
 */
export interface AreaVisit {
  area: string;
  version: string;
  from: number;
  to: number;
}

/** As many as a measurement may come late for. */
const keptVisits = 20;

let visits: AreaVisit[] = [];
let landing: AreaVisit | undefined;
let awaitedSince: number | undefined;

/** A click before the first area was there means that the page was opened for something else, such as a login. */
const isLanding = () =>
  visits.length === 0 && !('userActivation' in navigator && navigator.userActivation.hasBeenActive);

/** Ends the visit that goes on. */
export const areaHidden = (now = performance.now()) => {
  const last = visits.at(-1);
  if (last) last.to = Math.min(last.to, now);
};

/** Someone is on their way to an area. */
export const areaAwaited = (now = performance.now()) => {
  awaitedSince = now;
};

/** Begins a visit; the one before it ends. */
export const areaShown = (area: string, version: string, now = performance.now()) => {
  areaHidden(now);
  const isFirst = isLanding();
  const visit = { area, version, from: isFirst ? 0 : (awaitedSince ?? now), to: Infinity };
  if (isFirst) landing = visit;
  awaitedSince = undefined;
  visits = [...visits.slice(1 - keptVisits), visit];
};

/** The visit that the page itself was opened with, once its area is there. */
export const landingVisit = () => landing;

/** The visit in which something happened. */
export const visitAt = (time: number): AreaVisit | undefined =>
  visits.findLast(({ from, to }) => from <= time && time <= to);

/** The latest visit of an area. */
export const latestVisitOf = (area: string): AreaVisit | undefined =>
  visits.findLast((visit) => visit.area === area);

/** As if nothing had been shown. */
export const forgetVisits = () => {
  visits = [];
  landing = undefined;
  awaitedSince = undefined;
};
