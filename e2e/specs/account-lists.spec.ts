import type { Page } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { alertUser, aurelisFilter } from '../commands/alerts.ts';
import { callAs, callWith } from '../commands/api.ts';
import { buildBody, daysAgo, linkTo } from '../commands/dashboard.ts';
import type { Stats } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { uniqueName } from '../commands/saved-searches.ts';
import { startWith } from '../commands/session.ts';
import { expect, test } from '../fixtures.ts';
import { openAlerts, alertsPage, wizardPage } from '../pages/alerts.page.ts';
import { parseNumber } from '../pages/chart.page.ts';
import { openFilters } from '../pages/filter-panel.page.ts';
import { pick, reportConfigPage } from '../pages/reports.page.ts';
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

/** Saves the four organizations with the most activities of the last year as a list by a rule, in the filter panel. */
const saveRuleList = async (page: Page, name: string) => {
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
};

test('a list by a rule is made of filters, filters as its members do, and says its rule', async ({
  page,
  request,
  signedIn,
}) => {
  const name = uniqueName('Active');
  await signedIn('internal');
  await test.step('the filter panel makes it', () => saveRuleList(page, name));

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

/** The number that a text starts with. */
const readCount = (text: string): number => parseNumber(/^[\d,]+/.exec(text)?.[0] ?? 'NaN');

/** Chooses a list in a form with filter cards. */
const pickList = async (page: Page, name: string) => {
  await page.getByRole('main').getByRole('heading', { name: 'Firmographic' }).click();
  await pick(page, 'Account Lists', name);
};

interface Term {
  field: string;
}
interface BackTest {
  lastMonth: { totalMatched: number };
}

test('an alert and a report about a list by a rule find what its organizations have', async ({
  page,
  request,
}) => {
  const name = uniqueName('Watched');
  const { user, token } = await alertUser(request, {
    role: 'Internal',
    companies: [],
    notificationClaimLevel: 'Advanced',
  });
  const call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown) =>
    callWith<T>(request, token, method, path, data);
  await startWith(page, token);
  await saveRuleList(page, name);
  const lists = await call<Listed[]>('GET', '/api/account-lists');
  const list = lists.find((each) => each.name === name)!;
  const orgs = await call<Org[]>('POST', '/api/most-active-cos', buildBody(year));
  const members = orgs.slice(0, 4);
  const ofMembers = {
    $type: 'Terms',
    field: 'ReaderOrgs',
    op: 'Contains',
    value: members.map(({ orgId }) => ({ id: orgId })),
  };

  await test.step('the alert matches the organizations of the list', async () => {
    const view = wizardPage(page);
    await openAlerts(page);
    await alertsPage(page).newAlert.click();
    await view.type('Series of activities').click();
    await view.title.fill('Busy accounts');
    await view.proceed.click();
    await expect(view.form('Define Filters')).toBeVisible();
    await pick(page, 'Clients', clients.aurelis.name);
    await pick(page, 'Activity Type', 'Engagement');
    await pickList(page, name);
    await view.proceed.click();
    await expect(view.form('Behavior Threshold')).toBeVisible();
    await view.radio('Reader Organization').check({ force: true });
    await view.number('Minimum activities').fill('2');
    await view.number('Unique readers').fill('1');
    await expect(view.rule).toContainText(name);
    await view.proceed.click();
    await expect(view.form('Set Alert')).toBeVisible();
    const shown = await view.lastMonth.innerText();
    await view.button('Show back-test').click();
    const matches = view.dialog('Back-test').getByRole('list', { name: /^Matches of / });
    const titles = members.map(({ orgName }) => `${orgName} · ${clients.aurelis.name}`);
    const found = await matches.getByRole('listitem').allInnerTexts();
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((text) => text.split('\n')[0]).filter((title) => !titles.includes(title ?? ''))).toEqual(
      [],
    );
    await page.keyboard.press('Escape');
    const id = /notification\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
    await call('PUT', `/api/notification/${id}/filters`, {
      filters: [aurelisFilter, ofMembers],
      indices: ['Engagement'],
    });
    const { lastMonth } = await call<BackTest>('POST', `/api/notification-back-test/${id}`, {});
    expect(shown).toBe(`Would have matched ${lastMonth.totalMatched} in the last month.`);
  });

  /** The number of activities that Engagements Search shows for the list. */
  const readTotal = async (from: number, to: number) => {
    const dates = { from: daysAgo(from), to: daysAgo(to) };
    const search = { clients: [clients.aurelis.id], types: ['Engagement'], ...dates };
    await page.goto(`${linkTo(search, '/analytics/search')};AccountLists:${list.id}`);
    await waitForResults(page);
    return readCount(await searchPage(page).total.innerText());
  };

  await test.step('the report counts what the search under the list counts', async () => {
    const { newReport, heading, field, day, tool, preview } = reportConfigPage(page);
    // An activity becomes available within three days, and the report is about the year in which it did.
    const [least, most] = [await readTotal(360, 5), await readTotal(370, 0)];
    await page.goto('/dissemination-contacts');
    await newReport.click();
    await expect(heading('New')).toBeVisible();
    await field('First Name').fill('Zora');
    await field('Last Name').fill('Test');
    await field('Email').fill('zora@partners.example');
    await pick(page, 'Company', clients.aurelis.name);
    await pick(page, 'Activity Type', 'Engagement');
    await pickList(page, name);
    await day('Tuesday').check();
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/activity-report-config/preview'),
      tool('Preview').click(),
    ]);
    const shown = preview.getByText(/^[\d,]+ activities, /);
    await expect(shown).toBeVisible();
    const total = readCount(await shown.innerText());
    expect(total).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(least);
    expect(total).toBeLessThanOrEqual(most);
    const { draft } = sent.postDataJSON() as { draft: { userId: string; filters: Term[] } };
    expect(draft.userId).toBe(user.id);
    const filters = draft.filters.map((filter) => (filter.field === 'AccountLists' ? ofMembers : filter));
    expect(filters).toContain(ofMembers);
    const same = await call<{ recordsCount: number }>('POST', '/api/activity-report-config/preview', {
      draft: { ...draft, filters },
    });
    expect(same.recordsCount).toBe(total);
  });
});
