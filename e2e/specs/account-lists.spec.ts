import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import type { Stats } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { uniqueName } from '../commands/saved-searches.ts';
import { expect, test } from '../fixtures.ts';
import { openFilters } from '../pages/filter-panel.page.ts';
import { searchPage, waitForResults } from '../pages/search.page.ts';
import { shell } from '../pages/shell.page.ts';

interface Org {
  orgId: string;
  orgName: string;
  activitiesCount: number;
}

interface Listed {
  id: string;
  name: string;
  clientId: string;
  organizations: number | null;
}

const year = { clients: [clients.aurelis.id], relative: '-1y' };

test(
  'a list is made on its page, filters a search as its organizations do, and is deleted',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const orgs = await callAs<Org[]>(request, 'internal', 'POST', '/api/most-active-cos', buildBody(year));
    const [first, second] = orgs as [Org, Org];
    const expected = first.activitiesCount + second.activitiesCount;
    const name = uniqueName('Partners');
    await signedIn('internal');
    const dialog = page.getByRole('dialog', { name: 'New account list' });

    await test.step('a new list needs a name and a client', async () => {
      await page.goto('/analytics/account-lists');
      await page.getByRole('button', { name: 'New list', exact: true }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Please enter a name of 1 to 100 characters')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('combobox', { name: 'Client' }).fill('Aurelis');
      await page.getByRole('option', { name: clients.aurelis.name }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page).toHaveURL(/account-lists\?.*list=/);
    });

    await test.step('every pasted name is in the answer', async () => {
      await page
        .getByRole('textbox', { name: 'Names' })
        .fill(`${first.orgName}\n${second.orgName}\nNobody Incorporated`);
      await page.getByRole('button', { name: 'Add to list' }).click();
      const outcome = page.getByRole('region', { name: 'What was added' });
      await expect(outcome).toContainText('2 organizations added:');
      await expect(outcome).toContainText('1 name not found:');
      await expect(outcome.getByRole('list', { name: 'Organizations not found' })).toHaveText(
        'Nobody Incorporated',
      );
      await expect(page.getByRole('table', { name: `Organizations of ${name}` })).toContainText(
        first.orgName,
      );
    });

    await test.step('the search, its count and its export are those of the organizations', async () => {
      const list = new URL(page.url()).searchParams.get('list');
      await page.goto(`${linkTo(year, '/analytics/search')};AccountLists:${list}`);
      await waitForResults(page);
      const search = searchPage(page);
      await expect(search.total).toHaveText(`${expected.toLocaleString('en-US')} activities`);
      await expect(search.words).toContainText(name);
      const filters = [...buildBody(year).filters, { field: 'AccountLists', value: [{ id: list }] }];
      const stats = await callAs<Stats>(request, 'internal', 'POST', '/api/client-dashboard/stats', {
        ...buildBody(year),
        filters,
      });
      expect(stats.totalLeads).toBe(expected);
    });

    await test.step('deleting it says what uses it', async () => {
      await page.goto('/analytics/account-lists');
      await page.getByRole('link', { name }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('No saved search, alert or report uses it.');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(shell(page).toast('The list has been deleted.')).toBeVisible();
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    });
  },
);

test('the organizations that a ranking shows become a list of its client', async ({
  page,
  request,
  signedIn,
}) => {
  const orgs = await callAs<Org[]>(request, 'internal', 'POST', '/api/most-active-cos', buildBody(year));
  const name = uniqueName('Ranked');
  await signedIn('internal');
  await page.goto(linkTo(year, '/analytics/most-active-companies-dashboard'));
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill(orgs[0]!.orgName);
  await expect(page.getByText(`1 of ${orgs.length.toLocaleString('en-US')} organizations`)).toBeVisible();
  await page.getByRole('button', { name: 'Save as list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New account list' });
  await expect(dialog).toContainText('With 1 organization.');
  // The address has only the id of the client.
  await expect(dialog).toContainText(clients.aurelis.name);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const lists = await callAs<Listed[]>(request, 'internal', 'GET', '/api/account-lists');
  const saved = lists.find((list) => list.name === name);
  expect(saved).toMatchObject({ clientId: clients.aurelis.id, organizations: 1 });
  await callAs(request, 'internal', 'DELETE', `/api/account-lists/${saved!.id}`);
});

test('a list by a rule is made of filters, filters as its members do, and says its rule', async ({
  page,
  request,
  signedIn,
}) => {
  const name = uniqueName('Active');
  await signedIn('internal');

  await test.step('the filter panel makes it', async () => {
    await page.goto(linkTo(year, '/analytics/search'));
    await waitForResults(page);
    await openFilters(page);
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('Account Lists');
    await page.getByRole('button', { name: 'Save as list by rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New account list by a rule' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Engagements at least' }).fill('3');
    await dialog.getByRole('textbox', { name: 'Only the first organizations' }).fill('4');
    await dialog.getByRole('textbox', { name: 'Name' }).click();
    await expect(dialog).toContainText(
      'The 4 most active organizations with at least 3 activities, in the last year.',
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  const orgs = await callAs<Org[]>(request, 'internal', 'POST', '/api/most-active-cos', buildBody(year));
  const members = orgs.slice(0, 4);
  const lists = await callAs<Listed[]>(request, 'internal', 'GET', '/api/account-lists');
  const saved = lists.find((list) => list.name === name)!;

  await test.step('its page shows the rule and the members', async () => {
    await page.goto(`/analytics/account-lists?list=${saved.id}`);
    await expect(
      page.getByText('The 4 most active organizations with at least 3 activities, in the last year.'),
    ).toBeVisible();
    const table = page.getByRole('table', { name: `Organizations of ${name}` });
    await expect(table.getByRole('row')).toHaveCount(5);
    await expect(table).toContainText(members[0]!.orgName);
  });

  await test.step('it filters as its members do', async () => {
    const expected = members.reduce((sum, { activitiesCount }) => sum + activitiesCount, 0);
    const filters = [...buildBody(year).filters, { field: 'AccountLists', value: [{ id: saved.id }] }];
    const stats = await callAs<Stats>(request, 'internal', 'POST', '/api/client-dashboard/stats', {
      ...buildBody(year),
      filters,
    });
    expect(stats.totalLeads).toBe(expected);
  });

  await test.step('its numbers can be changed', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit account list' });
    await dialog.getByRole('textbox', { name: 'Only the first organizations' }).fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('table', { name: `Organizations of ${name}` }).getByRole('row')).toHaveCount(
      3,
    );
  });
  await callAs(request, 'internal', 'DELETE', `/api/account-lists/${saved.id}`);
});
