import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window matches a media query: `useMediaQuery('(min-width: 768px)')`. */
export const useMediaQuery = (text: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(text);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [text],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(text).matches);
};

/** Whether the window is as narrow as a phone, too narrow for a table of many columns. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 767.98px)');
