import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits for loading and animations to end, because axe would measure intermediate colors. */
export const settle = async (page: Page) => {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
};

/** Axe violations on the current page, with rule, element and explanation. */
export const violations = async (page: Page) => {
  await settle(page);
  // Legacy mode avoids the additional page in which axe collects results from frames; there are none.
  const found = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
};
