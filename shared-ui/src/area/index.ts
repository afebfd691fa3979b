export type { SlotContext } from '@readerlens/contract/registry';
export { OfferedLink } from './offered-link.tsx';
export {
  AreaContext,
  useArea,
  useLatestSearch,
  useLeaveGuard,
  useOffers,
  useRefreshBadges,
} from './area-context.tsx';
export type {
  AreaLifecycles,
  AreaLocation,
  AreaProps,
  FindMarks,
  LeaveGuard,
  ShownWidget,
  RefusedLink,
  SlotLink,
  SlotMark,
  SlotWidget,
  WidgetPhase,
  WidgetPlace,
} from './area-context.tsx';
export type { AreaCommand, CommandSource, FindOptions } from './commands.ts';
export { defineArea } from './define-area.tsx';
export type { AreaDefinition } from './define-area.tsx';
export { defineMarks } from './define-marks.ts';
export { defineWidget } from './define-widget.tsx';
export type { WidgetDefinition } from './define-widget.tsx';
export { lazyScreen } from './lazy-screen.tsx';
export { createQueryClient } from './query-client.ts';
export { NotFound } from './not-found.tsx';
export { ScreenBoundary } from './screen-boundary.tsx';
export { SlotLinks } from './slot-links.tsx';
export { SlotMarks, useSlotMarks } from './slot-marks.tsx';
export { SlotWidgets } from './slot-widgets.tsx';
