// Questions that people come with, and the clicks to the answer. Typing and choosing an option are no click of their own.
import type { Locator, Page } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { uniqueName } from '../commands/saved-searches.ts';
import { expect, test } from '../fixtures.ts';
import { figureNames, overview, readFigure } from '../pages/overview.page.ts';
import { pick, reportConfigPage } from '../pages/reports.page.ts';
import { readTotals, searchPage, waitForResults } from '../pages/search.page.ts';
import { shell } from '../pages/shell.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };

const sizes = [
  { device: 'a desktop', width: 1440, height: 900 },
  { device: 'a phone', width: 390, height: 844 },
] as const;

/** A person who counts clicks. */
const clicker = (page: Page) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  return {
    click,
    /** Follows an entry of the menu, which a phone opens first. */
    follow: async (name: string) => {
      const { openMenu, drawer, nav } = shell(page);
      const isPhone = (page.viewportSize()?.width ?? 0) < 700;
      if (isPhone) await click(openMenu);
      await click((isPhone ? drawer : nav).getByRole('link', { name, exact: true }));
    },
    count: () => clicks,
  };
};

for (const { device, ...viewport } of sizes)
  test.describe(`with ${device}`, () => {
    test.use({ viewport });
    const menu = viewport.width < 700 ? 2 : 1;

    test(
      'the search has the engagements that the overview counts, and their file',
      { tag: mainStory },
      async ({ page, signedIn }) => {
        await signedIn('internal');
        const { click, follow, count } = clicker(page);
        await page.goto(linkTo(quarter));
        const counted = await readFigure(page, figureNames.engagements);
        await follow('Engagements Search');
        await waitForResults(page);
        expect(count()).toBe(menu);
        if (viewport.width < 700)
          await expect(page.getByRole('main')).toContainText(counted.toLocaleString('en-US'));
        else await expect.poll(async () => (await readTotals(page)).activities).toBe(counted);
        const { download, entry } = searchPage(page);
        await click(download);
        const saving = page.waitForEvent('download');
        await click(entry('As shown (xlsx)'));
        expect((await saving).suggestedFilename()).toMatch(/^activities_as_shown_/);
        expect(count()).toBe(menu + 2);
      },
    );

    test('who rises most, with the change in view', async ({ page, signedIn }) => {
      await signedIn('client');
      const { click, count } = clicker(page);
      await page.goto(linkTo(quarter));
      await click(page.getByRole('link', { name: 'Rising accounts', exact: true }));
      const change = page
        .getByRole('row')
        .nth(1)
        .getByText(/^\+[\d,]+/);
      await expect(change).toBeVisible();
      // Without a move to the side.
      const { right } = await change.evaluate(
        (element) => element.getBoundingClientRect().toJSON() as DOMRect,
      );
      expect(right).toBeLessThan(viewport.width);
      expect(count()).toBe(1);
    });

    test('a comparison goes on to the next dashboard', async ({ page, signedIn }) => {
      await signedIn('internal');
      const { click, follow, count } = clicker(page);
      await page.goto(linkTo(quarter));
      const comparison = page.getByRole('switch', { name: /^Compare/ });
      await expect(overview(page).heading).toBeVisible();
      await click(page.locator('label').filter({ has: comparison }));
      await expect(comparison).toBeChecked();
      await follow('Content Overview');
      await expect(shell(page).heading('Content Overview')).toBeVisible();
      await expect(comparison).toBeChecked();
      expect(count()).toBe(menu + 1);
    });

    test('a reader of an activity in the review', async ({ page, signedIn }) => {
      await signedIn('internal');
      const { click, count } = clicker(page);
      await page.goto('/review-activities?status=Approved');
      await click(page.getByRole('main').locator('a[href*="/reader-dashboard/"]').first());
      await expect(page.getByRole('region', { name: 'Reader profile' })).toBeVisible();
      await expect(page.getByText('Choose a client')).toHaveCount(0);
      expect(count()).toBe(1);
    });

    test('a list of organizations from pasted names', async ({ page, signedIn }) => {
      await signedIn('internal');
      const { click, count } = clicker(page);
      const dialog = page.getByRole('dialog', { name: 'New account list' });
      await page.goto('/analytics/account-lists');
      await click(page.getByRole('button', { name: 'New list', exact: true }));
      await dialog.getByRole('textbox', { name: 'Name' }).fill(uniqueName('Pasted'));
      await dialog.getByRole('combobox', { name: 'Client' }).fill('Aurelis');
      await page.getByRole('option', { name: clients.aurelis.name }).click();
      await click(dialog.getByRole('button', { name: 'Save' }));
      await page.getByRole('textbox', { name: 'Names' }).fill('Halvorane Biologics; Brivaron Therapeutics');
      await click(page.getByRole('button', { name: 'Add to list' }));
      await expect(page.getByRole('region', { name: 'What was added' })).toContainText(
        '2 organizations added',
      );
      expect(count()).toBe(3);
    });

    test('a report, with its first mail before it is saved', async ({ page, signedIn }) => {
      await signedIn('internal');
      const { click, count } = clicker(page);
      const { newReport, field, day, tool, preview } = reportConfigPage(page);
      await page.goto('/dissemination-contacts');
      await click(newReport);
      await field('First Name').fill('Zora');
      await field('Last Name').fill('Test');
      await field('Email').fill('zora@partners.example');
      await pick(page, 'Company', clients.aurelis.name);
      await pick(page, 'Activity Type', 'Webinar');
      await click(day('Tuesday'));
      await click(tool('Preview'));
      await expect(preview).toContainText(/Subject: Activity report: /);
      expect(count()).toBe(3);
    });

    test('an alert from a search with a typed text says what it leaves out', async ({ page, signedIn }) => {
      await signedIn('internal');
      const { click, count } = clicker(page);
      await page.goto(`${linkTo(quarter, '/analytics/search')}&query=cell`);
      await waitForResults(page);
      await expect(page.getByText('Without the typed text:')).toBeVisible();
      await click(page.getByRole('link', { name: 'Create alert', exact: true }));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Alert');
      expect(count()).toBe(1);
    });
  });
