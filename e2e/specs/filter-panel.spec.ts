import { linkTo } from '../commands/dashboard.ts';
import { uniqueName, saveSearch } from '../commands/saved-searches.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import {
  filterPanel,
  filtersIn,
  oneYear,
  openFilters,
  openFiltersAt,
  pick,
} from '../pages/filter-panel.page.ts';
import { overview } from '../pages/overview.page.ts';

const client = {
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: [{ id: '1', name: 'Aurelis Bioprocess' }],
};
const relative = (value: string) => ({ $type: 'RelativeDateRange', field: 'RelativeDateRange', value });

test.describe('saved searches', () => {
  test(
    'a saved search loads into the form; changes show it as modified',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const name = uniqueName('Two years of Aurelis');
      const saved = await saveSearch(request, 'admin', {
        name,
        filters: [client, relative('-2y')],
        indices: ['Webinar'],
      });
      try {
        await signedIn('admin');
        const panel = await openFiltersAt(page, linkTo({ clients: ['2'], relative: '-30d' }));
        await expect(panel.manage).toHaveAttribute('href', /^\/admin\/user\/\d+\?active=1$/);
        await panel.savedSearch.selectOption(name);
        await expect(panel.chip('Aurelis Bioprocess')).toBeVisible();
        await expect(panel.chip('Webinar')).toBeVisible();
        await expect(panel.modified).toBeHidden();
        await pick(page, 'Quality', '1');
        await expect(panel.modified).toBeVisible();
        await panel.seeResults.click();
        await expect
          .poll(() => filtersIn(page))
          .toBe('types:Webinar;Clients:1;RelativeDateRange:-2y;Quality:1');
        await openFilters(page);
        await expect(panel.savedSearch.locator('option:checked')).toHaveText(name);
        await expect(panel.modified).toBeVisible();
        await panel.chip('1').click();
        await expect(panel.modified).toBeHidden();
      } finally {
        await saved.remove();
      }
    },
  );

  test('a dashboard starts with the default saved search, and Reset restores it', async ({
    page,
    signedIn,
  }) => {
    await signedIn('premium');
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    const panel = await openFilters(page);
    await expect(panel.savedSearch.locator('option:checked')).toHaveText('Last calendar year');
    await expect(panel.relativeRange).toHaveValue('/y-1y');
    await panel.relativeRange.selectOption({ label: '30 days' });
    await expect(panel.modified).toBeVisible();
    await panel.reset.click();
    await expect(panel.relativeRange).toHaveValue('/y-1y');
    await expect(panel.modified).toBeHidden();
  });
});

test('a short link opens the same filters', { tag: mainStory }, async ({ page, context, signedIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn('internal');
  // Longer than servers accept in a URL.
  const names = Array.from({ length: 450 }, (_, index) => `title ${index} of some length or other`).join(
    '\n',
  );
  const panel = await openFiltersAt(page);
  await panel.copyLink.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(page.url());
  await panel.text('Title').fill(names);
  await panel.copyLink.click();
  await expect.poll(copied).toMatch(/\/l\/[\w-]+$/);
  await page.goto(await copied());
  await expect(overview(page).heading).toBeVisible();
  await expect.poll(() => filtersIn(page)).toContain('Title:title 0 of some length or other~n');
  await page.reload();
  await openFilters(page);
  await expect(panel.text('Title')).toHaveValue(names);
});

test.describe('an unknown short link', () => {
  test.use({ allowedConsole: failedRequest(400, 404) });

  test('shows 404', async ({ page, signedIn }) => {
    await signedIn('client');
    await page.goto('/l/never-made');
    await expect(page.getByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible();
  });
});

test('Blinded Mode disables and masks clients and hides fields that identify readers', async ({
  page,
  signedIn,
}) => {
  await signedIn('internal');
  await page.addInitScript(() => localStorage.setItem('readerlens.blinded', 'true'));
  const panel = await openFiltersAt(page);
  await expect(panel.list('Clients')).toBeDisabled();
  await expect(panel.panel.getByText('Aurelis Bioprocess')).toHaveCount(0);
  await expect(panel.text('Email')).toHaveCount(0);
  await pick(page, 'Quality', '3');
  await panel.seeResults.click();
  await expect.poll(() => filtersIn(page)).toBe('Clients:1;RelativeDateRange:-1y;Quality:3');
});

test('the panel can be used with the keyboard alone', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(oneYear);
  const opener = page.getByRole('button', { name: /^Filters/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = filterPanel(page);
  await expect(panel.section('Contextual')).toBeVisible();
  await test.step('every control is a tab stop, in document order', async () => {
    // It cannot take the focus while the saved searches load.
    await expect(panel.savedSearch).toBeEnabled();
    await panel.savedSearch.focus();
    const stops = await page.evaluate(() => {
      const slot = document.querySelector('#side-panel');
      const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      return [
        ...(slot?.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href], summary') ?? []),
      ]
        .filter((element) => visible(element) && !element.matches(':disabled'))
        .filter((element) => element.tabIndex < 0).length;
    });
    expect(stops).toBe(0);
    await page.keyboard.press('Tab');
    await expect(panel.manage).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(panel.find).toBeFocused();
  });
  await test.step('the panel does not hold the focus', async () => {
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Shift+Tab');
    await expect(panel.panel.locator(':focus')).toHaveCount(0);
    await panel.find.focus();
  });
  await test.step('find a field and select a value', async () => {
    await page.keyboard.type('quality');
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      if (await panel.list('Quality').evaluate((element) => element === document.activeElement)) break;
    }
    await expect(panel.list('Quality')).toBeFocused();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await expect(panel.chip('2')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel.panel).toBeVisible();
  });
  await test.step('Ctrl+Enter applies', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(panel.panel).toBeHidden();
    expect(filtersIn(page)).toContain('Quality:2');
    await expect(opener).toBeFocused();
  });
  await test.step('Escape discards changes and returns the focus', async () => {
    await page.keyboard.press('Enter');
    await expect(panel.chip('2')).toBeVisible();
    await panel.chip('2').focus();
    await page.keyboard.press('Enter');
    await expect(panel.chip('2')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel.panel).toBeHidden();
    await expect(opener).toBeFocused();
    expect(filtersIn(page)).toContain('Quality:2');
  });
});

test('all fields are rendered each time the panel opens', async ({ page, signedIn }) => {
  await signedIn('internal');
  const panel = await openFiltersAt(page);
  const fields = panel.panel.locator('[data-field]');
  await expect(fields.nth(34)).toBeAttached();
  await panel.close.click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(fields.nth(34)).toBeAttached();
  await expect(panel.panel.locator('[data-field="SpecificsText"]')).toBeAttached();
});
