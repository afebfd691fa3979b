import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing loads and nothing moves: colours half way through a change would be measured as they are. */
export const settle = async (page: Page) => {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
};

/** What axe finds wrong with the page as it stands: the rule, why, and where. */
export const violations = async (page: Page) => {
  await settle(page);
  // One window without frames: the page of its own that axe would gather the results in is not needed.
  const found = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
};
