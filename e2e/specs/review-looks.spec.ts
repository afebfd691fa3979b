import { violations } from '../commands/axe.ts';
import { daysAgo } from '../commands/dashboard.ts';
import { expect, test } from '../fixtures.ts';
import { reviewPage } from '../pages/review.page.ts';

test.beforeEach(async ({ signedIn }) => signedIn('reviewer'));

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${colorScheme} at ${viewport.width}x${viewport.height}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' });
      const narrow = viewport.width < 768;

      test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
        test.setTimeout(120_000);
        const { openFilters, openDecisions, decisions, filters, cards, rows, approve, bar, help } =
          reviewPage(page);
        const state = (name: string, reach: () => Promise<unknown>) =>
          test.step(name, async () => {
            await reach();
            expect.soft(await violations(page), name).toEqual([]);
            const over = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            expect.soft(over, `${name}: too wide`).toBe(0);
          });
        await state('the list', async () => {
          await page.goto(`/review-activities?status=Approved&from=${daysAgo(30)}&to=${daysAgo(0)}`);
          await expect((narrow ? cards : rows).first()).toBeVisible();
        });
        await state('a selection', async () => {
          await (narrow ? cards : rows).first().getByRole('checkbox').check();
          await expect(approve).toBeVisible();
        });
        if (narrow) {
          await expect(bar).toBeInViewport();
          await cards.first().getByRole('button', { name: 'More' }).click();
        }
        await state('the filter', async () => {
          if (narrow) await openFilters.click();
          await expect(filters).toBeVisible();
        });
        if (narrow) await page.keyboard.press('Escape');
        await state('recent decisions', async () => {
          await openDecisions.click();
          await expect(decisions).toBeVisible();
        });
        await page.keyboard.press('Escape');
        await expect(decisions).toHaveCount(0);
        await state('the keys', async () => {
          await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
          await expect(help).toBeVisible();
        });
        await page.keyboard.press('Escape');
        await state('nothing found', async () => {
          await page.goto('/review-activities?email=equals:nobody@nowhere.example');
          await expect(reviewPage(page).empty).toBeVisible();
        });
      });
    });
  }
}
