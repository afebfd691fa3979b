import { useRef } from 'react';

/** Ignores calls while one is running: a second click may arrive before React renders the first. */
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
