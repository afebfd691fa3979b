import { daysAgo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { expect, test } from '../fixtures.ts';
import { reviewPage } from '../pages/review.page.ts';

test.beforeEach(async ({ signedIn }) => signedIn('reviewer'));

test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
  const { editFilters, openDecisions, decisions, filters, cards, rows, approve, bar, help, empty } =
    reviewPage(page);
  const list = (narrow: boolean) => (narrow ? cards : rows).first();
  const state = statesInBothSizes(page);
  await state('the list', list, () =>
    page.goto(`/review-activities?status=Approved&from=${daysAgo(30)}&to=${daysAgo(0)}`),
  );
  await state('a selection', approve, async (narrow) => {
    await list(narrow).getByRole('checkbox').check();
    if (!narrow) return;
    await expect(bar).toBeInViewport();
    await cards.first().getByRole('button', { name: 'More' }).click();
  });
  await state('the filters', filters, () => editFilters.click());
  // In the narrow window, they cover the page.
  await page.keyboard.press('Escape');
  await expect(filters).toHaveCount(0);
  await state('recent decisions', decisions, () => openDecisions.click());
  await page.keyboard.press('Escape');
  await expect(decisions).toHaveCount(0);
  await state('the keyboard shortcuts', help, () =>
    page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
  );
  await page.keyboard.press('Escape');
  await state('nothing found', empty, () =>
    page.goto('/review-activities?email=equals:nobody@nowhere.example'),
  );
});
