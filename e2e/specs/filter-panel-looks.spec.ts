import { linkTo } from '../commands/dashboard.ts';
import { looks, createStateCheck } from '../commands/looks.ts';
import { expect, test } from '../fixtures.ts';
import { filterPanel, filtersIn, oneYear, openFiltersAt } from '../pages/filter-panel.page.ts';

for (const { look, options } of looks) {
  test.describe(look, () => {
    test.use(options);

    test('axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
      test.setTimeout(600_000);
      await signedIn('internal');
      const panel = filterPanel(page);
      const stateOfPanel = createStateCheck(page, 'aside, [role="dialog"]');
      const state = async (name: string, reach: () => Promise<unknown>) => {
        await stateOfPanel(name, reach);
        await expect(panel.seeResults).toBeInViewport();
      };
      await state('all sections', async () => {
        await openFiltersAt(page, linkTo({ clients: ['1', '2', '3'], relative: '-1y' }));
        await expect(panel.text('Specifics Text')).toBeVisible();
      });
      await state('an open list', async () => {
        await panel.list('Content Type').click();
        await expect(panel.panel.getByRole('option', { name: 'Editorial', exact: true })).toBeVisible();
      });
      await panel.list('Content Type').press('Escape');
      await state('modes, flags and entries', async () => {
        await panel.list('Open Access').focus();
        await panel.button('Contains: operator of Open Access').click();
        await panel.list('Document Types').focus();
        await panel.button('N/A: include where Document Types is not available').click();
        await panel.button('Specifics Any').click();
        await panel.text('Email').focus();
        await panel.comparison('Email').selectOption('Not like');
        await panel.text('Title').focus();
        await panel.button('Add another Title').click();
      });
      await state('a lookup', async () => {
        await panel.button('Reader Org Lookup').click();
        await panel.text('Reader Org Lookup').fill('Nobody\nNo one');
        await panel.button('Search').click();
        await expect(panel.problem('No records found.')).toBeVisible();
      });
      await state('validation messages', async () => {
        for (const name of ['Aurelis Bioprocess', 'Norvane Filtration', 'Kestrowel Medical Devices'])
          await panel.chip(name).click();
        await panel.text('Revenue').fill('much');
        await panel.seeResults.click();
        await expect(panel.problem('Companies Is Required')).toBeVisible();
        await expect(panel.problem('Reader Orgs Is Required')).toBeVisible();
      });
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('sections collapse, show how many fields are set, and open for invalid fields', async ({
    page,
    signedIn,
  }) => {
    await signedIn('internal');
    await page.goto(oneYear);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = filterPanel(page);
    await expect(panel.text('Revenue')).toBeHidden();
    await panel.section('Firmographic').click();
    await panel.text('Revenue').fill('1250000');
    await panel.section('Firmographic').click();
    await expect(panel.section('Firmographic').locator('xpath=..')).toContainText('1 set');
    await panel.section('Firmographic').click();
    await panel.text('Revenue').fill('much');
    await panel.section('Firmographic').click();
    await panel.seeResults.click();
    await expect(panel.text('Revenue')).toBeFocused();
    await panel.text('Revenue').fill('1,250,000');
    await panel.seeResults.click();
    await expect.poll(() => filtersIn(page)).toContain('Revenue:1250000');
  });
});
