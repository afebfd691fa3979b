import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Shifts `Date` in the current and following pages. Timers and frames keep running in real time, unlike with
 * `page.clock`, whose frames drift from the browser's animations.
 */
export const shiftDate = async (page: Page, milliseconds: number) => {
  const shift = (by: number) => {
    const original: unknown = Reflect.get(window, 'e2eRealDate');
    const RealDate = (original ?? Date) as DateConstructor;
    Reflect.set(window, 'e2eRealDate', RealDate);
    const now = () => RealDate.now() + by;
    window.Date = new Proxy(RealDate, {
      construct: (target, given: [number?]) =>
        Reflect.construct(target, given.length > 0 ? given : [now()]) as Date,
      get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
    });
  };
  await page.addInitScript(shift, milliseconds);
  await page.evaluate(shift, milliseconds);
};

/** Records the intervals of pages from now on. Returns a function that runs each running one once. */
export const controlIntervals = async (page: Page): Promise<() => Promise<void>> => {
  await page.addInitScript(() => {
    const running = new Map<number, () => void>();
    const start = window.setInterval.bind(window);
    const stop = window.clearInterval.bind(window);
    window.setInterval = ((handler: () => void, delay?: number) => {
      const id = start(handler, delay);
      running.set(id, handler);
      return id;
    }) as typeof start;
    window.clearInterval = (id) => {
      running.delete(Number(id));
      stop(id);
    };
    Reflect.set(window, 'e2eRunIntervals', () => {
      for (const handler of running.values()) handler();
    });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'e2eRunIntervals') as () => void)());
};

/** Stops the page's installed clock in a second. From then on, time passes only when the test moves it. */
export const stopClock = (page: Page) =>
  expect(async () => {
    // The clock cannot be stopped at a time that has passed meanwhile.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  }).toPass();

/** Installs Playwright's clock, and makes it control AbortSignal.timeout as well. */
export const installClock = async (page: Page) => {
  await page.clock.install();
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      const over = new DOMException('The operation timed out.', 'TimeoutError');
      setTimeout(() => controller.abort(over), milliseconds);
      return controller.signal;
    };
  });
};
