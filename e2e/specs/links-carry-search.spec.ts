import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { waitForQuiet } from '../commands/network.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';

/** Pages that show what a client has; each link to another of them names it, so that it opens in a new tab as well. */
const dashboards = [
  '/',
  '/analytics/content-overview-dashboard',
  '/analytics/most-active-companies-dashboard',
  '/analytics/most-active-readers-dashboard',
  '/analytics/reader-co-dashboard',
  '/analytics/reader-dashboard',
  '/performance/content-insights',
  '/performance/net-new-readers-orgs',
  '/performance/pipeline-impact',
  '/performance/comparative-content-tactics',
  '/performance/tactic-activity/webinars',
  '/performance/tactic-activity/events',
  '/performance/tactic-activity/custom-newsletters',
] as const;

/** Sheets of one document, deal or activity need no client in their address. */
const ofClient = /^\/(?:$|\?|analytics\/(?:search|\S+-dashboard)|performance\/(?!data))/;

for (const path of dashboards)
  test(
    `links on ${path} to what a client has name the client`,
    path === '/analytics/reader-co-dashboard' ? { tag: mainStory } : {},
    async ({ page, signedIn }) => {
      await signedIn('internal');
      await page.goto(linkTo({ clients: [clients.aurelis.id], relative: '-90d' }, path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await waitForQuiet(page);
      const links = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
      const toClient = links.filter((href) => ofClient.test(href));
      expect(toClient.length).toBeGreaterThan(0);
      expect(
        toClient.filter((href) => !decodeURIComponent(href).includes(`Clients:${clients.aurelis.id}`)),
      ).toEqual([]);
    },
  );
