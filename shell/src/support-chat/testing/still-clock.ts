import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../../testing/render-shell.tsx';

const realTimeout = setTimeout;

/** For a test file: a clock that only the test moves; the network goes on by itself. */
export const useStillClock = () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());
};

/** The whole shell, with a person at it who needs no time. */
export const renderStill: typeof renderShell = (path, person) => ({
  ...renderShell(path, person),
  user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }),
});

/** Lets time pass. */
export const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Waits for the network, at a standing clock. */
export const whenAnswered = async (isThere: () => boolean) => {
  for (let turn = 0; turn < 2000 && !isThere(); turn += 1) {
    await act(() => new Promise<void>((resolve) => realTimeout(resolve, 5)));
  }
  expect(isThere()).toBe(true);
};
