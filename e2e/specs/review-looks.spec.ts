import { daysAgo } from '../commands/dashboard.ts';
import { looks, statesOf } from '../commands/looks.ts';
import { expect, test } from '../fixtures.ts';
import { reviewPage } from '../pages/review.page.ts';

test.beforeEach(async ({ signedIn }) => signedIn('reviewer'));

for (const { look, narrow, options } of looks) {
  test.describe(look, () => {
    test.use(options);

    test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
      test.setTimeout(600_000);
      const { editFilters, openDecisions, decisions, filters, cards, rows, approve, bar, help } =
        reviewPage(page);
      const state = statesOf(page);
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
      await state('the filters', async () => {
        await editFilters.click();
        await expect(filters).toBeVisible();
      });
      if (narrow) await page.keyboard.press('Escape');
      else await editFilters.click();
      await state('recent decisions', async () => {
        await openDecisions.click();
        await expect(decisions).toBeVisible();
      });
      await page.keyboard.press('Escape');
      await expect(decisions).toHaveCount(0);
      await state('the keyboard shortcuts', async () => {
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
