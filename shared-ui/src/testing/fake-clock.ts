import { act } from '@testing-library/react';

/** The time that is left for the running test, by the real clock. See dom-environment.cjs. */
declare const msToDeadline: () => number;

const realTimeout = setTimeout;

/** Starts a clock that only the test advances; the network still works. */
export const startFakeClock = () =>
  jest.useFakeTimers({ now: new Date('2026-03-02T10:00:00Z'), doNotFake: ['nextTick', 'queueMicrotask'] });

/** Starts a fake clock before each test of a file. */
export const useFakeClock = () => {
  beforeEach(startFakeClock);
  afterEach(() => jest.useRealTimers());
};

/** Advances the fake clock. */
export const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/**
 * Waits for a response without advancing the fake clock: `findBy` and `waitFor` would advance it by as much as the network
 * takes attempts.
 */
export const waitForResponse = async (isDone: () => boolean) => {
  while (!isDone() && msToDeadline() > 1000)
    await act(() => new Promise<void>((resolve) => realTimeout(resolve, 1)));
  expect(isDone()).toBe(true);
};
