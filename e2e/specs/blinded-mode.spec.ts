import { clients } from '../commands/accounts.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { oneClient, overview, readFigures, switchTo } from '../pages/overview.page.ts';
import { logInAs, shell, toggleBlinded } from '../pages/shell.page.ts';

test.describe('Blinded Mode', () => {
  /** The bodies of everything that the API answers from now on. */
  const answers = (page: Page): string[] => {
    const seen: string[] = [];
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/') && response.status() !== 204)
        seen.push(await response.text().catch(() => ''));
    });
    return seen;
  };
  const trueNames =
    /Aurelis|Norvane|Kestrowel|Lumentara|Oakmerrow|Tessavale|Brightfjord|lanverre|Cavendra|Quietharbor/;

  test('has a banner, lasts for the tab, and no client is named any more', async ({
    page,
    context,
    signedIn,
  }) => {
    const { banner } = shell(page);
    await signedIn('internal');
    await page.goto(oneClient);
    await expect(page.getByRole('main')).toContainText(clients.aurelis.name);
    await expect(banner('Blinded Mode Active')).toHaveCount(0);
    const seen = answers(page);
    await toggleBlinded(page);
    await test.step('the page says so, and names a stand-in', async () => {
      await expect(banner('Blinded Mode Active')).toBeVisible();
      await expect(page.getByRole('main')).toContainText(/Client \d+/);
      await expect(page.locator('body')).not.toContainText(trueNames);
    });
    await test.step('it survives a reload, and no answer of the server names a client', async () => {
      await page.reload();
      await expect(banner('Blinded Mode Active')).toBeVisible();
      await readFigures(page);
      await switchTo(page, 'Documents');
      await expect(chart(page, 'Most Popular Documents').drawing).toBeVisible();
      expect(seen.length).toBeGreaterThan(10);
      expect(seen.filter((body) => trueNames.test(body))).toEqual([]);
      expect(seen.some((body) => /"name":"Client \d+"/.test(body))).toBe(true);
      await expect(page.locator('body')).not.toContainText(trueNames);
    });
    await test.step('the filters show clients blurred and take no others', async () => {
      await overview(page).filters.click();
      await expect(page.getByRole('combobox', { name: 'Clients' })).toBeDisabled();
      await expect(page.locator('body')).not.toContainText(trueNames);
      await page.keyboard.press('Escape');
    });
    await test.step('another tab is not blinded', async () => {
      const other = await context.newPage();
      await other.goto(oneClient);
      await expect(overview(other).heading).toBeVisible();
      await expect(shell(other).banner('Blinded Mode Active')).toHaveCount(0);
      await other.close();
    });
    await test.step('switched off, the names are back', async () => {
      await toggleBlinded(page);
      await expect(banner('Blinded Mode Active')).toHaveCount(0);
      await expect(page.getByRole('main')).toContainText(clients.aurelis.name);
    });
  });

  test('stays on while acting as a client, whose companies are stand-ins as well', async ({
    page,
    signedIn,
  }) => {
    const { banner } = shell(page);
    await signedIn('admin');
    await page.goto(oneClient);
    await toggleBlinded(page);
    await expect(banner('Blinded Mode Active')).toBeVisible();
    const seen = answers(page);
    await logInAs(page, 'Clio');
    await expect(banner('You are logged in as Clio Client(client@demo.example)')).toBeVisible();
    await expect(banner('Blinded Mode Active')).toBeVisible();
    await readFigures(page);
    expect(seen.filter((body) => trueNames.test(body))).toEqual([]);
    await expect(page.locator('body')).not.toContainText(trueNames);
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
