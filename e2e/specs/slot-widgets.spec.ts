import { deploy, handwrittenBundle } from '../commands/area-bundles.ts';
import { areaReports, liveArea } from '../commands/areas.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { notificationsPage, runPage } from '../pages/notifications.page.ts';
import { oneClient, overview, readFigures, scrollToEnd, switchTo } from '../pages/overview.page.ts';

const openOverview = async (page: Page) => {
  await page.goto(oneClient);
  await readFigures(page);
};

test(
  'the overview has the unread alerts of the sidebar, and goes on if that card fails',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const card = page.getByRole('region', { name: 'Unread alerts' });
    const { entry } = notificationsPage(page);
    const readBadge = async () => Number(/\d+/.exec((await entry.textContent()) ?? '')?.[0] ?? 0);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await signedIn('internal');
    await openOverview(page);
    const alerts = await liveArea(page, 'alerts');
    expect(requests.filter((path) => path.startsWith(alerts.base))).toEqual([]);

    await scrollToEnd(page);
    await expect(card.getByRole('listitem')).not.toHaveCount(0);
    const before = await readBadge();
    expect(before).toBeGreaterThan(0);
    await expect(card.getByRole('heading')).toHaveText(`Unread alerts ${before}`);
    const latest = card.getByRole('listitem').first().getByRole('link');
    const name = (await latest.textContent()) ?? '';
    await latest.click();
    await expect(runPage(page).heading(name)).toBeVisible();
    await expect.poll(readBadge).toBe(before - 1);

    await test.step('a version whose card fails', async () => {
      const reports = await areaReports(page);
      const broken = handwrittenBundle(alerts, 'broken', { mount: "throw new Error('Not today');" });
      broken.version.widgetFiles = { 'unread-alerts': [] };
      await deploy(page, 'alerts', broken, { previous: false });
      await openOverview(page);
      await scrollToEnd(page);
      const failure = page.getByRole('alert').filter({ hasText: 'Unread alerts cannot be shown.' });
      await expect(failure).toBeVisible();
      expect(reports()).toEqual(['area alerts/unread-alerts@broken mount error: Not today']);
      // Charts above that are drawn late move the button from under a pointer.
      await failure.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect.poll(() => reports().length).toBe(2);
      await switchTo(page, 'Documents');
      await expect(page.getByText('Most Popular Documents').first()).toBeVisible();
      await expect(overview(page).heading).toBeVisible();
    });
  },
);
