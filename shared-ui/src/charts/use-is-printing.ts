import { useSyncExternalStore } from 'react';

let printing = false;

const subscribe = (listener: () => void) => {
  const follow = ({ type }: Event) => {
    printing = type === 'beforeprint';
    listener();
  };
  window.addEventListener('beforeprint', follow);
  window.addEventListener('afterprint', follow);
  return () => {
    window.removeEventListener('beforeprint', follow);
    window.removeEventListener('afterprint', follow);
  };
};

/** Whether the browser prints the page. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
