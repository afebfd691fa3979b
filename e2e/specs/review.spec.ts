import { readFile } from 'node:fs/promises';
import { read, utils } from 'xlsx';
import { daysAgo } from '../commands/dashboard.ts';
import { recent, reviewLink, searchActivities } from '../commands/review.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { chooseOption } from '../pages/account.page.ts';
import { readRowCells, waitForList, openReviewList, reviewPage } from '../pages/review.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const formatDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test.beforeEach(async ({ signedIn }) => signedIn('reviewer'));

test.describe('the list', () => {
  test(
    'starts with pending initial activities of the last seven days, newest first',
    { tag: mainStory },
    async ({ page, request }) => {
      const { range, headers, rows, exclude, approve, field, editFilters } = reviewPage(page);
      const week = { status: 'Pending', from: daysAgo(7), to: daysAgo(0) };
      const { items, total } = await searchActivities(request, week);
      await openReviewList(page);
      await expect(page).toHaveURL('/review-activities');
      await expect(range).toHaveText(`RESULTS FROM ${formatDay(week.from)} - ${formatDay(week.to)}`);
      await expect(rows).toHaveCount(Math.min(10, total));
      const drops = await rows.getByRole('cell').nth(1).allTextContents();
      expect(drops).toEqual([...drops].sort().toReversed());
      const [first] = items;
      const cells = await readRowCells(rows.first());
      expect(cells[0]).toMatch(/^\d{4}-\d\d-\d\d (0[1-9]|1[0-2]):\d\d:\d\d [AP]M$/);
      expect(cells.slice(1, 6)).toEqual([
        'Pending',
        first?.firstName,
        first?.lastName,
        first?.client,
        first?.email ?? '',
      ]);
      await expect(headers.filter({ hasText: /Reject Reason|Approved Date/ })).toHaveCount(0);
      await editFilters.click();
      await expect(field('Status')).toHaveValue('Pending');
      await expect(exclude).toBeDisabled();
      await expect(approve).toHaveCount(0);
    },
  );

  test('links a reader to the dashboard with the client of the activity', async ({ page }) => {
    // Of an approved activity, which the dashboard counts.
    await openReviewList(page, reviewLink({ ...recent('1', 'Approved'), to: daysAgo(0) }));
    await reviewPage(page)
      .rows.first()
      .getByRole('link', { name: /, reader dashboard$/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reader Dashboard' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('f')).toBe('Clients:1');
    await expect(page.getByText('Choose a client')).toBeHidden();
  });

  test('keeps filter, sort order and page in the URL', async ({ page, request }) => {
    const { editFilters, field, sequence, seeResults, headers, rows, count } = reviewPage(page);
    const search = { ...recent('1', 'RejectedManually'), to: daysAgo(0), companyIds: ['1', '2'] };
    const { total } = await searchActivities(request, search);
    const clients = await Promise.all(
      search.companyIds.map(
        async (id) =>
          (await searchActivities(request, { ...search, companyIds: [id] })).items[0]?.client ?? '',
      ),
    );
    await openReviewList(page);

    await test.step('an invalid date is reported at its field; a valid one is applied', async () => {
      await editFilters.click();
      await field('From Date').fill('1/1/2099');
      await seeResults.click();
      await expect(
        page.getByText('From Date should not be greater than To Date or Current date'),
      ).toBeVisible();
      await expect(field('From Date')).toBeFocused();
      await field('From Date').fill(formatDay(search.from));
      await field('Status').selectOption('Rejected Manually');
      for (const client of clients) await chooseOption(page, 'Clients', client);
      await seeResults.click();
      await expect(page).toHaveURL(reviewLink(search));
    });
    await waitForList(page);
    await expect(count(`${total.toLocaleString('en-US')} activities`)).toBeVisible();
    await expect(headers.filter({ hasText: 'Reject Reason' })).toBeVisible();

    await test.step('the server sorts and pages', async () => {
      const sorted = { ...search, sortCol: 'LastName', sortOrder: 'asc', size: 50 } as const;
      const expected = (await searchActivities(request, sorted)).items.map(({ lastName }) => lastName ?? '');
      await headers.getByRole('button', { name: 'Last Name' }).click();
      await expect(page).toHaveURL(/sort=LastName&order=asc$/);
      await waitForList(page);
      await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50');
      await expect(rows).toHaveCount(50);
      await waitForList(page);
      const readNames = async () =>
        Promise.all((await rows.all()).map(async (row) => (await readRowCells(row))[4] ?? ''));
      // Rows that load stand there before their names.
      await expect.poll(readNames).toEqual(expected);
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page).toHaveURL(/page=2/);
      // The address changes before the area shows that its next page is loading.
      await expect(page.getByText(/^51–/)).toBeVisible();
      await waitForList(page);
    });

    await test.step('back and reload', async () => {
      const second = await readRowCells(rows.first());
      await page.reload();
      await waitForList(page);
      expect(await readRowCells(rows.first())).toEqual(second);
      await page.goBack();
      await expect(page).not.toHaveURL(/page=2/);
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL('/review-activities?filters=open');
      await expect(field('Status')).toHaveValue('Pending');
    });

    await test.step('a status only for subsequent activities', async () => {
      const options = field('Status').getByRole('option', { name: 'Rejected With Primary' });
      await expect(options).toHaveCount(0);
      await sequence('Subsequent').click();
      await expect(options).toHaveCount(1);
    });
  });

  test('shows an empty state with suggestions', async ({ page }) => {
    const { editFilters, field, seeResults, empty } = reviewPage(page);
    await openReviewList(page);
    await editFilters.click();
    await field('Email value').fill('nobody@nowhere.example');
    await seeResults.click();
    await expect(empty).toBeVisible();
    await expect(
      page.getByText('Try a longer date range, another status or fewer conditions.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Reset filter', exact: true }).click();
    await waitForList(page);
    await expect(page).toHaveURL('/review-activities');
  });
});

test('the export has the selected rows or all results', async ({ page, request }) => {
  const { selectRow, download } = reviewPage(page);
  const search = recent('1', 'RejectedManually');
  const { items, total } = await searchActivities(request, search);
  await openReviewList(page, reviewLink(search));
  await selectRow(0).check();
  await selectRow(2).check();
  const downloadRows = async (entry: RegExp) => {
    const file = page.waitForEvent('download');
    await download.click();
    await page.getByRole('menuitem', { name: entry }).click();
    const saved = await file;
    expect(saved.suggestedFilename()).toBe('Activity Review Export.xlsx');
    const book = read(await readFile(await saved.path()));
    return utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  };
  const selected = await downloadRows(/^Selected rows \(2\)$/);
  expect(selected.map((row) => row['Email'])).toEqual([items[0]?.email, items[2]?.email]);
  expect(Object.keys(selected[0] ?? {})).toContain('Drop Date');
  expect(selected[0]?.['Drop Date']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [AP]M$/);
  expect(await downloadRows(new RegExp(`^All results \\(${total}\\)$`))).toHaveLength(total);
});

test('Blinded Mode disables exclusion and the email filter', async ({ page }) => {
  const { editFilters, field, rows, exclude, selectRow } = reviewPage(page);
  await openReviewList(page);
  await editFilters.click();
  const [, , firstName, lastName] = await readRowCells(rows.first());
  await toggleBlinded(page);
  await waitForList(page);
  await expect(field('Email value')).toBeDisabled();
  await expect(page.getByText('Emails cannot be excluded in Blinded Mode.')).toBeVisible();
  await selectRow(0).check();
  await expect(exclude).toBeDisabled();
  const blinded = await readRowCells(rows.first());
  expect(blinded.slice(2, 4)).not.toEqual([firstName, lastName]);
});
