import { useRef } from 'react';

/**
 * Ignores calls while one is running: a second click may arrive before React renders the first. What creates something
 * calls `done` only after a failure: until the page of the new thing is there, another click would create it again.
 */
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
