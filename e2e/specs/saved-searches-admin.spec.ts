import type { APIRequestContext, Locator } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { stopClock } from '../commands/clock.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { startWith } from '../commands/session.ts';
import { createUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { openColumns, openSearch, openSearches, profilePage } from '../pages/profile.page.ts';
import { shell } from '../pages/shell.page.ts';

const aurelis = {
  $type: 'Terms',
  field: 'Clients',
  op: 'Contains',
  value: [{ id: clients.aurelis.id, name: clients.aurelis.name }],
  allowNA: false,
};
const lastYear = { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-1y' };

/** Saves a search for a user of one test. */
const saveFor = (request: APIRequestContext, userId: string, name: string) =>
  callAs<{ id: string }>(request, 'sysadmin', 'POST', '/api/saved-searches', {
    userId,
    name,
    filters: [aurelis, lastYear],
  });

test(
  'a client creates, edits and deletes a search, which the filter panel offers',
  { tag: mainStory },
  async ({ page, request }) => {
    const user = await createUser(request);
    const view = profilePage(page);
    const { heading, searchName, description, relativeRange, save, returnToList, question, search } = view;
    await startWith(page, await register(request, user));

    await test.step("from the filter panel's link", async () => {
      await page.goto('/analytics/search');
      await page.getByRole('button', { name: /^Filters/ }).click();
      await filterPanel(page).manage.click();
      await expect(page).toHaveURL(`/admin/user/${user.id}?active=1`);
      await expect(view.tab('Saved Searches')).toHaveAttribute('aria-selected', 'true');
      await expect(view.noSearches).toBeVisible();
      await expect(view.note).toHaveCount(0);
    });

    await test.step('creates one by keyboard', async () => {
      await view.newSearch.focus();
      await page.keyboard.press('Enter');
      await expect(heading('New Search')).toBeVisible();
      await expect(relativeRange).toHaveValue('-1y');
      await save.focus();
      await page.keyboard.press('Enter');
      await expect(searchName).toHaveAccessibleDescription(/Search Name Is Required/);
      await expect(searchName).toBeFocused();
      await page.keyboard.type('Readers of spring');
      await page.keyboard.press('Enter');
      await expect(shell(page).toast('Search Saved')).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/admin/savedsearch/${user.id}/[\\da-f-]{36}$`));
      await expect(heading('Edit Search')).toBeVisible();
    });

    await test.step('edits it; leaving with changes asks first', async () => {
      await description.fill('Of the last 90 days');
      await relativeRange.selectOption('90 days');
      await returnToList.click();
      await question('Leave without saving your changes?').getByRole('button', { name: 'Stay' }).click();
      await save.click();
      await expect(shell(page).toast('Search Saved')).toBeVisible();
      await page.reload();
      await expect(description).toHaveValue('Of the last 90 days');
      await expect(relativeRange).toHaveValue('-90d');
      await returnToList.click();
      await expect(page).toHaveURL(`/admin/user/${user.id}?active=Filters`);
      await expect(search('Readers of spring')).toContainText('Of the last 90 days');
    });

    await test.step('makes it the default, which applies to new pages and cannot be deleted', async () => {
      await view.button('Set as default: Readers of spring').click();
      await question('Are you sure you want to set this search as the default search?')
        .getByRole('button', { name: 'Set as default' })
        .click();
      await expect(shell(page).toast('This search has been set as the default search.')).toBeVisible();
      await view.button('Delete Readers of spring').click();
      await expect(shell(page).toast('The default saved search cannot be deleted.')).toBeVisible();
      await page.getByRole('link', { name: 'Performance Overview' }).click();
      await page.getByRole('button', { name: /^Filters/ }).click();
      await expect(filterPanel(page).savedSearch.locator('option:checked')).toHaveText('Readers of spring');
      await expect(filterPanel(page).relativeRange).toHaveValue('-90d');
    });

    await test.step('deletes it after a question', async () => {
      await openSearches(page, user.id);
      await view.button('Remove default: Readers of spring').click();
      await question(/^Are you sure you want to remove the default search\? Results will revert/)
        .getByRole('button', { name: 'Remove default' })
        .click();
      await expect(shell(page).toast('The default search has been removed.')).toBeVisible();
      await view.button('Delete Readers of spring').click();
      await question('Are you sure you want to permanently delete the saved search?')
        .getByRole('button', { name: 'Delete' })
        .click();
      await expect(shell(page).toast('The search has been deleted.')).toBeVisible();
      await expect(view.noSearches).toBeVisible();
    });
  },
);

test("an administrator edits a user's search, with a note and an entry of the audit log", async ({
  page,
  request,
  signedIn,
}) => {
  const user = await createUser(request);
  const { id } = await saveFor(request, user.id, 'Before');
  const { note, searchName, save, search } = profilePage(page);
  const fullName = `${user.firstName} ${user.lastName}`;
  await signedIn('admin');
  await openSearches(page, user.id);
  await expect(note).toContainText(fullName);
  await search('Before').getByRole('link').click();
  await expect(page).toHaveURL(`/admin/savedsearch/${user.id}/${id}`);
  await expect(note).toContainText(fullName);
  await searchName.fill('After');

  await test.step('the clients are those of the user', async () => {
    const box = page.getByRole('main').getByRole('combobox', { name: 'Clients' });
    await box.click();
    await expect(page.getByRole('listbox', { name: 'Clients' }).getByRole('option')).toHaveText([
      clients.aurelis.name,
    ]);
    await page.keyboard.press('Escape');
  });
  await save.click();
  await expect(shell(page).toast('Search Saved')).toBeVisible();
  await page.goto(`/admin/audit-log?query=${encodeURIComponent(user.email)}&action=saved-search.update`);
  await expect(page.getByRole('table', { name: 'Events' }).locator('tbody tr')).toHaveCount(1);
});

test('staff cannot change the searches of a colleague', async ({ page, request, signedIn }) => {
  const colleague = await createUser(request, { role: 'Internal', companies: [] });
  const { id } = await saveFor(request, colleague.id, 'Theirs');
  const { search, newSearch, searchName } = profilePage(page);
  await signedIn('internal');
  await openSearches(page, colleague.id);
  await expect(search('Theirs').getByRole('link')).toHaveCount(0);
  await expect(newSearch).toHaveCount(0);
  await page.goto(`/admin/savedsearch/${colleague.id}/${id}`);
  await expect(page.getByText('You can see this account, but not change it.')).toBeVisible();
  await expect(searchName).toHaveCount(0);
});

test('messages stay for five seconds', async ({ page, request, signedIn }) => {
  const user = await createUser(request);
  const { id } = await saveFor(request, user.id, 'Saved');
  const { save, button } = profilePage(page);
  const staysFor5s = async (saving: Locator, text: string) => {
    const message = shell(page).toast(text);
    await stopClock(page);
    await saving.click();
    await expect(message).toBeVisible();
    await page.clock.runFor(4_900);
    await expect(message).toBeVisible();
    await page.clock.runFor(100);
    await expect(message).toHaveCount(0);
    await page.clock.resume();
  };
  await page.clock.install();
  await signedIn('internal');
  await openSearch(page, user.id, id);
  await staysFor5s(save, 'Search Saved');
  await openSearches(page, user.id);
  await button('Delete Saved').click();
  const confirm = profilePage(page)
    .question(/permanently delete/)
    .getByRole('button', { name: 'Delete' });
  await staysFor5s(confirm, 'The search has been deleted.');
  await openColumns(page, user.id);
  await button('Remove Email').click();
  await staysFor5s(save, 'Default Columns Saved');
});

test.describe('a name that is taken', () => {
  test.use({ allowedConsole: failedRequest(409) });

  test('is said at its field, and nothing is lost', async ({ page, request, signedIn }) => {
    const user = await createUser(request);
    await saveFor(request, user.id, 'Taken');
    const { searchName, description, save } = profilePage(page);
    await signedIn('internal');
    await openSearch(page, user.id);
    await searchName.fill('taken');
    await description.fill('Kept');
    await save.click();
    await expect(shell(page).toast('Error saving Search')).toBeVisible();
    await expect(searchName).toHaveAccessibleDescription(/A saved search with this name already exists/);
    await expect(description).toHaveValue('Kept');
  });
});

test.describe('saved searches', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('axe finds nothing, and nothing is wider than the window', async ({ page, request, signedIn }) => {
    const state = statesInBothSizes(page);
    const user = await createUser(request);
    const { save, note, button, question, searches, noSearches, searchName, description } = profilePage(page);
    await signedIn('internal');
    await state('no searches', noSearches, () => openSearches(page, user.id));
    const { id } = await saveFor(
      request,
      user.id,
      'A search with a name of nearly sixty characters, or fifty',
    );
    await saveFor(request, user.id, 'Another one');
    await callAs(request, 'sysadmin', 'POST', `/api/saved-searches/set-default/${user.id}/${id}`);
    await state('searches', searches.nth(1), () => openSearches(page, user.id));
    await state('a question', question(/permanently delete/), () => button('Delete Another one').click());
    await state(
      'a new search with problems',
      searchName.and(page.locator('[aria-invalid="true"]')),
      async () => {
        await openSearch(page, user.id);
        await expect(note).toBeVisible();
        await save.click();
        await expect(searchName).toHaveAccessibleDescription(/Is Required/);
      },
    );
    await state('an existing search', description, () => openSearch(page, user.id, id));
    await state('an error', page.getByText('There was an error fetching saved searches.'), async () => {
      await page.route('**/api/saved-searches/**', (route) =>
        route.fulfill({ status: 500, json: { success: false, message: 'Out of order', code: 'internal' } }),
      );
      await page.goto(`/admin/user/${user.id}?active=Filters`);
    });
  });
});
