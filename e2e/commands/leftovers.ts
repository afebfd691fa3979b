import type { Page } from '@playwright/test';

/** Collects what pages report that areas left behind. */
export const collectLeftovers = async (page: Page) => {
  const seen: string[] = [];
  await page.route('**/api/areas/samples', (route) => {
    const { samples } = route.request().postDataJSON() as { samples: Record<string, unknown>[] };
    for (const { kind, version, resource, value } of samples)
      if (kind === 'leftover') seen.push(`${String(version)} ${String(resource)} ${String(value)}`);
    return route.fulfill({ json: { success: true, message: '', data: null } });
  });
  return seen;
};

/** Moves the clock past the count after leaving, and then past the batch of measurements. */
export const moveToReport = async (page: Page) => {
  await page.clock.fastForward(1_500);
  await page.clock.fastForward(11_000);
};
