import { mailedAccounts, password } from '../commands/accounts.ts';
import { stopClock } from '../commands/clock.ts';
import { linkIn, mailedLink, mailsTo, setPassword } from '../commands/mail.ts';
import { storedSession } from '../commands/session.ts';
import { createUser, register } from '../commands/users.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { overview } from '../pages/overview.page.ts';
import { publicPage } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

test.describe('mailed links', () => {
  test(
    'forgot password: form, mail, new password, signed in',
    { tag: mainStory },
    async ({ page, request }) => {
      const form = publicPage(page);
      const before = await mailsTo(request, mailedAccounts.resetter);
      await test.step('the form requires a valid email address', async () => {
        await page.goto('/login');
        await form.forgot.click();
        await expect(form.heading).toHaveText('Reset Password');
        await form.submit.click();
        await expect(form.problem('Email Is Required')).toBeVisible();
        await form.email.fill('nobody@');
        await expect(form.problem('Invalid Email Address')).toBeVisible();
      });
      await test.step('a confirmation replaces the form', async () => {
        await form.email.fill(mailedAccounts.resetter);
        await form.submit.click();
        await expect(form.success).toContainText(
          `A reset password link has been sent to ${mailedAccounts.resetter}`,
        );
        await expect(form.email).toHaveCount(0);
        await expect(form.backToLogIn).toHaveAttribute('href', '/login');
      });
      const mails = await mailsTo(request, mailedAccounts.resetter);
      expect(mails).toHaveLength(before.length + 1);
      await test.step('the link opens a form with password and confirmation', async () => {
        await page.goto(await linkIn(request, mails[0] ?? ''));
        await expect(form.heading).toHaveText('Set Password');
        await form.submit.click();
        await expect(form.problem('Password Is Required')).toBeVisible();
        await expect(form.problem('Confirm Password Is Required')).toBeVisible();
        await form.password.fill('new');
        await expect(
          page.getByRole('listitem').filter({ hasText: 'At least one lowercase: done' }),
        ).toBeVisible();
        for (const hint of ['At least one uppercase', 'At least one numeric', 'Minimum 8 characters'])
          await expect(page.getByRole('listitem').filter({ hasText: hint })).not.toContainText('done');
        await form.password.fill('New-password-2');
        for (const hint of [/lowercase/, /uppercase/, /numeric/, /8 characters/])
          await expect(page.getByRole('listitem').filter({ hasText: hint })).toContainText('done');
        await form.confirm.fill('New-password-3');
        await form.submit.click();
        await expect(form.problem('Password not matching')).toBeVisible();
        await form.confirm.fill('New-password-2');
      });
      await test.step('a confirmation continues automatically after 6 seconds', async () => {
        await page.clock.install();
        await stopClock(page);
        await form.submit.click();
        await expect(shell(page).toast('Password reset successfully.')).toBeVisible();
        await expect(form.success).toContainText('Password reset successfully.');
        await page.clock.runFor(4_000);
        await expect(form.success).toBeVisible();
        await page.clock.runFor(2_500);
        await page.clock.resume();
        await expect(overview(page).heading).toBeVisible();
        expect(new URL(page.url()).pathname).toBe('/');
      });
      await test.step('the link and the old password no longer work; the new password does', async () => {
        const answer = await request.post('/api/auth', {
          data: { email: mailedAccounts.resetter, password },
        });
        expect(answer.status()).toBe(401);
        const good = await request.post('/api/auth', {
          data: { email: mailedAccounts.resetter, password: 'New-password-2' },
        });
        expect(good.status()).toBe(200);
        const again = await request.get(
          `/api/verify-registration-token/${(await linkIn(request, mails[0] ?? '')).split('/').at(-1)}`,
        );
        expect(again.status()).toBe(400);
      });
      // Another password ends the session, so the page must not make calls any more.
      await page.goto('about:blank');
      await setPassword(request, mailedAccounts.resetter, password);
    },
  );

  // This test passes only once per installation: it needs a user who has never set a password.
  test(
    'registration: an invited user sets a password and is signed in',
    { tag: mainStory },
    async ({ page, request }) => {
      const form = publicPage(page);
      const link = await mailedLink(request, mailedAccounts.invited);
      expect(link).toMatch(/^\/register\//);
      await test.step("the link's redirect is kept", async () => {
        await page.goto(`${link}?redirect=${encodeURIComponent('/?view=documents')}`);
        await expect(form.heading).toHaveText('Complete Registration');
      });
      const sent = page.waitForRequest((each) => each.url().endsWith('/api/set-password/from-token'));
      await form.password.fill(password);
      await form.confirm.fill(password);
      await form.submit.click();
      expect((await sent).postDataJSON()).toMatchObject({ isRegistration: true });
      await expect(shell(page).toast('Password set successfully.')).toBeVisible();
      await expect(form.success).toContainText('Password set successfully.');
      await page.getByRole('link', { name: 'Continue now' }).click();
      await expect(overview(page).heading).toBeVisible();
      await expect(overview(page).view('Documents')).toBeChecked();
      await test.step('a registration link of a registered user opens the login page', async () => {
        const reset = await mailedLink(request, mailedAccounts.invited);
        await page.evaluate(() => localStorage.clear());
        await page.goto(reset.replace('/set-password/', '/register/'));
        await expect(page).toHaveURL('/login');
        await expect(publicPage(page).heading).toHaveText('Log in');
      });
    },
  );

  test.describe('that are invalid', () => {
    test.use({ allowedConsole: failedRequest(400) });

    for (const path of ['/set-password/nonsense', '/register/nonsense']) {
      test(`${path}: the session is removed, and the login page shows the server's message`, async ({
        page,
        signedIn,
      }) => {
        await signedIn('client');
        await page.goto(path);
        await expect(page).toHaveURL('/login');
        await expect(publicPage(page).notice).toHaveText('This link is not valid, or it has expired.');
        expect((await storedSession(page))['jwt_token']).toBeNull();
      });
    }

    test('a link used elsewhere while its form is open: message, toast, login page', async ({
      page,
      request,
    }) => {
      const form = publicPage(page);
      const user = await createUser(request);
      await register(request, user);
      await page.goto(await mailedLink(request, user.email));
      await expect(form.heading).toHaveText('Set Password');
      await setPassword(request, user.email, password);
      await form.password.fill('Another-1');
      await form.confirm.fill('Another-1');
      await form.submit.click();
      await expect(page).toHaveURL('/login');
      await expect(form.notice).toHaveText('This link is not valid, or it has expired.');
      await expect(shell(page).toast('This link is not valid, or it has expired.')).toHaveRole('alert');
    });
  });

  test('forgot password for an unknown address: the same response', async ({ page }) => {
    const form = publicPage(page);
    await page.goto('/forgot-password');
    await form.email.fill('stranger@elsewhere.example');
    await form.submit.click();
    await expect(form.success).toContainText(
      'A reset password link has been sent to stranger@elsewhere.example',
    );
  });

  test.describe('that cannot be sent', () => {
    test.use({ allowedConsole: failedRequest(503) });

    test('a server error for forgot password: its message as a toast, and the form stays', async ({
      page,
    }) => {
      const form = publicPage(page);
      await page.route('**/api/forgot-password', (route) =>
        route.fulfill({ status: 503, json: { success: false, message: 'The mail could not be queued.' } }),
      );
      await page.goto('/forgot-password');
      await form.email.fill('stranger@elsewhere.example');
      await form.submit.click();
      await expect(shell(page).toast('The mail could not be queued.')).toHaveRole('alert');
      await expect(form.email).toHaveValue('stranger@elsewhere.example');
      await form.backToLogIn.click();
      await expect(page).toHaveURL('/login');
    });
  });
});
