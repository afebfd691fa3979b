import { useState } from 'react';

/** A boolean setting stored in this browser; `initial` until it is set. */
export const useStoredSwitch = (key: string, initial: boolean): [boolean, (on: boolean) => void] => {
  const [on, setOn] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : stored === 'on';
  });
  const change = (next: boolean) => {
    localStorage.setItem(key, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, change];
};
