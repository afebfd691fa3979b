import { accounts, password } from '../commands/accounts.ts';
import { tokenOf } from '../commands/api.ts';
import { linkIn, mailedLink, mailsTo, setPassword } from '../commands/mail.ts';
import { nothingStored, secondsFromNow, startWith, storedSession, withPayload } from '../commands/session.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { overview } from '../pages/overview.page.ts';
import { logInWith, publicPage } from '../pages/public.page.ts';
import { shell, toggleBlinded } from '../pages/shell.page.ts';

test.describe('the form', () => {
  test('asks for a valid email and a password, without asking the server', async ({ page }) => {
    const login = publicPage(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    await page.goto('/login');

    await test.step('an empty form names both fields', async () => {
      await login.logIn.click();
      await expect(login.problem('Email Is Required')).toBeVisible();
      await expect(login.problem('Password Is Required')).toBeVisible();
      await expect(login.email).toHaveAttribute('aria-invalid', 'true');
      await expect(login.email).toHaveAccessibleDescription(/Email Is Required/);
    });
    await test.step('a malformed address is told as such', async () => {
      for (const wrong of ['nobody', 'a@b', 'a b@demo.example', 'a@demo.x']) {
        await login.email.fill(wrong);
        await login.logIn.click();
        await expect(login.problem('Invalid Email Address')).toBeVisible();
        await login.email.fill('a@demo.example');
        await expect(login.problem('Invalid Email Address')).toHaveCount(0);
      }
    });
    expect(asked).toEqual([]);
  });

  test('shows and hides the password', async ({ page }) => {
    const login = publicPage(page);
    await page.goto('/login');
    await login.password.fill('secret');
    await expect(login.password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(login.password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(login.password).toHaveAttribute('type', 'password');
  });

  test('offers help with a phone number, terms and privacy, and no sidebar', async ({ page }) => {
    const login = publicPage(page);
    await page.goto('/login');
    const phone = page.getByRole('link', { name: '555-0100' });
    await expect(phone).toBeHidden();
    await login.help.click();
    await expect(login.help).toHaveAttribute('aria-expanded', 'true');
    await expect(phone).toHaveAttribute('href', 'tel:5550100');
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await login.help.click();
    await expect(phone).toBeHidden();
    await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', /^https?:/);
    await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', /^https?:/);
    await expect(shell(page).nav).toHaveCount(0);
    await expect(shell(page).help).toHaveCount(0);
  });

  test('can be filled and sent by keyboard alone', async ({ page }) => {
    await page.goto('/login');
    await page.keyboard.press('Tab');
    const login = publicPage(page);
    for (let presses = 0; presses < 10; presses += 1) {
      if (await login.email.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(login.email).toBeFocused();
    await page.keyboard.type(accounts.client);
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Tab');
      if (await login.password.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(login.password).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(overview(page).heading).toBeVisible();
  });
});

test.describe('failures', () => {
  test.use({ allowedConsole: failedRequest(401, 500) });

  test('wrong credentials: a toast of 3 seconds that cannot be closed; then the right ones', async ({
    page,
  }) => {
    const { toast } = shell(page);
    await page.goto('/login');
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    await logInWith(page, accounts.reviewer, 'Wrong-Password-1');
    const message = toast('Invalid username or password');
    await expect(message).toBeVisible();
    await expect(message).toHaveRole('alert');
    await expect(message).toHaveAttribute('data-severity', 'error');
    await expect(message.getByRole('button')).toHaveCount(0);
    await expect(publicPage(page).notice).toHaveText('Invalid username or password');
    await page.clock.runFor(2_900);
    await expect(message).toBeVisible();
    await page.clock.runFor(100);
    await expect(message).toHaveCount(0);
    await page.clock.resume();
    await expect(page).toHaveURL('/login');
    await logInWith(page, accounts.reviewer, password);
    await expect(overview(page).heading).toBeVisible();
  });

  test('a server in trouble: the account has problems, and the form keeps what was typed', async ({
    page,
  }) => {
    await page.route('**/api/auth', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'x' } }),
    );
    await page.goto('/login');
    await logInWith(page, accounts.client, password);
    const login = publicPage(page);
    await expect(login.notice).toHaveText(
      'We are currently experiencing problems with your account, please try again later.',
    );
    await expect(login.email).toHaveValue(accounts.client);
    await page.unrouteAll();
    await login.logIn.click();
    await expect(overview(page).heading).toBeVisible();
  });
});

test.describe('why one has to log in', () => {
  test('a first plain visit says nothing', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).heading).toHaveText('Log in');
    await expect(publicPage(page).notice).toHaveCount(0);
  });

  test('a link into the product is remembered, and login returns to it', async ({ page }) => {
    const link = '/?f=Clients:1;RelativeDateRange:-90d&view=documents';
    await page.goto(link);
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Your session expired');
    await logInWith(page, accounts.client, password);
    await expect(overview(page).heading).toBeVisible();
    expect(decodeURIComponent(page.url())).toContain('f=Clients:1;RelativeDateRange:-90d');
    await expect(overview(page).view('Documents')).toBeChecked();
  });

  test('an address of another site is never returned to', async ({ page }) => {
    await page.goto('/login');
    await page.evaluate(() => sessionStorage.setItem('readerlens.return-route', '//evil.example/'));
    await logInWith(page, accounts.client, password);
    await expect(overview(page).heading).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('an expired token: the session expired, and nothing of it is left', async ({ page, request }) => {
    const token = await tokenOf(request, 'client');
    await startWith(page, withPayload(token, { exp: secondsFromNow(-60) }));
    const called: string[] = [];
    page.on('request', (each) => called.push(new URL(each.url()).pathname));
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Your session expired');
    expect(await storedSession(page)).toEqual(nothingStored);
    expect(called.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });

  test('a page that the user may not open: insufficient privileges, and no way round in a circle', async ({
    page,
    signedIn,
  }) => {
    await page.route('**/staff-only', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '"routes":[',
        '"routes":[{"path":"/staff-only","title":"Staff","access":{"role":"Internal"}},',
      );
      await route.fulfill({ response, body });
    });
    await signedIn('client');
    await page.goto('/staff-only');
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Insufficient privileges');
    expect(await storedSession(page)).toEqual(nothingStored);
    await test.step('logging in again leads to the start page', async () => {
      await logInWith(page, accounts.client, password);
      await expect(overview(page).heading).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
    });
  });
});

test('logging out forgets the session, the mode and the search', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto('/?f=Clients:1;RelativeDateRange:-90d');
  await expect(overview(page).heading).toBeVisible();
  await toggleBlinded(page);
  await expect
    .poll(async () => {
      const stored = await storedSession(page);
      return [stored['jwt_token'], stored['readerlens.blinded'], stored['readerlens.search']].every(Boolean);
    })
    .toBe(true);
  await shell(page).logOut.click();
  await expect(page).toHaveURL('/login');
  await expect(publicPage(page).notice).toHaveCount(0);
  expect(await storedSession(page)).toEqual(nothingStored);
  await test.step('the address of a page leads to the login page now', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
  });
});

test.describe('mailed links', () => {
  test('forgot password: from the form to the mail, a new password, and in', async ({ page, request }) => {
    const form = publicPage(page);
    const before = await mailsTo(request, 'resetter');
    await test.step('the form wants a valid address', async () => {
      await page.goto('/login');
      await form.forgot.click();
      await expect(form.heading).toHaveText('Reset Password');
      await form.submit.click();
      await expect(form.problem('Email Is Required')).toBeVisible();
      await form.email.fill('nobody@');
      await expect(form.problem('Invalid Email Address')).toBeVisible();
    });
    await test.step('the form becomes a card', async () => {
      await form.email.fill(accounts.resetter);
      await form.submit.click();
      await expect(form.success).toContainText(`A reset password link has been sent to ${accounts.resetter}`);
      await expect(form.email).toHaveCount(0);
      await expect(form.backToLogIn).toHaveAttribute('href', '/login');
    });
    const mails = await mailsTo(request, 'resetter');
    expect(mails).toHaveLength(before.length + 1);
    await test.step('the link asks for a password, twice', async () => {
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
    await test.step('a card confirms it, and leads on after 6 seconds', async () => {
      await page.clock.install();
      await form.submit.click();
      await expect(shell(page).toast('Password reset successfully.')).toBeVisible();
      await expect(form.success).toContainText('Password reset successfully.');
      await page.clock.runFor(4_000);
      await expect(form.success).toBeVisible();
      await page.clock.runFor(2_500);
      await expect(overview(page).heading).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
    });
    await test.step('the link is used up; the old password does not work any more, the new one does', async () => {
      const answer = await request.post('/api/auth', { data: { email: accounts.resetter, password } });
      expect(answer.status()).toBe(401);
      const good = await request.post('/api/auth', {
        data: { email: accounts.resetter, password: 'New-password-2' },
      });
      expect(good.status()).toBe(200);
      const again = await request.get(
        `/api/verify-registration-token/${(await linkIn(request, mails[0] ?? '')).split('/').at(-1)}`,
      );
      expect(again.status()).toBe(400);
    });
    await setPassword(request, 'resetter', password);
  });

  // The one test that an installation can pass only once: it needs a user who never chose a password.
  test('registration: an invited person sets a first password and is in', async ({ page, request }) => {
    const form = publicPage(page);
    const link = await mailedLink(request, 'invited');
    expect(link).toMatch(/^\/register\//);
    await test.step('a redirect of the link is kept for afterwards', async () => {
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
    await test.step('a registration link of somebody with a password leads on', async () => {
      const reset = await mailedLink(request, 'invited');
      await page.evaluate(() => localStorage.clear());
      await page.goto(reset.replace('/set-password/', '/register/'));
      await expect(page).toHaveURL('/login');
      await expect(publicPage(page).heading).toHaveText('Log in');
    });
  });

  test.describe('that are not good', () => {
    test.use({ allowedConsole: failedRequest(400) });

    for (const path of ['/set-password/nonsense', '/register/nonsense']) {
      test(`${path}: state cleared, the server's message at the login page`, async ({ page, signedIn }) => {
        await signedIn('client');
        await page.goto(path);
        await expect(page).toHaveURL('/login');
        await expect(publicPage(page).notice).toHaveText('This link is not valid, or it has expired.');
        expect((await storedSession(page))['jwt_token']).toBeNull();
      });
    }

    test('a link that is used up while its form is open: message, toast, login page', async ({
      page,
      request,
    }) => {
      const form = publicPage(page);
      await page.goto(await mailedLink(request, 'oneCommunity'));
      await expect(form.heading).toHaveText('Set Password');
      await setPassword(request, 'oneCommunity', password);
      await form.password.fill('Another-1');
      await form.confirm.fill('Another-1');
      await form.submit.click();
      await expect(page).toHaveURL('/login');
      await expect(form.notice).toHaveText('This link is not valid, or it has expired.');
      await expect(shell(page).toast('This link is not valid, or it has expired.')).toHaveRole('alert');
    });
  });

  test('forgot password for a stranger: the same answer as for anybody', async ({ page }) => {
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

    test('forgot password refused by the server: its message as a toast, the form stays', async ({
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
