import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { looks, createStateCheck } from '../commands/looks.ts';
import { searchLink } from '../commands/search.ts';
import { expect, test } from '../fixtures.ts';
import { waitForResults, searchPage } from '../pages/search.page.ts';

test.beforeEach(async ({ signedIn }) => signedIn('client'));

const quarter = { clients: [clients.kestrowel.id], relative: '-90d' };

for (const { look, narrow, options } of looks) {
  test.describe(look, () => {
    test.use(options);

    test('axe finds nothing, and nothing is wider than the window', async ({ page }) => {
      test.setTimeout(600_000);
      const { rows, cards, details, detail, download, entry, specifics } = searchPage(page);
      const { selectedColumns, empty } = searchPage(page);
      const list = narrow ? cards : rows;
      const state = createStateCheck(page);
      await state('a selection and details', async () => {
        await page.goto(`${searchLink({ ...quarter, types: ['CustomerRequest'] })};Quality:1,2`);
        await waitForResults(page);
        await list.first().getByRole('checkbox').check();
        await details(list.first()).click();
        await expect(detail).toContainText('In the last 6 months', { ignoreCase: true });
        // Elsewhere the bar of the selection lies above the list, and axe measures its distance to links below it.
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      });
      await state('specifics', async () => {
        await list
          .first()
          .getByRole('button', { name: /^Specifics of / })
          .click();
        await expect(specifics).toBeVisible();
      });
      await page.keyboard.press('Escape');
      await list.first().getByRole('checkbox').uncheck();
      await state('the download menu', async () => {
        await download.click();
        await expect(entry('Setup Export Columns')).toBeVisible();
      });
      await state('the columns', async () => {
        await entry('Setup Export Columns').click();
        await expect(selectedColumns.first()).toBeVisible();
      });
      await page.keyboard.press('Escape');
      await state('nothing found', async () => {
        await page.goto(`${searchLink(quarter)}&query=zzzzzz`);
        await expect(empty).toBeVisible();
      });
      await state('a dashboard with links to the search', async () => {
        await page.goto(linkTo(quarter));
        await expect(page.getByRole('link', { name: /^Engagements with your content: / })).toBeVisible();
      });
    });
  });
}
