import { callAs } from '../commands/api.ts';
import { violations } from '../commands/axe.ts';
import { linkTo, numbersOf } from '../commands/dashboard.ts';
import { ownName, saveSearch } from '../commands/saved-searches.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { filterPanel, openFilters, pick } from '../pages/filter-panel.page.ts';
import { figureNames, overview, readFigure } from '../pages/overview.page.ts';

const year = { clients: ['1'], relative: '-1y' };
const client = {
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: [{ id: '1', name: 'Aurelis Bioprocess' }],
};
const relative = (value: string) => ({ $type: 'RelativeDateRange', field: 'RelativeDateRange', value });

const openAt = async (page: Page, address = linkTo(year)) => {
  await page.goto(address);
  await expect(overview(page).heading).toBeVisible();
  return openFilters(page);
};
const searchOf = (page: Page) => new URL(page.url()).searchParams.get('f');

test.describe('what can be asked for', () => {
  test.beforeEach(async ({ signedIn }) => signedIn('internal'));

  test('terms, texts, numbers and flags narrow the dashboard to what the panel counted', async ({ page }) => {
    const panel = await openAt(page);
    await test.step('the panel says how many rows its draft stands for', async () => {
      await expect(panel.matches).toBeVisible();
      await pick(page, 'Quality', '3');
      await pick(page, 'Country', 'Germany');
      await panel.button('Contains: how Content Type compares').click();
      await pick(page, 'Content Type', 'Editorial');
      await panel.text('Title').fill('manager\ndirector');
      await panel.comparison('Title').selectOption('Contains');
      await panel.button('Specifics Any').click();
      await panel.button('Specifics Yes').click();
      await expect(panel.modified).toBeVisible();
    });
    const asked = page.waitForResponse(
      (response) =>
        response.url().endsWith('/stats') && (response.request().postData() ?? '').includes('"Specifics"'),
    );
    const counted = (await (await asked).json()) as { data: { totalLeads: number } };
    await expect(panel.matches).toHaveText(
      new RegExp(`^${counted.data.totalLeads.toLocaleString('en-US')} match`),
    );
    await panel.seeResults.click();
    await expect(panel.panel).toBeHidden();
    const search = searchOf(page);
    for (const part of [
      'Quality:3',
      'ContentType.NotContains:Editorial',
      'Title.Contains:manager~ndirector',
      'Specifics:no',
    ])
      expect(search).toContain(part);
    expect(await readFigure(page, figureNames.engagements)).toBe(counted.data.totalLeads);
  });

  test('fields that depend on another come and go with it', async ({ page }) => {
    const panel = await openAt(page);
    await expect(panel.from).toBeHidden();
    await panel.relativeRange.selectOption({ label: 'Custom' });
    await expect(panel.from).toBeVisible();
    await panel.text('Specifics Text').fill('price');
    await panel.button('Specifics Any').click();
    await panel.button('Specifics Yes').click();
    await expect(panel.text('Specifics Text')).toBeHidden();
    await panel.relativeRange.selectOption({ label: '2 years' });
    await panel.seeResults.click();
    await expect.poll(() => searchOf(page)).toBe('Clients:1;RelativeDateRange:-2y;Specifics:no');
  });

  test('a text has up to seven entries, each of which has to hold', async ({ page }) => {
    const panel = await openAt(page);
    await panel.text('Document Title').fill('a');
    await panel.comparison('Document Title').selectOption('Contains');
    for (let entry = 2; entry <= 7; entry += 1) {
      await panel.button('Add another Document Title').click();
      await expect(panel.text(`Document Title (${entry})`)).toBeFocused();
    }
    await expect(panel.button('Add another Document Title')).toHaveCount(0);
    await panel.text('Document Title (2)').fill('e');
    await panel.comparison('Document Title (2)').selectOption('Not contains');
    await panel.button('Remove Document Title (7)').click();
    await expect(panel.text('Document Title (6)')).toBeFocused();
    await panel.seeResults.click();
    await expect
      .poll(() => searchOf(page))
      .toMatch(/DocumentTitle\.Contains:a;DocumentTitle\.NotContains:e$/);
  });

  test('tags are those of the chosen clients, and go with them', async ({ page }) => {
    const tags = (ids: string[]) =>
      callAs<{ name: string }[]>(page.request, 'internal', 'POST', '/api/filter-lookups/cms/tags', {
        field: 'AnalystTags',
        cIds: ids,
      });
    const [own] = await tags(['1']);
    const others = new Set((await tags(['2'])).map(({ name }) => name));
    const panel = await openAt(page);
    await pick(page, 'Analyst Tags', own?.name ?? '');
    await panel.list('Analyst Tags').click();
    await expect(panel.panel.getByRole('option', { name: own?.name, exact: true })).toHaveCount(0);
    await panel.list('Analyst Tags').press('Escape');
    expect(others.has(own?.name ?? '')).toBe(false);
    await pick(page, 'Clients', 'Norvane Filtration');
    await panel.chip('Aurelis Bioprocess').click();
    await expect(panel.chip(own?.name ?? '')).toHaveCount(0);
  });

  test('a field is found by its label', async ({ page }) => {
    const panel = await openAt(page);
    await panel.find.fill('rev');
    await expect(panel.text('Revenue')).toBeVisible();
    await expect(panel.section('Demographic')).toBeHidden();
    await panel.text('Revenue').fill('lots');
    await panel.seeResults.click();
    await expect(panel.problem('Use a whole number')).toBeVisible();
    await expect(panel.text('Revenue')).toBeFocused();
    await expect(panel.section('Demographic')).toBeVisible();
  });
});

test.describe('saved searches', () => {
  test('one loads into the form; what differs from it is modified', async ({ page, request, signedIn }) => {
    const name = ownName('Two years of Aurelis');
    const saved = await saveSearch(request, 'admin', {
      name,
      filters: [client, relative('-2y')],
      indices: ['Webinar'],
    });
    try {
      await signedIn('admin');
      const panel = await openAt(page, linkTo({ clients: ['2'], relative: '-30d' }));
      await expect(panel.manage).toHaveAttribute('href', `/admin/user/${saved.userId}?active=1`);
      await panel.savedSearch.selectOption(name);
      await expect(panel.chip('Aurelis Bioprocess')).toBeVisible();
      await expect(panel.chip('Webinar')).toBeVisible();
      await expect(panel.modified).toBeHidden();
      await pick(page, 'Quality', '1');
      await expect(panel.modified).toBeVisible();
      await panel.seeResults.click();
      await expect.poll(() => searchOf(page)).toBe('types:Webinar;Clients:1;RelativeDateRange:-2y;Quality:1');
      await openFilters(page);
      await expect(panel.savedSearch.locator('option:checked')).toHaveText(name);
      await expect(panel.modified).toBeVisible();
      await panel.chip('1').click();
      await expect(panel.modified).toBeHidden();
    } finally {
      await saved.remove();
    }
  });

  test('the default one is what a dashboard starts from and Reset restores', async ({ page, signedIn }) => {
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

test('reader organisations are looked up by pasted names', async ({ page, request, signedIn }) => {
  const found = await callAs<{ id: string; name: string }[]>(
    request,
    'premium',
    'GET',
    '/api/user-proxy?path=reader-orgs&q=b',
  );
  const some = found.filter(({ name }) => !name.startsWith('=')).slice(0, 3);
  await signedIn('premium');
  const panel = await openAt(page, linkTo({ clients: ['2'], relative: '-2y' }));
  await panel.button('Reader Org Lookup').click();
  const box = panel.text('Reader Org Lookup');
  await expect(box).toBeFocused();
  await expect(panel.button('Search')).toBeDisabled();
  await box.fill([...some.map(({ name }) => ` ${name.toUpperCase()} `), 'Nobody and Sons'].join('\n'));
  await panel.button('Search').click();
  await expect(panel.problem('3 Reader org(s) found (below).')).toBeVisible();
  await expect(panel.problem('1 name(s) did not match any reader orgs:')).toBeVisible();
  await expect(panel.panel.getByRole('table', { name: 'Reader orgs found' }).getByRole('cell')).toHaveCount(
    3,
  );
  await panel.seeResults.click();
  await expect.poll(() => searchOf(page)).toContain('ReaderOrgs:');
  const ids = searchOf(page)?.split('ReaderOrgs:')[1]?.split(';')[0]?.split(',');
  expect(ids?.toSorted()).toEqual(some.map(({ id }) => id).toSorted());
});

test('questions show for communities of their business group', async ({ page, request, signedIn }) => {
  const communities = await callAs<{ name: string; businessGroupId: string | null }[]>(
    request,
    'internal',
    'GET',
    '/api/common-lookup/onlines',
  );
  const nameOf = (group: string) =>
    communities.find(({ businessGroupId }) => businessGroupId === group)?.name ?? '';
  await signedIn('internal');
  const panel = await openAt(page, linkTo({ clients: ['1', '3'], relative: '-2y' }));
  await expect(panel.list('Device Class')).toBeHidden();
  await pick(page, 'Communities', nameOf('1'));
  await expect(panel.list('Device Class')).toBeHidden();
  await pick(page, 'Communities', nameOf('3'));
  await pick(page, 'Device Class', 'III');
  await panel.seeResults.click();
  await expect.poll(() => searchOf(page)).toContain('DeviceClass:III');
  await page.reload();
  await openFilters(page);
  await expect(panel.chip('III')).toBeVisible();
});

test('a short link leads to the same filters', async ({ page, context, signedIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn('internal');
  // Longer than what servers take for an address by themselves.
  const names = Array.from({ length: 450 }, (_, index) => `title ${index} of some length or other`).join(
    '\n',
  );
  const panel = await openAt(page);
  await panel.copyLink.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(page.url());
  await panel.text('Title').fill(names);
  await panel.copyLink.click();
  await expect.poll(copied).toMatch(/\/l\/[\w-]+$/);
  await page.goto(await copied());
  await expect(overview(page).heading).toBeVisible();
  await expect.poll(() => searchOf(page)).toContain('Title:title 0 of some length or other~n');
  await page.reload();
  await openFilters(page);
  await expect(panel.text('Title')).toHaveValue(names);
});

test.describe('a short link that is not known', () => {
  test.use({ allowedConsole: failedRequest(400, 404) });

  test('says so', async ({ page, signedIn }) => {
    await signedIn('client');
    await page.goto('/l/never-made');
    await expect(page.getByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible();
  });
});

test('Blinded Mode leaves clients unreadable and fixed, and hides what would tell who reads', async ({
  page,
  signedIn,
}) => {
  await signedIn('internal');
  await page.addInitScript(() => sessionStorage.setItem('readerlens.blinded', 'true'));
  const panel = await openAt(page);
  await expect(panel.list('Clients')).toBeDisabled();
  await expect(panel.panel.getByText('Aurelis Bioprocess')).toHaveCount(0);
  await expect(panel.text('Email')).toHaveCount(0);
  await pick(page, 'Quality', '3');
  await panel.seeResults.click();
  await expect.poll(() => searchOf(page)).toBe('Clients:1;RelativeDateRange:-1y;Quality:3');
});

test('everything is reached and done by keyboard', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo(year));
  const opener = page.getByRole('button', { name: /^Filters/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = filterPanel(page);
  await expect(panel.section('Contextual')).toBeVisible();
  await test.step('every control is a stop, in the order in which it stands', async () => {
    await panel.savedSearch.focus();
    const stops = await page.evaluate(() => {
      const dialog = document.querySelector('[role="dialog"]');
      const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      return [
        ...(dialog?.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href], summary') ?? []),
      ]
        .filter((element) => visible(element) && !element.matches(':disabled'))
        .filter((element) => element.tabIndex < 0).length;
    });
    expect(stops).toBe(0);
    for (const next of [panel.manage, panel.find]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
  });
  await test.step('a field is found, a value chosen, another one dropped', async () => {
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
  await test.step('Control and Enter apply', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(panel.panel).toBeHidden();
    expect(searchOf(page)).toContain('Quality:2');
    await expect(opener).toBeFocused();
  });
  await test.step('Escape leaves without a change, and the focus returns', async () => {
    await page.keyboard.press('Enter');
    await expect(panel.chip('2')).toBeVisible();
    await panel.chip('2').focus();
    await page.keyboard.press('Enter');
    await expect(panel.chip('2')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel.panel).toBeHidden();
    await expect(opener).toBeFocused();
    expect(searchOf(page)).toContain('Quality:2');
  });
});

test('dozens of fields are there, and again when it opens a second time', async ({ page, signedIn }) => {
  await signedIn('internal');
  const panel = await openAt(page);
  const fields = panel.panel.locator('[role="combobox"], textarea, select');
  await expect(fields.nth(39)).toBeAttached();
  await panel.close.click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(fields.nth(39)).toBeAttached();
  await expect(panel.text('Specifics Text')).toBeAttached();
});

test('the same rows as the API, for a narrowed search', async ({ page, request, signedIn }) => {
  const { stats } = await numbersOf(request, 'internal', { ...year, communities: ['1'] });
  const [first] = await callAs<{ id: string; name: string }[]>(
    request,
    'internal',
    'GET',
    '/api/common-lookup/onlines',
  );
  expect(first?.id).toBe('1');
  await signedIn('internal');
  const panel = await openAt(page);
  await pick(page, 'Communities', first?.name ?? '');
  await expect(panel.matches).toHaveText(`${stats.totalLeads.toLocaleString('en-US')} matches`);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${colorScheme} at ${viewport.width}x${viewport.height}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' });

      test('axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
        test.setTimeout(180_000);
        await signedIn('internal');
        const panel = filterPanel(page);
        const state = (name: string, reach: () => Promise<unknown>) =>
          test.step(name, async () => {
            await reach();
            expect.soft(await violations(page), name).toEqual([]);
            const over = await panel.panel.evaluate((element) => element.scrollWidth - element.clientWidth);
            expect.soft(over, `${name}: too wide`).toBe(0);
            await expect(panel.seeResults).toBeInViewport();
          });
        await state('all sections', async () => {
          await openAt(page, linkTo({ clients: ['1', '2', '3'], relative: '-1y' }));
          for (const title of ['Demographic', 'Firmographic', 'Contextual']) {
            const summary = panel.section(title);
            if ((await summary.locator('xpath=ancestor::details').getAttribute('open')) === null)
              await summary.click();
          }
          await expect(panel.text('Specifics Text')).toBeVisible();
        });
        await state('an open list', async () => {
          await panel.list('Content Type').click();
          await expect(panel.panel.getByRole('option', { name: 'Editorial', exact: true })).toBeVisible();
        });
        await panel.list('Content Type').press('Escape');
        await state('modes, flags and entries', async () => {
          await panel.button('Contains: how Open Access compares').click();
          await panel.button('N/A: also where Document Types is not available').click();
          await panel.button('Specifics Any').click();
          await panel.comparison('Email').selectOption('Not like');
          await panel.button('Add another Title').click();
        });
        await state('a lookup', async () => {
          await panel.button('Reader Org Lookup').click();
          await panel.text('Reader Org Lookup').fill('Nobody\nNo one');
          await panel.button('Search').click();
          await expect(panel.problem('No records found.')).toBeVisible();
        });
        await state('messages', async () => {
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
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('sections fold, say what is set in them, and open for what is wrong', async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(linkTo(year));
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
    await expect.poll(() => searchOf(page)).toContain('Revenue:1250000');
  });
});
