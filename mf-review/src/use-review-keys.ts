import { useState } from 'react';
import { useStoredSwitch } from './filter/use-stored-switch.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

interface Actions {
  step: (by: 1 | -1) => void;
  select: () => void;
  approve: () => void;
  reject: () => void;
}

/** The page's shortcuts, their help, and the setting that turns them off. */
export const useReviewKeys = ({ step, select, approve, reject }: Actions) => {
  const [on, onSwitch] = useStoredSwitch('readerlens.review.shortcuts', true);
  const [open, onOpenChange] = useState(false);
  useShortcuts(
    {
      j: { run: () => step(1), repeats: true },
      k: { run: () => step(-1), repeats: true },
      x: { run: select },
      a: { run: approve },
      r: { run: reject },
      '?': { run: () => onOpenChange(true) },
    },
    on,
  );
  return { on, onSwitch, open, onOpenChange };
};
