import type { Page } from '@playwright/test';

/**
 * Lets the page believe that it is later by so many milliseconds, now and on its next pages. Timers and frames run as
 * they do, unlike under `page.clock`, whose frames drift apart from the browser's animations.
 */
export const shiftDate = async (page: Page, milliseconds: number) => {
  const shift = (by: number) => {
    const known: unknown = Reflect.get(window, 'e2eRealDate');
    const RealDate = (known ?? Date) as DateConstructor;
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

/** Puts the page on Playwright's clock, with the deadlines of requests, which that clock leaves alone. */
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
