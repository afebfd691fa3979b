import { readFile } from 'node:fs/promises';
import { read, utils } from 'xlsx';
import { tokenOf } from '../commands/api.ts';
import { daysAgo, linkTo, numbersOf } from '../commands/dashboard.ts';
import {
  decideAs,
  decisionOf,
  moreThanAPage,
  quietClients,
  recent,
  reviewLink,
  searchActivities,
} from '../commands/review.ts';
import { startWith } from '../commands/session.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { figureNames, readFigure } from '../pages/overview.page.ts';
import { cellsOf, listed, reviewPage } from '../pages/review.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const shown = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const openList = async (page: Page, address = '/review-activities') => {
  await page.goto(address);
  await expect(reviewPage(page).heading).toBeVisible();
  await listed(page);
};

/** A moment as the page shows it: 2026-03-04 03:06:07 PM. */
const momentOf = (iso: string) => {
  const hours = Number(iso.slice(11, 13));
  const twelve = String(hours % 12 || 12).padStart(2, '0');
  return `${iso.slice(0, 10)} ${twelve}${iso.slice(13, 19)} ${hours < 12 ? 'AM' : 'PM'}`;
};

test.beforeEach(async ({ signedIn }) => signedIn('reviewer'));

test.describe('the list', () => {
  test('begins with what is pending and initial, of the last seven days, newest first', async ({
    page,
    request,
  }) => {
    const { range, headers, rows, exclude, approve, field } = reviewPage(page);
    const week = { status: 'Pending', from: daysAgo(7), to: daysAgo(0) };
    const { items, total } = await searchActivities(request, week);
    await openList(page);
    await expect(page).toHaveURL('/review-activities');
    await expect(range).toHaveText(`RESULTS FROM ${shown(week.from)} - ${shown(week.to)}`);
    await expect(rows).toHaveCount(Math.min(10, total));
    const drops = await rows.getByRole('cell').nth(1).allTextContents();
    expect(drops).toEqual([...drops].sort().toReversed());
    const [first] = items;
    const cells = await cellsOf(rows.first());
    expect(cells[0]).toMatch(/^\d{4}-\d\d-\d\d (0[1-9]|1[0-2]):\d\d:\d\d [AP]M$/);
    expect(cells.slice(1, 6)).toEqual([
      'Pending',
      first?.firstName,
      first?.lastName,
      first?.client,
      first?.email ?? '',
    ]);
    await expect(headers.filter({ hasText: /Reject Reason|Approved Date/ })).toHaveCount(0);
    await expect(field('Status')).toHaveValue('Pending');
    await expect(exclude).toBeDisabled();
    await expect(approve).toHaveCount(0);
  });

  test('follows the filter, the order and the page, all kept in the address', async ({ page, request }) => {
    const { field, sequence, seeResults, headers, rows, count } = reviewPage(page);
    const search = { status: 'RejectedManually', from: daysAgo(60), to: daysAgo(0) };
    const { total } = await searchActivities(request, search);
    await openList(page);

    await test.step('a wrong day is refused at its field, a right one is applied by the next click', async () => {
      await field('From Date').fill('1/1/2099');
      await seeResults.click();
      await expect(
        page.getByText('From Date should not be greater than To Date or Current date'),
      ).toBeVisible();
      await expect(field('From Date')).toBeFocused();
      await field('From Date').fill(shown(search.from));
      await field('Status').selectOption('Rejected Manually');
      await seeResults.click();
      await expect(page).toHaveURL(
        `/review-activities?status=RejectedManually&from=${search.from}&to=${search.to}`,
      );
    });
    await listed(page);
    await expect(count(`${total.toLocaleString('en-US')} activities`)).toBeVisible();
    await expect(headers.filter({ hasText: 'Reject Reason' })).toBeVisible();

    await test.step('the server sorts and pages', async () => {
      const sorted = { ...search, sortCol: 'LastName', sortOrder: 'asc', size: 50 } as const;
      const expected = (await searchActivities(request, sorted)).items.map(({ lastName }) => lastName ?? '');
      await headers.getByRole('button', { name: 'Last Name' }).click();
      await expect(page).toHaveURL(/sort=LastName&order=asc$/);
      await listed(page);
      await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50');
      await expect(rows).toHaveCount(Math.min(50, total));
      await listed(page);
      const names = await Promise.all((await rows.all()).map(async (row) => (await cellsOf(row))[4] ?? ''));
      expect(names).toEqual(expected);
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page).toHaveURL(/page=2/);
      await listed(page);
    });

    await test.step('back and reload', async () => {
      const second = await cellsOf(rows.first());
      await page.reload();
      await listed(page);
      expect(await cellsOf(rows.first())).toEqual(second);
      await page.goBack();
      await expect(page).not.toHaveURL(/page=2/);
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL('/review-activities');
      await expect(field('Status')).toHaveValue('Pending');
    });

    await test.step('a status that only subsequent ones have', async () => {
      const options = field('Status').getByRole('option', { name: 'Rejected With Primary' });
      await expect(options).toHaveCount(0);
      await sequence('Subsequent').click();
      await expect(options).toHaveCount(1);
    });
  });

  test('says when nothing matches, and what to change', async ({ page }) => {
    const { field, seeResults, empty } = reviewPage(page);
    await openList(page);
    await field('Email value').fill('nobody@nowhere.example');
    await seeResults.click();
    await expect(empty).toBeVisible();
    await expect(page.getByText('Try more days, another status or fewer conditions.')).toBeVisible();
    await page.getByRole('button', { name: 'Reset filter' }).click();
    await listed(page);
    await expect(page).toHaveURL('/review-activities');
  });
});

test.describe('decisions', () => {
  test('an approved activity counts on the dashboards; undone, it no longer does', async ({
    page,
    request,
  }) => {
    const client = quietClients.approval;
    const { selectRow, approve, reject, message, undo, toast, rows } = reviewPage(page);
    const dashboard = { clients: [client], relative: '-90d' };
    const before = (await numbersOf(request, 'reviewer', dashboard)).stats.totalLeads;
    const search = recent(client, 'RejectedManually');
    const { total } = await searchActivities(request, search);

    await page.goto(linkTo(dashboard));
    expect(await readFigure(page, figureNames.engagements)).toBe(before);
    await openList(page, reviewLink(search));
    await selectRow(0).check();
    await expect(reject).toBeDisabled();
    await approve.click();
    await expect(message).toContainText(/^\d+ Activities Approved \(may include Subsequent\)/);
    const said = Number(/^\d+/.exec((await message.textContent()) ?? '')?.[0]);
    await expect(toast(`${said} Activities Approved (may include Subsequent)`)).toBeVisible();
    await expect(rows).toHaveCount(Math.min(10, total - 1));
    await expect(approve).toHaveCount(0);
    expect((await numbersOf(request, 'reviewer', dashboard)).stats.totalLeads).toBe(before + said);

    await undo.click();
    await expect(message).toContainText('Undone');
    await page.getByRole('link', { name: 'Performance Overview' }).click();
    expect(await readFigure(page, figureNames.engagements)).toBe(before);
    expect((await searchActivities(request, search)).total).toBe(total);
  });

  test('rejected activities leave the dashboards, and come back by a reversal later', async ({
    page,
    request,
  }) => {
    const client = quietClients.rejection;
    const { selectRow, reject, approve, message, openDecisions, decisions, question } = reviewPage(page);
    const dashboard = { clients: [client], relative: '-90d' };
    const before = (await numbersOf(request, 'reviewer', dashboard)).stats.totalLeads;
    await openList(page, reviewLink(recent(client, 'Approved')));
    await selectRow(0).check();
    await selectRow(1).check();
    await expect(approve).toBeDisabled();
    const saved = page.waitForResponse('**/api/review-activities');
    await reject.click();
    const { decisionId } = (await (await saved).json()) as { decisionId: string };
    await expect(message).toContainText(/^\d+ Activities Rejected \(may include Subsequent\)/);
    const said = Number(/^\d+/.exec((await message.textContent()) ?? '')?.[0]);
    expect(said).toBeGreaterThanOrEqual(2);
    const figure = async () => (await numbersOf(request, 'reviewer', dashboard)).stats.totalLeads;
    expect(await figure()).toBe(before - said);

    // Other tests decide meanwhile; this one's decision is the one that its own answer named.
    const { at } = await decisionOf(request, decisionId);
    await openDecisions.click();
    await decisions.getByRole('button', { name: new RegExp(`^Reverse: .*${momentOf(at)}$`) }).click();
    await question('Reverse this decision?').getByRole('button', { name: 'Reverse' }).click();
    await expect(decisions.getByRole('row', { name: momentOf(at) }).getByText(/^Reversed by /)).toBeVisible();
    expect(await figure()).toBe(before);
  });

  test('excluding names the number of addresses first', async ({ page, request }) => {
    const { selectRow, exclude, question, message, undo } = reviewPage(page);
    const search = recent(quietClients.exclusion, 'Approved');
    const { items } = await searchActivities(request, search);
    const addresses = new Set(items.slice(0, 2).map(({ email }) => email));
    await openList(page, reviewLink(search));
    await selectRow(0).check();
    await selectRow(1).check();
    await exclude.click();
    const name = new RegExp(`^Exclude ${addresses.size} email address(es)? and reject 2 activities\\?$`);
    await question(name).getByRole('button', { name: 'Cancel' }).click();
    await expect(selectRow(0)).toBeChecked();
    await exclude.click();
    await question(name).getByRole('button', { name: 'Exclude & reject' }).click();
    await expect(message).toContainText(
      new RegExp(`^${addresses.size} Email\\(s\\) Excluded & \\d+ Activities Rejected`),
    );
    await undo.click();
    await expect(message).toContainText('Undone');
  });

  test('what another reviewer has decided meanwhile is skipped, with the reason', async ({
    page,
    request,
  }) => {
    const { selectRow, reject, message, undo } = reviewPage(page);
    const search = recent(quietClients.conflict, 'Approved');
    const { items } = await searchActivities(request, search);
    await openList(page, reviewLink(search));
    await selectRow(0).check();
    await selectRow(1).check();
    const [first] = items;
    if (!first) throw new Error('There is nothing to review.');
    await decideAs(request, 'admin', 'Rejected', first);
    await reject.click();
    await expect(message).toContainText('1 activity was skipped and is as it was');
    await message.getByText('1 activity was skipped and is as it was').click();
    await expect(message.getByRole('listitem')).toContainText(`${first.firstName} ${first.lastName}`);
    await undo.click();
    await expect(message).toContainText('Undone');
    await decideAs(request, 'admin', 'Approved', first);
  });

  test('go to everything that matches, after a question that says how many', async ({ page, request }) => {
    const { selectPage, selectEverything, count, reject, question, message, empty, undo, rows } =
      reviewPage(page);
    const { total, ...search } = await moreThanAPage(request, recent(quietClients.everything, 'Approved'));
    await openList(page, reviewLink(search));
    await selectPage.check();
    await expect(count('All 10 on this page are selected.')).toBeVisible();
    await selectEverything.click();
    await expect(count(`All ${total} that match are selected.`)).toBeVisible();
    await reject.click();
    await question(`Reject all ${total} activities that match?`)
      .getByRole('button', { name: `Reject ${total}` })
      .click();
    await expect(message).toContainText(/Activities Rejected \(may include Subsequent\)/);
    const said = Number(/^\d+/.exec((await message.textContent()) ?? '')?.[0]);
    expect(said).toBeGreaterThanOrEqual(total);
    await expect(empty).toBeVisible();
    await undo.click();
    await expect(message).toContainText('Undone');
    await expect(rows).toHaveCount(10);
    expect((await searchActivities(request, search)).total).toBe(total);
  });
});

test.describe('a failed save', () => {
  test.use({ allowedConsole: failedRequest(503) });

  test('keeps the selection and says what went wrong', async ({ page }) => {
    const { selectRow, approve, message, toast } = reviewPage(page);
    await openList(page);
    await page.route('**/api/review-activities', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Busy.', code: 'unavailable' } }),
    );
    await selectRow(1).check();
    await approve.click();
    await expect(message).toContainText('Nothing was saved, and your selection is kept. Busy.');
    await expect(toast('Nothing was saved')).toBeVisible();
    await expect(selectRow(1)).toBeChecked();
    await expect(approve).toBeEnabled();
  });
});

test('by keyboard alone: move, choose, reject, undo; and switched off', async ({ page, request }) => {
  const { current, rows, count, message, undo, help } = reviewPage(page);
  const search = recent(quietClients.keyboard, 'Approved');
  const { total } = await searchActivities(request, search);
  await openList(page, reviewLink(search));
  await page.keyboard.press('j');
  await expect(current).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(count(`2 of ${total} activities selected`)).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('r');
  await expect(message).toContainText('Activities Rejected (may include Subsequent)');
  await undo.click();
  await expect(message).toContainText('Undone');
  await page.getByLabel('Email value').focus();
  await page.keyboard.type('jar');
  await expect(page.getByLabel('Email value')).toHaveValue('jar');
  await current.focus();
  await page.keyboard.press('?');
  await help.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.reload();
  await listed(page);
  await page.keyboard.press('j');
  await expect(current).toHaveCount(0);
  expect((await searchActivities(request, search)).total).toBe(total);
});

test('the export has the chosen rows, or all of them', async ({ page, request }) => {
  const { selectRow, download } = reviewPage(page);
  const search = recent('1', 'RejectedManually');
  const { items, total } = await searchActivities(request, search);
  await openList(page, reviewLink(search));
  await selectRow(0).check();
  await selectRow(2).check();
  const rowsOf = async (entry: RegExp) => {
    const file = page.waitForEvent('download');
    await download.click();
    await page.getByRole('menuitem', { name: entry }).click();
    const saved = await file;
    expect(saved.suggestedFilename()).toBe('Activity Review Export.xlsx');
    const book = read(await readFile(await saved.path()));
    return utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  };
  const some = await rowsOf(/^Selected rows \(2\)$/);
  expect(some.map((row) => row['Email'])).toEqual([items[0]?.email, items[2]?.email]);
  expect(Object.keys(some[0] ?? {})).toContain('Drop Date');
  expect(some[0]?.['Drop Date']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [AP]M$/);
  expect(await rowsOf(new RegExp(`^All results \\(${total}\\)$`))).toHaveLength(total);
});

test('in Blinded Mode nobody is excluded and no email compared', async ({ page }) => {
  const { field, rows, exclude, selectRow } = reviewPage(page);
  await openList(page);
  const [, , firstName, lastName] = await cellsOf(rows.first());
  await toggleBlinded(page);
  await listed(page);
  await expect(field('Email value')).toBeDisabled();
  await expect(page.getByText('Emails cannot be excluded in Blinded Mode.')).toBeVisible();
  await selectRow(0).check();
  await expect(exclude).toBeDisabled();
  const blinded = await cellsOf(rows.first());
  expect(blinded.slice(2, 4)).not.toEqual([firstName, lastName]);
});

test('who lacks the claim does not see the page', async ({ browser, request, baseURL }) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await startWith(page, await tokenOf(request, 'client'));
  await page.goto('/review-activities');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Insufficient privileges').first()).toBeVisible();
  await context.close();
});
