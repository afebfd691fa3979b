import { readFile } from 'node:fs/promises';
import { statesInBothSizes } from '../commands/looks.ts';
import { changeUser, createUser } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

const auditLog = (page: Page) => {
  const table = page.getByRole('table', { name: 'Events' });
  const cards = page.getByRole('list', { name: 'Events', exact: true }).locator('> li');
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Audit Log', exact: true }),
    search: page.getByRole('searchbox', { name: 'Search by name or email' }),
    action: page.getByRole('combobox', { name: 'Action' }),
    events: table.locator('tbody tr').or(cards),
    empty: page.getByText('No event matches the filters.'),
  };
};

test(
  'Audit Log shows administrators who changed what, and exports it',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const user = await createUser(request);
    await changeUser(request, user.id, { lastName: 'Renamed', viewNotifications: true });
    const { heading, search, action, events } = auditLog(page);
    await signedIn('sysadmin');
    await page.goto('/no-page');
    await shell(page).adminMenu.click();
    await page.getByRole('menuitem', { name: 'Audit Log' }).click();
    await expect(heading).toBeVisible();
    await search.fill(user.email);
    await expect(events).toHaveCount(2);
    await expect(events.first()).toContainText('Sylvane Admin');
    await expect(events.first()).toContainText(`Last Name: ${user.lastName} → Renamed`);
    await expect(events.first()).toContainText('Enable Notification Dashboard: Off → On');
    await action.selectOption('Created user');
    await expect(events).toHaveCount(1);
    await expect(page).toHaveURL(/\/admin\/audit-log\?query=.*&action=user\.create/);
    await page.reload();
    await expect(events).toHaveCount(1);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Audit_Log.xlsx');
    // The signature of a zip file.
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  },
);

test('Audit Log: axe finds nothing, and nothing is wider than the window', async ({
  page,
  request,
  signedIn,
}) => {
  const user = await createUser(request);
  await changeUser(request, user.id, { viewNotifications: true });
  const { search, events, empty } = auditLog(page);
  const state = statesInBothSizes(page);
  await signedIn('sysadmin');
  await state('events', events.first(), () => page.goto('/admin/audit-log'));
  await state('no match', empty, () => search.fill('no such person'));
});

test('Audit Log cuts the name of no action', async ({ page, signedIn }) => {
  const { action, events } = auditLog(page);
  await signedIn('sysadmin');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin/audit-log');
  await expect(events.first()).toBeVisible();
  const options = await action
    .locator('option:not([value=""])')
    .evaluateAll((all) => all.map((each) => ({ id: each.getAttribute('value'), name: each.textContent })));
  expect(options.length).toBeGreaterThan(50);
  await page.route(/\/api\/audit-events(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: { items: Record<string, unknown>[] } };
    const items = options.map(({ id }, index) => ({ ...data.items[0], id: String(index + 1), action: id }));
    await route.fulfill({ response, json: { ...rest, data: { items, next: null } } });
  });
  await page.reload();
  const cells = page.getByRole('table', { name: 'Events' }).locator('tbody td:nth-child(3)');
  await expect(cells).toHaveText(options.map(({ name }) => name));
  const cut = await cells.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});
