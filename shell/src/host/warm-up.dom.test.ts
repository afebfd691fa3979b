import { idleDeadlineMs } from '../deadlines.ts';
import { emitAreaEvent } from './area-events.ts';
import { warmUp } from './prefetch.ts';

const area = { area: 'analytics', version: 'v1' };

describe('shared packages that areas may need later', () => {
  const idle = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    idle.mockClear();
    window.requestIdleCallback = idle;
  });

  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(window, 'requestIdleCallback');
  });

  it('are fetched when the page is idle, or after a while if it never is', () => {
    warmUp({ afterArea: false, others: [] });
    expect(idle).toHaveBeenCalledTimes(1);
    expect(idle).toHaveBeenCalledWith(expect.any(Function), { timeout: idleDeadlineMs });
  });

  it('wait for the first content of the area that the page opens with', () => {
    warmUp({ afterArea: true, others: [] });
    emitAreaEvent({ ...area, type: 'loaded', ms: 100 });
    jest.advanceTimersByTime(10_000);
    expect(idle).not.toHaveBeenCalled();
    emitAreaEvent({ ...area, type: 'ready', ms: 100 });
    emitAreaEvent({ ...area, type: 'ready', ms: 100 });
    jest.advanceTimersByTime(10_000);
    expect(idle).toHaveBeenCalledTimes(1);
  });
});
