export { OfferedLink } from './offered-link.tsx';
export {
  AreaContext,
  useArea,
  useLatestSearch,
  useLeaveGuard,
  useOffers,
  useRefreshBadges,
} from './area-context.tsx';
export type { AreaLifecycles, AreaLocation, AreaProps, LeaveGuard, SlotLink } from './area-context.tsx';
export type { AreaCommand, CommandSource, FindOptions } from './commands.ts';
export { defineArea } from './define-area.tsx';
export type { AreaDefinition } from './define-area.tsx';
export { lazyScreen } from './lazy-screen.tsx';
export { createQueryClient } from './query-client.ts';
export { NotFound } from './not-found.tsx';
export { ScreenBoundary } from './screen-boundary.tsx';
export { SlotLinks } from './slot-links.tsx';
