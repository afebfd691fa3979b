import { useState } from 'react';

const findTarget = (key: string, at: number, last: number): number | undefined =>
  ({
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  })[key];

/** The active entry: the first one until the user moves, again after the text changes. */
export const useActive = (keys: readonly string[], text: string) => {
  const [moved, setMoved] = useState<{ text: string; key: string }>();
  const chosen = moved?.text === text ? keys.indexOf(moved.key) : -1;
  const at = chosen < 0 ? 0 : chosen;
  return {
    active: keys[at],
    activate: (key: string) => setMoved({ text, key }),
    /** Whether a key moved it. */
    move: (pressed: string): boolean => {
      const target = findTarget(pressed, at, keys.length - 1);
      const key = target === undefined ? undefined : keys[target];
      if (key !== undefined) setMoved({ text, key });
      return target !== undefined;
    },
  };
};
