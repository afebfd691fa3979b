import { useIsNarrow } from '@readerlens/ui';
import { useState } from 'react';
import { useStoredSwitch } from './use-stored-switch.ts';

/** Whether the filter is open: beside the list as last set in this browser, as a drawer only when opened. */
export const useFilterPanel = (): [boolean, (open: boolean) => void] => {
  const narrow = useIsNarrow();
  const [beside, setBeside] = useStoredSwitch('readerlens.review.filters', true);
  const [drawer, setDrawer] = useState(false);
  return narrow ? [drawer, setDrawer] : [beside, setBeside];
};
