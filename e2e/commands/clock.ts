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
