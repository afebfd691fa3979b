import { useRef } from 'react';

/** Lets nothing begin before the last one is done: a second click may come before the page shows the first. */
export const useOneAtATime = () => {
  const isUnderWay = useRef(false);
  return {
    begin: (start: () => void) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      start();
    },
    done: () => {
      isUnderWay.current = false;
    },
  };
};
