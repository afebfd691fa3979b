import type { AreaProps, LeaveGuard, ShownWidget, SlotWidget, WidgetPlace } from '@readerlens/ui';
import { registerGuard } from './leave-guards.ts';

type Names = 'navigate' | 'registerGuard' | 'refreshBadges' | 'onReady' | 'onError';
type Capabilities = Required<Pick<AreaProps, Names | 'showWidget'>>;

/** The props that the shell passes to an area, before they are bound to a run of it. */
export type HostProps = Omit<AreaProps, 'domElement' | 'showWidget'> & {
  showWidget?: (widget: SlotWidget, place: WidgetPlace, page: WidgetPage) => ShownWidget;
};

/** The run of the area in whose page a widget stands. */
export interface WidgetPage {
  /** It shows its content. */
  ready: Promise<void>;
  /** The shell's latest props for it; undefined once it has ended. */
  props: () => HostProps | undefined;
}

interface Faults {
  /** It navigates although the user has left it. */
  late: () => void;
  /** A leave guard threw; it counts as 'may leave'. */
  guardFailed: (error: unknown) => void;
}

const nothing = () => {};
const noWidget: ShownWidget = { update: nothing, stop: nothing };

/**
 * What a run of an area may do to the page. It ends with `revoke`: what the area still calls then does nothing, so that
 * a timer or a late answer cannot pull the user back. `current` returns the shell's latest props.
 */
export const grantCapabilities = (
  current: () => HostProps | undefined,
  { late, guardFailed }: Faults,
): { granted: Capabilities; revoke: () => void } => {
  let isGranted = true;
  const removals = new Set<() => void>();
  let showReady = nothing;
  const ready = new Promise<void>((resolve) => {
    showReady = resolve;
  });
  const safely = (guard: LeaveGuard): LeaveGuard => {
    return () => {
      try {
        const question: unknown = guard();
        return typeof question === 'string' ? question : undefined;
      } catch (error) {
        guardFailed(error);
        return undefined;
      }
    };
  };
  const granted: Capabilities = {
    navigate: (...args) => (isGranted ? current()?.navigate(...args) : late()),
    refreshBadges: () => {
      if (isGranted) current()?.refreshBadges?.();
    },
    onReady: () => {
      if (!isGranted) return;
      showReady();
      current()?.onReady();
    },
    onError: (error) => {
      if (isGranted) current()?.onError?.(error);
    },
    registerGuard: (guard) => {
      if (!isGranted) return nothing;
      const remove = registerGuard(safely(guard));
      removals.add(remove);
      return () => {
        remove();
        removals.delete(remove);
      };
    },
    // The page comes first: a widget waits for its content.
    showWidget: (widget, place) => {
      if (!isGranted) return noWidget;
      const shown = current()?.showWidget?.(widget, place, { ready, props: current }) ?? noWidget;
      removals.add(shown.stop);
      const stop = () => {
        shown.stop();
        removals.delete(shown.stop);
      };
      return { update: shown.update, stop };
    },
  };
  const revoke = () => {
    isGranted = false;
    for (const remove of removals) remove();
    removals.clear();
  };
  return { granted, revoke };
};
