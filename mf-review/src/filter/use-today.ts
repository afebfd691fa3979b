import { dayOf } from '@readerlens/filters/model';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  addEventListener('focus', listener);
  return () => removeEventListener('focus', listener);
};

/** The day by now, YYYY-MM-DD in UTC. A page that was open overnight learns of the new one when it is looked at. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => dayOf(new Date()));
