import { fetchToken } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { decodePayload, startWith } from '../commands/session.ts';
import { createUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { openColumns, profilePage } from '../pages/profile.page.ts';
import { searchPage, waitForResults } from '../pages/search.page.ts';
import { shell } from '../pages/shell.page.ts';

const toast = 'Default Columns Saved';

test(
  'a client saves columns by keyboard, and exports start with them',
  { tag: mainStory },
  async ({ page, request }) => {
    const user = await createUser(request);
    const { save, button, column, note } = profilePage(page);
    await startWith(page, await register(request, user));
    await openColumns(page, user.id);
    await expect(note).toHaveCount(0);
    await expect(save).toBeDisabled();
    await button('Remove Email').focus();
    await page.keyboard.press('Enter');
    await expect(column('email')).toHaveCount(0);
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(shell(page).toast(toast)).toBeVisible();
    const chosen = await profilePage(page).columns.allTextContents();

    await page.goto('/analytics/search');
    await waitForResults(page);
    const { download, entry, columns, selectedColumns } = searchPage(page);
    await download.click();
    await entry('Setup Export Columns').click();
    await expect(selectedColumns).toHaveText(chosen);
    await columns.getByRole('link', { name: 'Default Export Columns' }).click();
    await expect(profilePage(page).tab('Default Export Columns')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(`/admin/user/${user.id}?active=Columns`);
  },
);

test('staff change the columns of a client, with a note', async ({ page, request, signedIn }) => {
  const user = await createUser(request, { activityFields: ['Revenue'] });
  const { save, note, columns, column, availableColumn } = profilePage(page);
  await signedIn('internal');
  await openColumns(page, user.id);
  await expect(note).toContainText(`${user.firstName} ${user.lastName}`);
  await expect(availableColumn('Analyst Tags')).toHaveCount(0);
  await availableColumn('Revenue').check();
  await expect(column('revenue')).toBeVisible();

  await test.step('leaving asks first', async () => {
    await page.getByRole('link', { name: 'Manage Users' }).first().click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving your changes?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    // While the question closes, the page is still hidden from role queries.
    await expect(column('revenue')).toBeVisible();
  });
  const count = await columns.count();
  await save.click();
  await expect(shell(page).toast(toast)).toBeVisible();
  await page.reload();
  await expect(column('revenue')).toBeVisible();
  await expect(columns).toHaveCount(count);
});

test.describe('a failure', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('keeps the choice', async ({ page, request, signedIn }) => {
    const user = await createUser(request);
    const { save, button, column } = profilePage(page);
    await signedIn('internal');
    await openColumns(page, user.id);
    await button('Remove Email').click();
    await page.route('**/api/default-columns', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Out of order', code: 'internal' } }),
    );
    await save.click();
    await expect(shell(page).toast('Error saving default filters.')).toBeVisible();
    await expect(page.getByRole('main').getByText('Out of order')).toBeVisible();
    await page.unroute('**/api/default-columns');
    await save.click();
    await expect(shell(page).toast(toast)).toBeVisible();
    await expect(column('email')).toHaveCount(0);
  });
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the selected tab is shown whole', async ({ page, request, signedIn }) => {
    await signedIn('client');
    await openColumns(page, decodePayload(await fetchToken(request, 'client')).sub);
    const tab = profilePage(page).tab('Default Export Columns');
    const cut = () =>
      tab.evaluate(
        (element) =>
          element.getBoundingClientRect().right -
          (element.parentElement ?? element).getBoundingClientRect().right,
      );
    await expect.poll(cut).toBeLessThan(1);
  });
});

test('Default Export Columns: axe finds nothing, and nothing is wider than the window', async ({
  page,
  request,
  signedIn,
}) => {
  const { columns, button, save } = profilePage(page);
  const state = statesInBothSizes(page);
  const { id } = await createUser(request);
  await signedIn('internal');
  await state('the columns', columns.first(), () => openColumns(page, id));
  await state('a change', save.and(page.locator(':enabled')), () => button('Remove Email').click());
  await state('the own columns', columns.first(), async () => {
    await page.goto('/');
    await openColumns(page, decodePayload(await fetchToken(request, 'internal')).sub);
  });
  const colleague = await createUser(request, { role: 'Internal', companies: [] });
  await state('the columns of a colleague', columns.first(), () => openColumns(page, colleague.id));
});
