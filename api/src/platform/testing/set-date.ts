/**
 * Sets the date, and nothing else: the timers of server and database go on. `jest.useRealTimers()` ends it.
 * `now`: a date or milliseconds.
 */
export const setDate = (now: Date | number): void => {
  jest.useFakeTimers({
    now,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
};
