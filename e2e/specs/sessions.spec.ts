import { signIn } from '../commands/api.ts';
import { startWith } from '../commands/session.ts';
import { createUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { accountPage, openAccount } from '../pages/account.page.ts';
import { overview } from '../pages/overview.page.ts';
import { publicPage } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

// A call that is on its way while the session ends.
test.use({ allowedConsole: failedRequest(401) });

test(
  'a session that is ended in one browser leads the other one to the login page',
  { tag: mainStory },
  async ({ page, request, browser, baseURL }) => {
    const user = await createUser(request);
    const token = await register(request, user);
    const { sessions, question } = accountPage(page);
    const endOther = sessions.getByRole('button', { name: /^End session of Firefox 140 on Windows/ });
    const other = await browser.newPage({ baseURL: baseURL! });
    await startWith(page, token);
    await startWith(other, await signIn(request, user.email, { 'user-agent': firefox }));
    await other.goto('/');
    await expect(overview(other).heading).toBeVisible();

    await test.step('both are listed, and the other one is ended', async () => {
      await openAccount(page, user.id);
      await expect(sessions.getByRole('listitem')).toHaveCount(2);
      await endOther.click();
      await question('End this session?').getByRole('button', { name: 'End session' }).click();
      await expect(shell(page).toast('Session ended')).toBeVisible();
      await expect(sessions.getByRole('listitem')).toHaveCount(1);
      await expect(sessions).toContainText('This session');
    });

    await test.step('the other one is asked to log in with its next call', async () => {
      await other.getByRole('link', { name: 'Edit profile' }).click();
      await expect(other).toHaveURL('/login');
      await expect(publicPage(other).notice).toHaveText('Your session has ended. Please log in again.');
    });

    await test.step('logging out ends the session on the server, too', async () => {
      await shell(page).logOut.click();
      await expect(page).toHaveURL('/login');
      const headers = { authorization: `Bearer ${token}` };
      await expect.poll(async () => (await request.get('/api/session', { headers })).status()).toBe(401);
    });
    await other.close();
  },
);

test('an administrator ends all sessions of a user', async ({
  page,
  request,
  signedIn,
  browser,
  baseURL,
}) => {
  const user = await createUser(request);
  const token = await register(request, user);
  const { sessions, question } = accountPage(page);
  await signedIn('internal');
  await openAccount(page, user.id);
  await sessions.getByRole('button', { name: 'End all sessions' }).click();
  await question(`End all sessions of ${user.firstName} ${user.lastName}?`)
    .getByRole('button', { name: 'End all sessions' })
    .click();
  await expect(sessions).toContainText('This user is not logged in anywhere.');
  await test.step('a page that the user opens leads to the login page', async () => {
    const other = await browser.newPage({ baseURL: baseURL! });
    await startWith(other, token);
    await other.goto('/');
    await expect(other).toHaveURL('/login');
    await expect(publicPage(other).notice).toHaveText('Your session has ended. Please log in again.');
    await other.close();
  });
});
