import { createListeners, useMediaQuery } from '@readerlens/ui';
import { useSyncExternalStore } from 'react';

const key = 'readerlens.sidebar';
const { subscribe, notify } = createListeners();

/** Whether the window has room for the sidebar beside the page (768 px and more). */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 768px)');

/** Whether the sidebar beside the page is open; the choice is kept in this browser. */
export const useSidebarOpen = (): [boolean, (open: boolean) => void] => {
  const open = useSyncExternalStore(subscribe, () => localStorage.getItem(key) !== 'closed');
  const setOpen = (next: boolean) => {
    localStorage.setItem(key, next ? 'open' : 'closed');
    notify();
  };
  return [open, setOpen];
};
