/** Where the page keeps its count of live timers. */
export const liveTimersKey = 'benchLiveTimers';

/**
 * Runs in the page before anything else, with `liveTimersKey`: counts the timers that were set and have neither
 * fired for the last time nor been taken back.
 */
export const countTimers = (key: string) => {
  const live = new Set<number>();
  Reflect.set(window, key, () => live.size);
  const counted = (name: 'setTimeout' | 'setInterval') => {
    const start = window[name].bind(window);
    Reflect.set(window, name, (handler: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const id = start(() => {
        if (name === 'setTimeout') live.delete(id);
        handler(...given);
      }, ms);
      live.add(id);
      return id;
    });
  };
  const forgetting = (name: 'clearTimeout' | 'clearInterval') => {
    const stop = window[name].bind(window);
    Reflect.set(window, name, (id?: number) => {
      if (id !== undefined) live.delete(id);
      stop(id);
    });
  };
  counted('setTimeout');
  counted('setInterval');
  forgetting('clearTimeout');
  forgetting('clearInterval');
};
