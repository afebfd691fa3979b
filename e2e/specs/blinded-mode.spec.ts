import { clients } from '../commands/accounts.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { oneClient, overview, readFigures, switchTo } from '../pages/overview.page.ts';
import { logInAs, shell, toggleBlinded } from '../pages/shell.page.ts';

test.describe('Blinded Mode', () => {
  /** Records the bodies of API responses. */
  const recordBodies = (page: Page): string[] => {
    const seen: string[] = [];
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/') && response.status() !== 204)
        seen.push(await response.text().catch(() => ''));
    });
    return seen;
  };
  const clientNames =
    /Aurelis|Norvane|Kestrowel|Lumentara|Oakmerrow|Tessavale|Brightfjord|lanverre|Cavendra|Quietharbor/;

  test(
    'shows a banner, applies to the tab, and hides client names',
    { tag: mainStory },
    async ({ page, context, signedIn }) => {
      const { banner } = shell(page);
      await signedIn('internal');
      await page.goto(oneClient);
      await expect(page.getByRole('main')).toContainText(clients.aurelis.name);
      await expect(banner('Blinded Mode Active')).toHaveCount(0);
      const seen = recordBodies(page);
      await toggleBlinded(page);
      await test.step('the page shows the banner and a pseudonym', async () => {
        await expect(banner('Blinded Mode Active')).toBeVisible();
        await expect(page.getByRole('main')).toContainText(/Client \d+/);
        await expect(page.locator('body')).not.toContainText(clientNames);
      });
      await test.step('it survives a reload, and no response contains a client name', async () => {
        await page.reload();
        await expect(banner('Blinded Mode Active')).toBeVisible();
        await readFigures(page);
        await switchTo(page, 'Documents');
        await expect(chart(page, 'Most Popular Documents').drawing).toBeVisible();
        // The text of a response arrives after what it draws.
        await expect.poll(() => seen.length).toBeGreaterThan(10);
        expect(seen.filter((body) => clientNames.test(body))).toEqual([]);
        expect(seen.some((body) => /"name":"Client \d+"/.test(body))).toBe(true);
        await expect(page.locator('body')).not.toContainText(clientNames);
      });
      await test.step('the Clients filter is disabled and shows no names', async () => {
        await overview(page).filters.click();
        await expect(page.getByRole('combobox', { name: 'Clients' })).toBeDisabled();
        await expect(page.locator('body')).not.toContainText(clientNames);
        await page.keyboard.press('Escape');
      });
      const other = await context.newPage();
      await test.step('another tab is blinded too', async () => {
        await other.goto(oneClient);
        await expect(overview(other).heading).toBeVisible();
        await expect(shell(other).banner('Blinded Mode Active')).toBeVisible();
        await expect(other.locator('body')).not.toContainText(clientNames);
      });
      await test.step('switching it off restores the names, in both tabs', async () => {
        await toggleBlinded(page);
        for (const tab of [page, other]) {
          await expect(shell(tab).banner('Blinded Mode Active')).toHaveCount(0);
          await expect(tab.getByRole('main')).toContainText(clients.aurelis.name);
        }
        await other.close();
      });
    },
  );

  test('stays on while impersonating a client, with pseudonyms for their companies', async ({
    page,
    signedIn,
  }) => {
    const { banner } = shell(page);
    await signedIn('admin');
    await page.goto(oneClient);
    await toggleBlinded(page);
    await expect(banner('Blinded Mode Active')).toBeVisible();
    const seen = recordBodies(page);
    await logInAs(page, 'Clio');
    await expect(banner('You are logged in as Clio Client(client@demo.example)')).toBeVisible();
    await expect(banner('Blinded Mode Active')).toBeVisible();
    await readFigures(page);
    expect(seen.filter((body) => clientNames.test(body))).toEqual([]);
    await expect(page.locator('body')).not.toContainText(clientNames);
  });

  test('is offered to staff only', async ({ page, signedIn }) => {
    const { adminMenu, banner } = shell(page);
    await signedIn('client');
    await page.goto(oneClient);
    await expect(page.getByRole('main')).toContainText(clients.aurelis.name);
    await expect(adminMenu).toHaveCount(0);
    await expect(banner('Blinded Mode Active')).toHaveCount(0);
  });
});
