import { accounts, clients, mailedAccounts } from '../commands/accounts.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mailsTo } from '../commands/mail.ts';
import { createUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { openUsers, usersPage } from '../pages/users.page.ts';

test.describe('Manage Users', () => {
  test(
    'is in the Admin menu of staff, and finds a user by name and by client',
    { tag: mainStory },
    async ({ page, signedIn }) => {
      const { heading, search, clients: filter, option, row, rows, count } = usersPage(page);
      await signedIn('internal');
      await page.goto('/no-page');
      await shell(page).adminMenu.click();
      await page.getByRole('menuitem', { name: 'Manage Users' }).click();
      await expect(heading).toBeVisible();
      await expect(page).toHaveURL('/admin/users');

      await test.step('by a part of the name', async () => {
        await search.fill('cLIO');
        await expect(row(accounts.client)).toContainText('Clio Client');
        await expect(page).toHaveURL('/admin/users?query=cLIO');
        await expect(rows).toHaveCount(1);
      });
      await test.step('by client', async () => {
        await search.fill('');
        await filter.fill(clients.quietharbor.name.slice(0, 5));
        await option(clients.quietharbor.name).click();
        await expect(row(mailedAccounts.resetter)).toContainText(clients.quietharbor.name);
        await expect(row(accounts.client)).toHaveCount(0);
        await expect(page).toHaveURL(`/admin/users?clients=${clients.quietharbor.id}`);
      });
      await test.step('the link of this view shows it again', async () => {
        await page.reload();
        await expect(row(mailedAccounts.resetter)).toBeVisible();
        await expect(page.getByRole('button', { name: `Remove ${clients.quietharbor.name}` })).toBeVisible();
      });
      await expect(count(/^\d+ users?$/)).toBeVisible();
    },
  );

  test('shows only accounts that the person may see', async ({ page, signedIn }) => {
    const { row, empty } = usersPage(page);
    await signedIn('internal');
    await openUsers(page, `?query=${accounts.internal}`);
    await expect(row(accounts.internal)).toContainText('Internal');
    await openUsers(page, `?query=${accounts.sysadmin}`);
    await expect(empty).toBeVisible();
  });

  test.describe('without the users', () => {
    test.use({ allowedConsole: failedRequest(500) });

    test('says why, and tries again', async ({ page, signedIn }) => {
      const { row, heading } = usersPage(page);
      await signedIn('internal');
      await page.route('**/api/users?*', (route) =>
        route.fulfill({ status: 500, json: { success: false, message: 'Out of order', code: 'internal' } }),
      );
      await page.goto('/admin/users');
      await expect(heading).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('Out of order');
      await page.unroute('**/api/users?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(row(accounts.client)).toBeVisible();
    });
  });
});

test.describe('the actions of a row', () => {
  test('delete a user after a question', async ({ page, request, signedIn }) => {
    const { firstName, lastName, email } = await createUser(request);
    const { row, action, question, empty } = usersPage(page);
    await signedIn('internal');
    await openUsers(page, `?query=${email}`);
    await action(`Delete ${firstName} ${lastName}`).click();
    const dialog = question('Are you sure you want to delete this user ?');
    await expect(dialog).toContainText(email);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(email)).toBeVisible();
    await action(`Delete ${firstName} ${lastName}`).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(shell(page).toast(`Deleted user ${email}`)).toBeVisible();
    await expect(empty).toBeVisible();
  });

  test('mail a link to register, or to set a new password', async ({ page, request, signedIn }) => {
    const user = await createUser(request);
    const { firstName, lastName, email } = user;
    const { action, question } = usersPage(page);
    const { toast } = shell(page);
    await signedIn('internal');
    await openUsers(page, `?query=${email}`);
    await action(`Resend Registration to ${firstName} ${lastName}`).click();
    await question('Are you sure you want to resend the registration email?')
      .getByRole('button', { name: 'Resend' })
      .click();
    await expect(toast(`The registration email has been resent to ${email}`)).toBeVisible();
    expect(await mailsTo(request, email)).toHaveLength(2);

    await register(request, user);
    await page.reload();
    await action(`Reset Password of ${firstName} ${lastName}`).click();
    await question("Are you sure you want to reset this user's password?")
      .getByRole('button', { name: 'Reset password' })
      .click();
    await expect(toast(`A reset password link has been sent to ${email}`)).toBeVisible();
    expect(await mailsTo(request, email)).toHaveLength(3);
  });

  test(
    'log an administrator in as the user, and not others',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const { firstName, lastName, email } = await createUser(request);
      const { action } = usersPage(page);
      await signedIn('admin');
      await openUsers(page, `?query=${email}`);
      await action(`Log in as ${firstName} ${lastName}`).click();
      await page.getByRole('button', { name: 'Log in as this user' }).click();
      await expect(
        shell(page).banner(`You are logged in as ${firstName} ${lastName}(${email})`),
      ).toBeVisible();
      await expect(page).toHaveURL(/:\d+\/(\?|$)/);
      await page.getByRole('button', { name: 'Return to your Account' }).click();
      await openUsers(page, `?query=${accounts.sysadmin}`);
      await expect(action('Log in as Sylvane Admin')).toHaveCount(0);
    },
  );
});

test('Manage Users: axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
  const { card, row, clients: filter, option, empty } = usersPage(page);
  const state = statesInBothSizes(page);
  await signedIn('sysadmin');
  await state(
    'the list',
    (narrow) => (narrow ? card : row)(accounts.client),
    () => openUsers(page, '?size=100'),
  );
  await state('the clients to choose from', option(clients.aurelis.name), () => filter.click());
  await state(
    'a selected client',
    page.getByRole('button', { name: `Remove ${clients.aurelis.name}` }),
    async () => {
      await option(clients.aurelis.name).click();
      await page.keyboard.press('Escape');
    },
  );
  await state('nothing found', empty, () => openUsers(page, '?query=no-such-user'));
});
