import { useEffect, useRef } from 'react';

/** A ref of a section that gets the focus when `key` changes, so that a link to other rows of the page leads to them. */
export const useFocusOnChange = (key: string) => {
  const section = useRef<HTMLDivElement>(null);
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) section.current?.focus();
    before.current = key;
  }, [key]);
  return section;
};
