import type { Locator } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { findActivity } from '../commands/activity.ts';
import { fetchToken } from '../commands/api.ts';
import { findCovered } from '../commands/covered.ts';
import { decodePayload } from '../commands/session.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { activityPage } from '../pages/individual-activity.page.ts';
import { chart } from '../pages/chart.page.ts';
import { publicPage } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

const phone = { width: 390, height: 844 };
/** A small phone, a tablet and a desktop, where the same pages must fit. */
const others = [
  { width: 320, height: 568 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

// A short link that does not exist.
test.use({ viewport: phone, allowedConsole: failedRequest(404) });

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Nothing is under the Support button, and nothing is wider than the window, in any window. */
const expectFree = (page: Page, name: string, address: string, shown: Locator) =>
  test.step(name, async () => {
    const { support } = shell(page);
    await page.setViewportSize(phone);
    await page.goto(address);
    await expect(shown.first()).toBeVisible();
    await expect(support).toBeVisible();
    for (const size of [phone, ...others]) {
      await page.setViewportSize(size);
      await expect.poll(() => tooWide(page), `${name}, ${size.width}`).toBe(0);
      const { looked, covered } = await findCovered(page, 'section[aria-label="Support"] button');
      expect.soft(covered, `${name}, ${size.width}`).toEqual([]);
      expect(looked).toBeGreaterThan(5);
    }
  });

test('the pages of clients have nothing under the Support button', async ({ page, request, signedIn }) => {
  test.setTimeout(300_000);
  const main = page.getByRole('main');
  await signedIn('client');
  await expectFree(page, 'engagements', '/', chart(page, 'Engagements By Source').drawing);
  await expectFree(
    page,
    'documents',
    '/?view=documents',
    chart(page, 'Most Popular Documents').card.getByRole('listitem'),
  );
  await expectFree(page, 'search', '/analytics/search', main.getByRole('checkbox'));
  await expectFree(page, 'an unknown short link', '/l/nothing', main.getByText('404 Not Found'));
  const { qualifiedId } = await findActivity(request, 'Webinar', undefined, {
    account: 'client',
    clients: [clients.aurelis.id],
  });
  await expectFree(
    page,
    'activity',
    `/individual-activity/search/-/${qualifiedId}`,
    activityPage(page).panel('Reader Details'),
  );
});

test('the pages of staff have nothing under the Support button', async ({ page, request, signedIn }) => {
  test.setTimeout(300_000);
  const main = page.getByRole('main');
  await signedIn('reviewer');
  await expectFree(page, 'review', '/review-activities', main.getByRole('checkbox'));
  await expectFree(page, 'users', '/admin/users', main.getByText('Clio'));
  await expectFree(
    page,
    'an account',
    `/admin/user/${decodePayload(await fetchToken(request, 'client')).sub}`,
    main.getByRole('button', { name: 'Save' }),
  );
  await expectFree(page, 'operations', '/admin/operations', main.getByText('Cleanup'));
  await expectFree(page, 'area health', '/admin/area-health', main.getByText('Analytics'));
});

test('there is no Support button without a session', async ({ page }) => {
  await page.goto('/login');
  await expect(publicPage(page).logIn).toBeVisible();
  await expect(shell(page).support).toHaveCount(0);
});

test('Support is in the top bar, large enough to touch', async ({ page, signedIn }) => {
  const { support } = shell(page);
  await signedIn('client');
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Support', exact: true })).toBeVisible();
  const { width, height } = (await support.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});
