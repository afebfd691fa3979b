import { useEffect } from 'react';

/**
 * Puts the name of the reader or organization before the page's title in the browser, which the shell sets before it passes the route on.
 * Undefined leaves the title as it is: until the name is known, and for what cannot be shown.
 */
export const useSubjectTitle = (name: string | undefined): void => {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const named = [name, before].filter((part) => part !== '').join(' · ');
    document.title = named;
    return () => {
      // The shell has the next page's title there already.
      if (document.title === named) document.title = before;
    };
  }, [name]);
};
