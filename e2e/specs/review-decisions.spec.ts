import { linkTo, fetchNumbers } from '../commands/dashboard.ts';
import {
  decideAs,
  findDecision,
  moreThanAPage,
  isolatedClients,
  recent,
  reviewLink,
  searchActivities,
} from '../commands/review.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { figureNames, readFigure } from '../pages/overview.page.ts';
import { waitForList, openReviewList, reviewPage } from '../pages/review.page.ts';

/** Formats an instant like the page: 2026-03-04 03:06:07 PM. */
const formatTime = (iso: string) => {
  const hours = Number(iso.slice(11, 13));
  const hour = String(hours % 12 || 12).padStart(2, '0');
  return `${iso.slice(0, 10)} ${hour}${iso.slice(13, 19)} ${hours < 12 ? 'AM' : 'PM'}`;
};

test.beforeEach(async ({ signedIn }) => signedIn('reviewer'));

test.describe('decisions', () => {
  test(
    'an approved activity counts on the dashboards until the approval is undone',
    { tag: mainStory },
    async ({ page, request }) => {
      const client = isolatedClients.approval;
      const { selectRow, approve, reject, message, undo, toast, rows } = reviewPage(page);
      const dashboard = { clients: [client], relative: '-90d' };
      const before = (await fetchNumbers(request, 'reviewer', dashboard)).stats.totalLeads;
      const search = recent(client, 'RejectedManually');
      const { total } = await searchActivities(request, search);

      await page.goto(linkTo(dashboard));
      expect(await readFigure(page, figureNames.engagements)).toBe(before);
      await openReviewList(page, reviewLink(search));
      await selectRow(0).check();
      await expect(reject).toBeDisabled();
      await approve.click();
      await expect(message).toContainText(/^\d+ Activities Approved \(may include Subsequent\)/);
      const decided = Number(/^\d+/.exec((await message.textContent()) ?? '')?.[0]);
      await expect(toast('Activities Approved')).toHaveCount(0);
      await expect(rows).toHaveCount(Math.min(10, total - 1));
      await expect(approve).toHaveCount(0);
      expect((await fetchNumbers(request, 'reviewer', dashboard)).stats.totalLeads).toBe(before + decided);

      await undo.click();
      await expect(message).toContainText('Undone');
      await page.getByRole('link', { name: 'Performance Overview' }).click();
      expect(await readFigure(page, figureNames.engagements)).toBe(before);
      expect((await searchActivities(request, search)).total).toBe(total);
    },
  );

  test.describe('with a reversal that is refused once', () => {
    test.use({ allowedConsole: failedRequest(403) });

    test(
      'rejected activities leave the dashboards until the decision is reversed',
      { tag: mainStory },
      async ({ page, request }) => {
        const client = isolatedClients.rejection;
        const { selectRow, reject, approve, message, openDecisions, decisions, question } = reviewPage(page);
        const dashboard = { clients: [client], relative: '-90d' };
        const before = (await fetchNumbers(request, 'reviewer', dashboard)).stats.totalLeads;
        await openReviewList(page, reviewLink(recent(client, 'Approved')));
        await selectRow(0).check();
        await selectRow(1).check();
        await expect(approve).toBeDisabled();
        const saved = page.waitForResponse('**/api/review-activities');
        await reject.click();
        const { decisionId } = (await (await saved).json()) as { decisionId: string };
        await expect(message).toContainText(/^\d+ Activities Rejected \(may include Subsequent\)/);
        const decided = Number(/^\d+/.exec((await message.textContent()) ?? '')?.[0]);
        expect(decided).toBeGreaterThanOrEqual(2);
        const figure = async () => (await fetchNumbers(request, 'reviewer', dashboard)).stats.totalLeads;
        expect(await figure()).toBe(before - decided);

        // Other tests decide concurrently, even in the same second, but not on documents of this client.
        const { at, subject } = await findDecision(request, decisionId);
        await openDecisions.click();
        const row = decisions
          .getByRole('row', { name: formatTime(at) })
          .filter({ hasText: subject?.documentTitle ?? 'no document' });
        const reverse = row.getByRole('button', { name: /^Reverse: / });
        const asked = question('Reverse this decision?');
        const confirm = asked.getByRole('button', { name: 'Reverse' });
        await test.step('a refused reversal returns the focus to its button', async () => {
          const call = `**/api/review-activities/decisions/${decisionId}/reverse`;
          await page.route(call, async (route) => {
            // The answer comes after the question has closed, while the button cannot be used.
            await expect(asked).toHaveCount(0);
            await expect(reverse).toBeDisabled();
            await route.fulfill({ status: 403, json: { success: false, message: 'No.', code: 'forbidden' } });
          });
          const refused = page.waitForResponse(call);
          await reverse.click();
          await confirm.click();
          // Before the call the button can be used as well.
          await refused;
          await expect(reverse).toBeEnabled();
          await expect(reverse).toBeFocused();
          await page.unroute(call);
        });
        await page.keyboard.press('Enter');
        await confirm.click();
        await expect(row.getByText(/^Reversed by /)).toBeVisible();
        expect(await figure()).toBe(before);
      },
    );
  });

  test('excluding asks first, and names the addresses', async ({ page, request }) => {
    const { selectRow, exclude, question, message, undo, bar } = reviewPage(page);
    const search = recent(isolatedClients.exclusion, 'Approved');
    const { items } = await searchActivities(request, search);
    const addresses = new Set(items.slice(0, 2).map(({ email }) => email));
    await openReviewList(page, reviewLink(search));
    await selectRow(0).check();
    await selectRow(1).check();
    for (const address of addresses) await expect(bar).toContainText(address ?? '');
    await exclude.click();
    const [only] = addresses;
    const what = addresses.size === 1 ? only : `${addresses.size} email addresses`;
    const name = `Exclude ${what} and reject 2 activities?`;
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

  test('activities decided by another reviewer meanwhile are skipped, with the reason', async ({
    page,
    request,
  }) => {
    const { selectRow, reject, message, undo } = reviewPage(page);
    const search = recent(isolatedClients.conflict, 'Approved');
    const { items } = await searchActivities(request, search);
    await openReviewList(page, reviewLink(search));
    await selectRow(0).check();
    await selectRow(1).check();
    const [first] = items;
    if (!first) throw new Error('There is nothing to review.');
    await decideAs(request, 'admin', 'Rejected', first);
    await reject.click();
    await expect(message).toContainText('1 activity was skipped and not changed');
    await message.getByText('1 activity was skipped and not changed').click();
    await expect(message.getByRole('listitem')).toContainText(`${first.firstName} ${first.lastName}`);
    await undo.click();
    await expect(message).toContainText('Undone');
    await decideAs(request, 'admin', 'Approved', first);
  });

  test('apply to all matches after a confirmation with their number', async ({ page, request }) => {
    const { selectPage, selectEverything, count, reject, question, message, empty, undo, rows } =
      reviewPage(page);
    const { total, ...search } = await moreThanAPage(request, recent(isolatedClients.everything, 'Approved'));
    await openReviewList(page, reviewLink(search));
    await selectPage.check();
    await expect(count('All 10 on this page are selected.')).toBeVisible();
    await selectEverything.click();
    await expect(count(`All ${total} matching activities are selected.`)).toBeVisible();
    await reject.click();
    await question(`Reject all ${total} matching activities?`)
      .getByRole('button', { name: `Reject ${total}` })
      .click();
    await expect(message).toContainText(/Activities Rejected \(may include Subsequent\)/);
    const decided = Number(/^\d+/.exec((await message.textContent()) ?? '')?.[0]);
    expect(decided).toBeGreaterThanOrEqual(total);
    await expect(empty).toBeVisible();
    await undo.click();
    await expect(message).toContainText('Undone');
    await expect(rows).toHaveCount(10);
    expect((await searchActivities(request, search)).total).toBe(total);
  });
});

test.describe('a failed save', () => {
  test.use({ allowedConsole: failedRequest(503) });

  test('keeps the selection and shows the error', async ({ page }) => {
    const { selectRow, approve, message, toast } = reviewPage(page);
    await openReviewList(page);
    await page.route('**/api/review-activities', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Busy.', code: 'unavailable' } }),
    );
    await selectRow(1).check();
    await approve.click();
    await expect(message).toContainText('Nothing was saved, and your selection is kept. Busy.');
    await expect(toast('Nothing was saved')).toHaveCount(0);
    await expect(selectRow(1)).toBeChecked();
    await expect(approve).toBeEnabled();
  });
});

test('by keyboard: move, select, reject, undo; shortcuts can be switched off', async ({ page, request }) => {
  const { current, rows, selectionNote, editFilters, message, undo, help } = reviewPage(page);
  const search = recent(isolatedClients.keyboard, 'Approved');
  const { total } = await searchActivities(request, search);
  await openReviewList(page, reviewLink(search));
  await page.keyboard.press('j');
  await expect(current).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(selectionNote('2 selected')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('r');
  await expect(message).toContainText('Activities Rejected (may include Subsequent)');
  await undo.click();
  await expect(message).toContainText('Undone');
  await editFilters.click();
  await page.getByLabel('Email value').click();
  await page.keyboard.type('jar');
  await expect(page.getByLabel('Email value')).toHaveValue('jar');
  await editFilters.click();
  await current.focus();
  await page.keyboard.press('?');
  await help.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.reload();
  await waitForList(page);
  await page.keyboard.press('j');
  await expect(current).toHaveCount(0);
  expect((await searchActivities(request, search)).total).toBe(total);
});
