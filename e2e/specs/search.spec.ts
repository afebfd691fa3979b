import { readFile } from 'node:fs/promises';
import { read, utils } from 'xlsx';
import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import type { Search } from '../commands/dashboard.ts';
import { findActivities, searchLink } from '../commands/search.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { parseNumber } from '../pages/chart.page.ts';
import { downloadFile, waitForResults, readTotals, searchPage } from '../pages/search.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const year: Search = { clients: [clients.aurelis.id], relative: '-1y' };
const quarter: Search = { clients: [clients.kestrowel.id], relative: '-90d' };

const open = async (page: Page, search: Search) => {
  await page.goto(searchLink(search));
  await expect(searchPage(page).heading).toBeVisible();
  await waitForResults(page);
};

const readCells = (page: Page, column: number) =>
  searchPage(page)
    .rows.locator(`td:nth-child(${column + 1})`)
    .allInnerTexts();

test.describe('the list', () => {
  test.beforeEach(async ({ signedIn }) => signedIn('client'));

  test(
    "opens from the sidebar with the user's companies, newest first",
    { tag: mainStory },
    async ({ page, request }) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Engagements Search' }).click();
      const { heading, rows, headers } = searchPage(page);
      await expect(heading).toBeVisible();
      await waitForResults(page);
      await expect(rows).toHaveCount(50);
      expect((await headers.allInnerTexts()).slice(1)).toEqual([
        'Date',
        'Type',
        'Quality',
        'Reader Name',
        'Reader Company',
        'Community',
        'Document',
        'Sequence',
        'Specifics',
        'Details',
      ]);
      const dates = await readCells(page, 1);
      expect(dates.every((date) => /^\d\d\/\d\d\/\d{4}$/.test(date))).toBe(true);
      await open(page, year);
      const { total, items } = await findActivities(request, 'client', year);
      expect((await readTotals(page)).activities).toBe(total);
      const readers = await readCells(page, 4);
      expect(readers).toEqual(items.map(({ fullName }) => expect.stringMatching(`^${fullName}`)));
    },
  );

  test('sorts and pages on the server and keeps both in the URL', async ({ page, request }) => {
    const { headers, rows, rowsPerPage, nextPage, region } = searchPage(page);
    await open(page, quarter);
    await headers.getByRole('button', { name: 'Reader Company' }).click();
    await expect(page).toHaveURL(/sort=company&order=asc/);
    await waitForResults(page);
    await rowsPerPage.selectOption('100');
    await expect(rows).toHaveCount(100);
    await waitForResults(page);
    const scrolled = () => region.evaluate(({ scrollTop }) => scrollTop);
    await region.evaluate((element) => element.scrollTo(0, 1000));
    expect(await scrolled()).toBe(1000);
    await nextPage.click();
    await expect(page).toHaveURL(/page=2&size=100/);
    await waitForResults(page);
    await expect.poll(scrolled).toBe(0);
    const sort = { field: 'company', order: 'asc' } as const;
    const { items, total } = await findActivities(request, 'client', quarter, { sort, page: 2, size: 100 });
    await expect(rows).toHaveCount(Math.min(100, total - 100));
    expect(await readCells(page, 5)).toEqual(items.map(({ company }) => company ?? ''));
    await page.reload();
    await waitForResults(page);
    expect(await readCells(page, 5)).toEqual(items.map(({ company }) => company ?? ''));
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
  });

  test('the search box searches all results while typing, and the selection is kept', async ({
    page,
    request,
  }) => {
    const { box, rows, clear, total, note, showSelected, backToResults } = searchPage(page);
    await open(page, quarter);
    const { items } = await findActivities(request, 'client', quarter);
    const company = items.find((item) => item.company)?.company ?? '';
    const other = items.findIndex((item) => item.company !== company);
    await rows.nth(other).getByRole('checkbox').check();
    await box.pressSequentially(company);
    await expect(page).toHaveURL(/query=/);
    await waitForResults(page);
    const all = await findActivities(request, 'client', quarter, { query: company });
    await expect(total).toHaveText(new RegExp(`^${all.total.toLocaleString('en-US')} activit`));
    expect((await readTotals(page)).readers).toBeGreaterThan(0);
    await expect(note('1 selected, 1 not shown')).toBeVisible();
    await showSelected.click();
    await expect(rows).toHaveCount(1);
    await backToResults.click();
    await expect(rows).toHaveCount(Math.min(50, all.total));
    await page.reload();
    await expect(box).toHaveValue(company);
    await clear.click();
    await expect(page).not.toHaveURL(/query=/);
    await expect(box).toHaveValue('');
  });

  test('a row has one line, with its full text on hover, and shows its details on a click', async ({
    page,
  }) => {
    const { rows, details, detail, headers, layout, rowHeights, tooltip } = searchPage(page);
    await open(page, year);
    expect(new Set(await rowHeights())).toEqual(new Set([40]));
    const cut = page.locator('tbody td').filter({ has: page.getByRole('link') });
    const long = await cut.evaluateAll((cells) =>
      cells.findIndex(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
    const text = (await cut.nth(long).textContent()) ?? '';
    await cut.nth(long).hover();
    await expect(tooltip(text)).toBeVisible();
    await rows.first().getByRole('cell').nth(6).click();
    await expect(detail).toBeVisible();
    await expect(details(rows.first())).toHaveAttribute('aria-expanded', 'true');
    await layout.click();
    await page.getByRole('menuitemcheckbox', { name: 'Compact' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Sequence' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await waitForResults(page);
    expect(new Set(await rowHeights())).toEqual(new Set([32]));
    await expect(headers.filter({ hasText: 'Sequence' })).toHaveCount(0);
  });

  test('a click below the row with the keyboard focus, which is taller, is not lost', async ({ page }) => {
    const { rows, details, detail, rowHeights } = searchPage(page);
    await open(page, year);
    await details(rows.first()).focus();
    await page.keyboard.press('Enter');
    await expect(detail).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(detail).toHaveCount(0);
    const [first = 0, second = 0] = await rowHeights();
    expect(first).toBeGreaterThan(second);
    const box = rows.nth(1).getByRole('checkbox');
    await box.click();
    await expect(box).toBeChecked();
    await expect.poll(async () => new Set(await rowHeights())).toEqual(new Set([second]));
  });

  test.describe('with motion', () => {
    test.use({ reducedMotion: 'no-preference' });

    test('a dialog and a menu that are closing take no clicks', async ({ page }) => {
      const { box, details, detail, specifics, layout, rows } = searchPage(page);
      const closing = page.locator('[data-part="content"][data-state="closed"]:visible');
      await open(page, { ...year, types: ['CustomerRequest'] });
      const session = await page.context().newCDPSession(page);
      await session.send('Animation.enable');
      const setSpeed = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate });
      await test.step('a dialog', async () => {
        await page
          .getByRole('button', { name: /^Specifics of / })
          .first()
          .click();
        await expect(specifics).toBeVisible();
        await setSpeed(0.001);
        await page.keyboard.press('Escape');
        await expect(closing).toHaveCount(1);
        await details(rows.first()).click();
        await expect(detail).toBeVisible();
        await setSpeed(1);
        await expect(closing).toHaveCount(0);
      });
      await test.step('a menu', async () => {
        await layout.click();
        const item = page.getByRole('menuitemcheckbox', { name: 'Compact' });
        await expect(item).toBeVisible();
        const { x, y, width, height } = (await item.boundingBox())!;
        await setSpeed(0.001);
        await page.keyboard.press('Escape');
        await expect(closing).toHaveCount(1);
        const covered = await page.evaluate(
          (at) => document.elementFromPoint(at.x, at.y)?.closest('[data-state="closed"]') !== null,
          { x: x + width / 2, y: y + height / 2 },
        );
        expect(covered).toBe(false);
        await setSpeed(1);
        await expect(box).toBeEditable();
      });
    });
  });

  test('only the table scrolls: header and pages stay in view', async ({ page }) => {
    const { headers, nextPage, region } = searchPage(page);
    await open(page, year);
    await region.evaluate((element) => element.scrollTo(0, 800));
    await expect(headers.first()).toBeInViewport();
    await expect(nextPage).toBeInViewport();
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    expect(scrolls).toBe(false);
    await page.setViewportSize({ width: 800, height: 900 });
    await region.evaluate((element) => element.scrollTo(600, 800));
    expect(await region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await expect(headers.last()).toBeInViewport();
  });

  test('opens details and specifics by keyboard', async ({ page, request }) => {
    const { rows, details, detail, specifics } = searchPage(page);
    const requests = { ...year, types: ['CustomerRequest'] };
    await open(page, requests);
    const { items } = await findActivities(request, 'client', requests);
    const [first] = items;
    await details(rows.first()).focus();
    await page.keyboard.press('Enter');
    await expect(details(rows.first())).toHaveAttribute('aria-expanded', 'true');
    const more = await callAs<{ otherActivitiesForReaderCount: number; consentToPrivacyDate: string }>(
      request,
      'client',
      'GET',
      `/api/analytics/search-details/${first?.activityType}/${first?.id}`,
    );
    await expect(detail).toContainText(
      new RegExp(`${more.otherActivitiesForReaderCount.toLocaleString('en-US')} other activit`),
    );
    await expect(detail).toContainText(more.consentToPrivacyDate);
    await page.keyboard.press('Enter');
    await expect(detail).toHaveCount(0);
    const opener = rows.first().getByRole('button', { name: /^Specifics of / });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(specifics).toBeVisible();
    const width = await specifics.evaluate((element) => element.getBoundingClientRect().width);
    expect(Math.round(width)).toBe(720);
    await page.keyboard.press('Escape');
    await expect(specifics).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test('shows an empty state', async ({ page }) => {
    await page.goto(`${searchLink(quarter)}&query=zzzzzz`);
    const { empty, download, entry } = searchPage(page);
    await expect(empty).toBeVisible();
    await download.click();
    await expect(entry('Individual Activities (xlsx)')).toHaveAttribute('aria-disabled', 'true');
    await expect(entry(/^Individual Activities \(pdf\)/)).toHaveAttribute('aria-disabled', 'true');
  });
});

test('staff search all clients, client users only their own', async ({ page, request, signedIn }) => {
  await signedIn('internal');
  await page.goto('/analytics/search?f=RelativeDateRange:-30d');
  await waitForResults(page);
  const expected = await findActivities(request, 'internal', { clients: [], relative: '-30d' }).catch(
    () => undefined,
  );
  const text = (await searchPage(page).total.textContent()) ?? '';
  const total = parseNumber(/^[\d,]+/.exec(text)?.[0] ?? '0');
  expect(total).toBeGreaterThan((await findActivities(request, 'internal', quarter)).total / 3);
  if (expected) expect(total).toBe(expected.total);
});

test('a client user without a client in the link must select one', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto('/analytics/search?f=Quality:1');
  await expect(page.getByRole('complementary', { name: 'Dashboard Filters' })).toBeVisible();
});

test.describe('downloads', () => {
  test.beforeEach(async ({ signedIn }) => signedIn('client'));

  const readSheet = async (path: string) => {
    const book = read(await readFile(path));
    const [name = ''] = book.SheetNames;
    const sheet = book.Sheets[name];
    return sheet ? utils.sheet_to_json<Record<string, unknown>>(sheet) : [];
  };

  test('have all results, or those selected on any page', { tag: mainStory }, async ({ page, request }) => {
    const { rows, nextPage, toast } = searchPage(page);
    await open(page, quarter);
    const { total } = await findActivities(request, 'client', quarter);
    const all = await downloadFile(page, 'Individual Activities (xlsx)');
    // The message disappears after a few seconds, while the file is read.
    await expect(toast(`${all.suggestedFilename()} was saved.`)).toBeVisible();
    expect(all.suggestedFilename()).toMatch(/^activities_\d{8}_\d{4}\.xlsx$/);
    expect(await readSheet(await all.path())).toHaveLength(total);
    await rows.first().getByRole('checkbox').check();
    await nextPage.click();
    await waitForResults(page);
    await rows.nth(1).getByRole('checkbox').check();
    const selected = await downloadFile(page, 'Individual Activities (xlsx)');
    expect(await readSheet(await selected.path())).toHaveLength(2);
    const shown = await downloadFile(page, 'As shown (xlsx)');
    expect(shown.suggestedFilename()).toMatch(/^activities_as_shown_\d{8}_\d{4}\.xlsx$/);
    expect(await readSheet(await shown.path())).toHaveLength(2);
    const pdf = await downloadFile(page, 'Individual Activities (pdf)');
    expect(pdf.suggestedFilename()).toMatch(/^activities_\d{8}_\d{4}\.pdf$/);
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const csv = await downloadFile(page, 'Individual Activities (csv)');
    expect(csv.suggestedFilename()).toMatch(/^activities_\d{8}_\d{4}\.csv$/);
  });

  test('aggregate subsequent rows, with the columns selected for the session', async ({ page }) => {
    const { download, entry, columns, selectedColumns } = searchPage(page);
    await open(page, quarter);
    await download.click();
    await entry('Setup Export Columns').click();
    await expect(selectedColumns.first()).toBeVisible();
    const before = await selectedColumns.allInnerTexts();
    await test.step('closing without Update changes nothing', async () => {
      await columns.getByRole('button', { name: 'Remove Email' }).click();
      await page.keyboard.press('Escape');
      await expect(columns).toHaveCount(0);
      await download.click();
      await entry('Setup Export Columns').click();
      await expect(selectedColumns).toHaveCount(before.length);
    });
    await test.step('by keyboard a column moves up, and Update keeps it', async () => {
      await columns.getByRole('button', { name: 'Remove Email' }).click();
      await columns.getByRole('button', { name: 'Move Activity Date up' }).focus();
      await page.keyboard.press('Enter');
      await columns.getByRole('button', { name: 'Update' }).click();
      await expect(columns).toHaveCount(0);
    });
    const file = await downloadFile(page, 'Aggregated Subsequent Rows (xlsx)');
    const [row = {}] = await readSheet(await file.path());
    const headings = Object.keys(row);
    expect(headings.slice(0, 2)).toEqual(['Activity Date', 'Reference Number']);
    expect(headings).not.toContain('Email');
    await page.reload();
    await waitForResults(page);
    await download.click();
    await entry('Setup Export Columns').click();
    await expect(selectedColumns).toHaveCount(before.length - 1);
  });
});

test.describe('Blinded Mode', () => {
  test('shows pseudonyms on the page, in the URL and in files', async ({ page, request, signedIn }) => {
    await signedIn('internal');
    await open(page, quarter);
    const { items } = await findActivities(request, 'internal', quarter);
    const names = items.flatMap(({ fullName, company }) => [fullName ?? [], company ?? []].flat());
    expect(names.length).toBeGreaterThan(20);
    await toggleBlinded(page);
    await expect(searchPage(page).rows.first()).toContainText(/Reader \d+/);
    await waitForResults(page);
    const { rows, details, detail } = searchPage(page);
    await details(rows.first()).click();
    await expect(detail).toContainText('In the last 6 months', { ignoreCase: true });
    const html = await page.content();
    expect(names.filter((name) => html.includes(name))).toEqual([]);
    expect(html).not.toContain(clients.kestrowel.name);
    const file = await downloadFile(page, 'Individual Activities (csv)');
    const text = await readFile(await file.path(), 'utf8');
    expect(names.filter((name) => text.includes(name))).toEqual([]);
    expect(text).not.toContain(clients.kestrowel.name);
  });
});
