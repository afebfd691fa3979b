import { clients } from '../commands/accounts.ts';
import { violations } from '../commands/axe.ts';
import { linkTo } from '../commands/dashboard.ts';
import { searchLink } from '../commands/search.ts';
import { expect, test } from '../fixtures.ts';
import { found, searchPage } from '../pages/search.page.ts';

test.beforeEach(async ({ signedIn }) => signedIn('client'));

const quarter = { clients: [clients.kestrowel.id], relative: '-90d' };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${colorScheme} at ${viewport.width}x${viewport.height}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' });
      const narrow = viewport.width < 768;

      test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
        test.setTimeout(150_000);
        const { rows, cards, details, detail, download, entry, columns, specifics } = searchPage(page);
        const { selectedColumns, empty } = searchPage(page);
        const list = narrow ? cards : rows;
        const state = (name: string, reach: () => Promise<unknown>) =>
          test.step(name, async () => {
            await reach();
            expect.soft(await violations(page), name).toEqual([]);
            const over = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            expect.soft(over, `${name}: too wide`).toBe(0);
          });
        await state('a selection and details', async () => {
          await page.goto(`${searchLink({ ...quarter, types: ['CustomerRequest'] })};Quality:1,2`);
          await found(page);
          await list.first().getByRole('checkbox').check();
          await details(list.first()).click();
          await expect(detail).toContainText('In the last 6 months', { ignoreCase: true });
        });
        await state('specifics', async () => {
          await list
            .first()
            .getByRole('button', { name: /^Specifics of / })
            .click();
          await expect(specifics).toBeVisible();
        });
        await page.keyboard.press('Escape');
        await state('the download menu', async () => {
          await download.click();
          await expect(entry('Setup Export Columns')).toBeVisible();
        });
        await state('the columns', async () => {
          await entry('Setup Export Columns').click();
          await expect(selectedColumns.first()).toBeVisible();
        });
        await page.keyboard.press('Escape');
        await expect(columns).toHaveCount(0);
        await state('nothing found', async () => {
          await page.goto(`${searchLink(quarter)}&query=zzzzzz`);
          await expect(empty).toBeVisible();
        });
        await state('a dashboard whose figures lead to it', async () => {
          await page.goto(linkTo(quarter));
          await expect(page.getByRole('link', { name: /^Engagements with your content: / })).toBeVisible();
        });
      });
    });
  }
}
