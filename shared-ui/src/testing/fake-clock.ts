import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../../testing/render-shell.tsx';

const realTimeout = setTimeout;

/** For a test file: a fake clock that only the test advances; the network still works. */
export const useFakeClock = () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());
};

/** The whole shell, with user events that advance the fake clock. */
export const renderWithFakeClock: typeof renderShell = (path, person) => ({
  ...renderShell(path, person),
  user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }),
});

/** Advances the fake clock. */
export const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Waits for a response without advancing the fake clock. */
export const waitForResponse = async (isDone: () => boolean) => {
  for (let turn = 0; turn < 2000 && !isDone(); turn += 1) {
    await act(() => new Promise<void>((resolve) => realTimeout(resolve, 5)));
  }
  expect(isDone()).toBe(true);
};
