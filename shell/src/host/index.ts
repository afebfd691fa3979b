export { areaStates, buildPartKey, onAreaEvent, reportAreaFailures } from './area-events.ts';
export type { AreaEvent, AreaState } from './area-events.ts';
export { recentEvents } from './recent-events.ts';
export type { TimedEvent } from './recent-events.ts';
export type { Leftovers } from './leftovers/leftovers.ts';
export { AreaOutlet } from './area-outlet.tsx';
export { refreshBadgesOnNavigation, useBadgeCount } from './badges.ts';
export { loadCommandSources, findCommands } from './command-sources.ts';
export { leaveQuestion } from './leave-guards.ts';
export { watchFailedScripts } from './load-area.ts';
export { prefetchArea, startPrefetch, warmUp } from './prefetch.ts';
export type { InvalidArea } from './read-registry.ts';
export {
  refreshRegistry,
  registryStore,
  setRegistryOverride,
  startRegistry,
  useRegistry,
} from './registry.ts';
export { AreaUnavailable } from './area-unavailable.tsx';
export { watchPage } from './leftovers/watch-page.ts';
export { hasArea, matchArea, useVisit } from './visit.ts';
export type { AreaMatch } from './visit.ts';
