import { tellAreaEvent } from './area-events.ts';
import { warmUp } from './prefetch.ts';

const area = { area: 'analytics', version: 'v1' };

describe('what areas may need later', () => {
  const idle = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    idle.mockClear();
    window.requestIdleCallback = idle;
  });

  afterEach(() => jest.useRealTimers());

  it('is fetched when the page is idle', () => {
    warmUp({ afterArea: false });
    expect(idle).toHaveBeenCalledTimes(1);
  });

  it('waits for the first content of the area that the page begins with', () => {
    warmUp({ afterArea: true });
    tellAreaEvent({ ...area, type: 'loaded', ms: 100 });
    jest.advanceTimersByTime(10_000);
    expect(idle).not.toHaveBeenCalled();
    tellAreaEvent({ ...area, type: 'ready', ms: 100 });
    tellAreaEvent({ ...area, type: 'ready', ms: 100 });
    jest.advanceTimersByTime(10_000);
    expect(idle).toHaveBeenCalledTimes(1);
  });
});
