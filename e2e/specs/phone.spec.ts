import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { openRun } from '../pages/notifications.page.ts';
import { overview, readFigures } from '../pages/overview.page.ts';
import { reviewPage } from '../pages/review.page.ts';
import { searchPage } from '../pages/search.page.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Expects elements to overlap vertically: they are in one row. */
const expectOneRow = async (...elements: Locator[]) => {
  const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? NaN);
  const bottoms = boxes.map((box) => (box?.y ?? NaN) + (box?.height ?? NaN));
  expect(Math.max(...tops)).toBeLessThan(Math.min(...bottoms));
};

test('the tools of a page, a card and a list are in one row each', async ({ page, signedIn }) => {
  await signedIn('client');
  await test.step('overview', async () => {
    await page.goto('/');
    await readFigures(page);
    const compare = page.getByRole('switch', { name: 'Compare with previous period' });
    await expectOneRow(compare, page.getByRole('radiogroup', { name: 'View' }), overview(page).filters);
    const { card, menu } = chart(page, 'Engagements Over Time');
    await expectOneRow(
      card.getByRole('heading'),
      card.getByRole('radiogroup', { name: 'Count over time' }),
      menu,
    );
  });
  await test.step('search', async () => {
    const { cards, details, download } = searchPage(page);
    await page.goto('/analytics/search');
    await expect(cards.first()).toBeVisible();
    await expectOneRow(
      page.getByRole('checkbox', { name: 'Select page' }),
      page.getByRole('combobox', { name: 'Sort by' }),
      page.getByRole('button', { name: /^Sorted / }),
      download,
    );
    const right = (locator: Locator) =>
      locator.evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().right))]);
    expect(await right(details(page.getByRole('main')))).toHaveLength(1);
  });
});

test('the tools of the review are in one row', async ({ page, signedIn }) => {
  const { cards, editFilters, openDecisions } = reviewPage(page);
  await signedIn('reviewer');
  await page.goto('/review-activities');
  await expect(cards.first()).toBeVisible();
  await expectOneRow(editFilters, openDecisions, page.getByRole('button', { name: 'Keyboard shortcuts' }));
});

test('figures of a card end at the same line', async ({ page, signedIn }) => {
  await signedIn('internal');
  await openRun(page, 'Accounts that are warming up');
  const figures = page
    .getByRole('group', { name: 'Readers and organizations' })
    .getByRole('definition')
    .filter({ hasText: /^\d+$/ });
  await expect(figures.first()).toBeVisible();
  const ends = await figures.evaluateAll((all) =>
    all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return Math.round(text.getBoundingClientRect().right);
    }),
  );
  expect(new Set(ends).size).toBe(1);
});
