import { dayOf } from '@readerlens/filters/model';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  addEventListener('focus', listener);
  return () => removeEventListener('focus', listener);
};

/** Today, YYYY-MM-DD in UTC. A page left open overnight updates when it gets the focus. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => dayOf(new Date()));
