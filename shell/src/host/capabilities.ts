import type { AreaProps, LeaveGuard } from '@readerlens/ui';
import { registerGuard } from './leave-guards.ts';

type Names = 'navigate' | 'registerGuard' | 'refreshBadges' | 'onReady' | 'onError';
type Capabilities = Required<Pick<AreaProps, Names>>;

interface Faults {
  /** It navigates although the user has left it. */
  late: () => void;
  /** A leave guard threw; it counts as 'may leave'. */
  guardFailed: (error: unknown) => void;
}

const nothing = () => {};

/**
 * What a run of an area may do to the page. It ends with `revoke`: what the area still calls then does nothing, so that
 * a timer or a late answer cannot pull the user back. `current` returns the shell's latest props.
 */
export const grantCapabilities = (
  current: () => Pick<AreaProps, Names> | undefined,
  { late, guardFailed }: Faults,
): { granted: Capabilities; revoke: () => void } => {
  let isGranted = true;
  const removals = new Set<() => void>();
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
      if (isGranted) current()?.onReady();
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
  };
  const revoke = () => {
    isGranted = false;
    for (const remove of removals) remove();
    removals.clear();
  };
  return { granted, revoke };
};
