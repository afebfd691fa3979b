import { accounts, clients } from '../commands/accounts.ts';
import { fetchToken } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { decodePayload, startWith, storageKeys, storedSession } from '../commands/session.ts';
import { changeUser, createUser, findUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { accountPage, chooseOption, openAccount } from '../pages/account.page.ts';
import { shell } from '../pages/shell.page.ts';
import { openUsers } from '../pages/users.page.ts';

const emailQuestion = 'Are you sure you want to change email address?';

test.describe('the account of another user', () => {
  test('is changed from its row in the list', { tag: mainStory }, async ({ page, request, signedIn }) => {
    const { id, firstName, lastName, email } = await createUser(request);
    const { heading, field, box, chosen, save, reset, problem, question } = accountPage(page);
    await signedIn('internal');
    await openUsers(page, `?query=${email}`);
    await page.getByRole('link', { name: `${firstName} ${lastName}` }).click();
    await expect(page).toHaveURL(`/admin/user/${id}`);
    await expect(heading('Manage User Profile')).toBeVisible();
    await expect(problem(`NOTE: You are currently in ${firstName} ${lastName} Account.`)).toBeVisible();
    await field('First Name').fill('Tessa');
    await chooseOption(page, 'Clients', clients.norvane.name);
    await box('Revenue').check();
    await test.step('another e-mail is confirmed when the field is left', async () => {
      await field('Email').fill(`new.${email}`);
      await field('First Name').focus();
      await question(emailQuestion).getByRole('button', { name: 'Cancel' }).click();
      await expect(field('Email')).toHaveValue(email);
      await field('Email').fill(`new.${email}`);
      await field('First Name').focus();
      await question(emailQuestion).getByRole('button', { name: 'Yes' }).click();
      await expect(question(emailQuestion)).toHaveCount(0);
    });
    await test.step('another tab of the URL, and leaving, lose nothing', async () => {
      await page.getByRole('link', { name: 'Manage Users' }).first().click();
      await question('Leave without saving your changes?').getByRole('button', { name: 'Stay' }).click();
      await expect(field('First Name')).toHaveValue('Tessa');
    });
    await save.dblclick();
    await expect(shell(page).toast('User was successfully updated 👍')).toBeVisible();
    await expect(reset).toBeDisabled();
    await page.reload();
    await expect(field('First Name')).toHaveValue('Tessa');
    await expect(field('Email')).toHaveValue(`new.${email}`);
    await expect(chosen(clients.norvane.name)).toBeVisible();
    await expect(box('Revenue')).toBeChecked();
    expect(await findUser(request, id)).toMatchObject({ version: 2 });
  });

  test.describe('that someone else has changed', () => {
    test.use({ allowedConsole: failedRequest(409) });

    test('shows their changes, and keeps one’s own', async ({ page, request, signedIn }) => {
      const { id } = await createUser(request);
      const { field, toggle, chosen, save } = accountPage(page);
      const notice = page.getByRole('alert').filter({ hasText: 'This account has changed' });
      await signedIn('internal');
      await openAccount(page, id);
      await field('First Name').fill('Mine');
      await changeUser(request, id, { lastName: 'Theirs', companies: [clients.norvane.id] });
      await save.click();
      await expect(notice).toContainText('Someone else has changed this account since you opened it.');
      await expect(notice).toContainText('Theirs');
      await expect(notice).toContainText(clients.norvane.name);
      await expect(field('First Name')).toHaveValue('Mine');
      await page.getByRole('button', { name: 'Load their changes, keep mine' }).click();
      await expect(field('Last Name')).toHaveValue('Theirs');
      await expect(chosen(clients.norvane.name)).toBeVisible();
      await save.click();
      await expect(shell(page).toast('User was successfully updated 👍')).toBeVisible();
      expect(await findUser(request, id)).toMatchObject({ firstName: 'Mine', lastName: 'Theirs' });

      await test.step('or takes theirs', async () => {
        await toggle('Enable Marketing Performance').check();
        await changeUser(request, id, { lastName: 'Again' });
        await save.click();
        await page.getByRole('button', { name: 'Discard my changes' }).click();
        await expect(field('Last Name')).toHaveValue('Again');
        await expect(toggle('Enable Marketing Performance')).not.toBeChecked();
      });
    });
  });

  test('of the same role is read-only', async ({ page, request, signedIn }) => {
    const { id } = await createUser(request, { role: 'Internal', companies: [] });
    const { field, select, save } = accountPage(page);
    await signedIn('internal');
    await openAccount(page, id);
    await expect(field('Email')).toBeDisabled();
    await expect(select('Role')).toBeDisabled();
    await expect(save).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Reset Password' })).toHaveCount(0);
  });

  test.describe('that the person may not see', () => {
    test.use({ allowedConsole: failedRequest(404) });

    test('does not exist for them', async ({ page, request, signedIn }) => {
      await signedIn('client');
      await page.goto(`/admin/user/${decodePayload(await fetchToken(request, 'admin')).sub}`);
      await expect(page.getByRole('alert')).toContainText('There is no such user.');
    });
  });

  test('leads an administrator into it', async ({ page, request, signedIn }) => {
    const { id, firstName, lastName, email } = await createUser(request);
    await signedIn('admin');
    await openAccount(page, id);
    await page.getByRole('button', { name: 'Log in as', exact: true }).click();
    await page.getByRole('button', { name: 'Log in as this user' }).click();
    await expect(shell(page).banner(`You are logged in as ${firstName} ${lastName}(${email})`)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

test.describe('the own profile', () => {
  test('is opened from the sidebar, and read-only for a client', async ({ page, signedIn }) => {
    const { heading, field, save } = accountPage(page);
    await signedIn('client');
    await page.goto('/no-page');
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await expect(heading('Profile Settings')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'My Profile' })).toHaveAttribute('aria-selected', 'true');
    await expect(field('Email')).toHaveValue(accounts.client);
    await expect(field('Email')).toBeDisabled();
    await expect(save).toBeDisabled();
    await expect(
      page.getByText('Please contact your representative for help with your profile.'),
    ).toBeVisible();
    await expect(page.getByRole('list', { name: 'Clients' })).toContainText(clients.aurelis.name);
    await expect(page.getByRole('list', { name: 'Communities' }).getByRole('listitem')).not.toHaveCount(0);
  });

  test(
    'of staff is saved, and the session goes on with a new token',
    { tag: mainStory },
    async ({ page, request }) => {
      const user = await createUser(request, { role: 'Internal', companies: [] });
      await startWith(page, await register(request, user));
      const { field, save } = accountPage(page);
      await openAccount(page, user.id);
      const before = (await storedSession(page))[storageKeys.token];
      await field('First Name').fill('Renamed');
      await save.click();
      await expect(shell(page).toast('User was successfully saved')).toBeVisible();
      await expect(shell(page).sidebar).toContainText(`Renamed ${user.lastName}`);
      expect((await storedSession(page))[storageKeys.token]).not.toBe(before);
      await page.reload();
      await expect(field('First Name')).toHaveValue('Renamed');
    },
  );
});

test.describe('the looks of accounts', () => {
  test.use({ allowedConsole: failedRequest(409) });

  test('accounts: axe finds nothing, and nothing is wider than the window', async ({
    page,
    request,
    signedIn,
  }) => {
    const { id } = await createUser(request, { enableApiAccess: true });
    const { field, save, box, sessions } = accountPage(page);
    const discard = page.getByRole('button', { name: 'Discard my changes' });
    const state = statesInBothSizes(page);
    await signedIn('sysadmin');
    await state(
      'the account of a client',
      sessions.getByText('This user is not logged in anywhere.'),
      async () => {
        await openAccount(page, id);
        await expect(box('Revenue')).toBeVisible();
      },
    );
    await state('a conflict', discard, async () => {
      await field('First Name').fill('Mine');
      await changeUser(request, id, { firstName: 'Theirs', companies: [clients.norvane.id] });
      await save.click();
    });
    await state('the own profile', sessions.getByText('This session'), async () => {
      await discard.click();
      await openAccount(page, decodePayload(await fetchToken(request, 'sysadmin')).sub);
    });
  });

  test('the profile of a client: axe finds nothing', async ({ page, request, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('client');
    await state('my profile', accountPage(page).field('First Name'), async () =>
      openAccount(page, decodePayload(await fetchToken(request, 'client')).sub),
    );
  });
});
