import { clients } from '../commands/accounts.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mailsTo } from '../commands/mail.ts';
import { createUser, uniquePerson } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { accountPage, chooseOption, openNewUser } from '../pages/account.page.ts';
import { shell } from '../pages/shell.page.ts';
import { openUsers, usersPage } from '../pages/users.page.ts';

test(
  'an administrator creates a user, who gets a mail',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    const { firstName, lastName, email } = uniquePerson();
    const { heading, field, select, toggle, box, chosen, save } = accountPage(page);
    await signedIn('admin');
    await openUsers(page);
    await usersPage(page).newUser.click();
    await expect(heading('New User')).toBeVisible();
    await field('First Name').fill(firstName);
    await field('Last Name').fill(lastName);
    await field('Email').fill(email);
    await chooseOption(page, 'Clients', clients.aurelis.name);
    await chooseOption(page, 'Communities', 'Bioprocess');
    await box('Revenue').check();
    await toggle('Enable Marketing Performance').check();
    await select('Notification Claim Level').selectOption('Basic');

    await test.step('leaving asks first', async () => {
      await page.getByRole('link', { name: 'Manage Users' }).first().click();
      const question = accountPage(page).question('Leave without saving your changes?');
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(chosen(clients.aurelis.name)).toBeVisible();
    });
    await save.dblclick();
    await expect(shell(page).toast('User was successfully created 👍')).toBeVisible();
    await expect(heading('Manage User Profile')).toBeVisible();
    await openUsers(page, `?query=${email}`);
    await expect(usersPage(page).row(email)).toContainText(clients.aurelis.name);
    expect(await mailsTo(request, email)).toHaveLength(1);
  },
);

test.describe('an address that is taken', () => {
  test.use({ allowedConsole: failedRequest(409) });

  test('is said at its field, and nothing is lost', async ({ page, request, signedIn }) => {
    const { email } = await createUser(request);
    const { field, chosen, save, problem } = accountPage(page);
    await signedIn('admin');
    await openNewUser(page);
    await field('First Name').fill('Terry');
    await field('Last Name').fill('Taken');
    await field('Email').fill(email.toUpperCase());
    await chooseOption(page, 'Clients', clients.norvane.name);
    await save.click();
    await expect(field('Email')).toHaveAccessibleDescription(/already exists/);
    await expect(problem('already exists').first()).toBeVisible();
    await expect(chosen(clients.norvane.name)).toBeVisible();
    await expect(field('First Name')).toHaveValue('Terry');
  });
});

test('the form is not for other staff', async ({ page, signedIn }) => {
  await signedIn('internal');
  await openUsers(page);
  await expect(usersPage(page).rows.first()).toBeVisible();
  await expect(usersPage(page).newUser).toHaveCount(0);
  await page.goto('/admin/user/');
  await expect(page).toHaveURL('/login');
});

test('New User: axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
  const { box, select, save, problem, chosen } = accountPage(page);
  const state = statesInBothSizes(page);
  await signedIn('sysadmin');
  await state('an empty form', box('Revenue'), () => openNewUser(page));
  await state('problems', problem('Clients Is Required'), () => save.click());
  await state('a client', chosen(clients.aurelis.name), () =>
    chooseOption(page, 'Clients', clients.aurelis.name),
  );
  await state('staff', page.getByRole('group', { name: 'Internal filters' }), () =>
    select('Role').selectOption('Internal'),
  );
});
