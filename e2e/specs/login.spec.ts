import { accounts, password } from '../commands/accounts.ts';
import { fetchToken } from '../commands/api.ts';
import { stopClock } from '../commands/clock.ts';
import { nothingStored, secondsFromNow, startWith, storedSession, withPayload } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { overview } from '../pages/overview.page.ts';
import { logInWith, publicPage } from '../pages/public.page.ts';
import { shell, toggleBlinded } from '../pages/shell.page.ts';

test.describe('the form', () => {
  test('validates email and password without a request', async ({ page }) => {
    const login = publicPage(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url());
    });
    await page.goto('/login');

    await test.step('an empty form shows both errors', async () => {
      await login.logIn.click();
      await expect(login.problem('Email Is Required')).toBeVisible();
      await expect(login.problem('Password Is Required')).toBeVisible();
      await expect(login.email).toHaveAttribute('aria-invalid', 'true');
      await expect(login.email).toHaveAccessibleDescription(/Email Is Required/);
    });
    await test.step('an invalid email address shows an error', async () => {
      for (const wrong of ['nobody', 'a@b', 'a b@demo.example', 'a@demo.x']) {
        await login.email.fill(wrong);
        await login.logIn.click();
        await expect(login.problem('Invalid Email Address')).toBeVisible();
        await login.email.fill('a@demo.example');
        await expect(login.problem('Invalid Email Address')).toHaveCount(0);
      }
    });
    expect(requests).toEqual([]);
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

  test('has the icon of a message beside its text, however narrow the page is', async ({ page }) => {
    await page.setViewportSize({ width: 270, height: 700 });
    await page.goto('/login?refused=expired');
    const message = publicPage(page).notice;
    await expect(message).toBeVisible();
    const [icon, text] = await message.evaluate((element) => {
      const words = document.createRange();
      const first = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (first) words.selectNode(first);
      const boxes = [element.querySelector('svg')?.getBoundingClientRect(), words.getBoundingClientRect()];
      return boxes.map((box) => ({ top: box?.top ?? NaN, bottom: box?.bottom ?? NaN }));
    });
    expect(icon?.bottom).toBeGreaterThan(text?.top ?? NaN);
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

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto('/login');
    const login = publicPage(page);
    await expect(login.email).toBeFocused();
    await page.keyboard.type(accounts.client);
    await page.keyboard.press('Tab');
    await expect(login.password).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(overview(page).heading).toBeVisible();
  });
});

test.describe('failures', () => {
  test.use({ allowedConsole: failedRequest(401, 500) });

  test(
    'wrong credentials: a toast for 3 seconds without a close button; then a successful login',
    { tag: mainStory },
    async ({ page }) => {
      const { toast } = shell(page);
      await page.goto('/login');
      await page.clock.install();
      await stopClock(page);
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
    },
  );

  test('a server error: a message, and the form keeps its input', async ({ page }) => {
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

test.describe('the reason for the login', () => {
  test('a first visit shows no reason', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).heading).toHaveText('Log in');
    await expect(publicPage(page).notice).toHaveCount(0);
  });

  test('login returns to the requested page', { tag: mainStory }, async ({ page }) => {
    const link = '/?f=Clients:1;RelativeDateRange:-90d&view=documents';
    await page.goto(link);
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Your session expired');
    await logInWith(page, accounts.client, password);
    await expect(overview(page).heading).toBeVisible();
    expect(decodeURIComponent(page.url())).toContain('f=Clients:1;RelativeDateRange:-90d');
    await expect(overview(page).view('Documents')).toBeChecked();
  });

  test('login never redirects to another site', { tag: mainStory }, async ({ page }) => {
    await page.goto('/login');
    await page.evaluate(() => sessionStorage.setItem('readerlens.return-route', '//evil.example/'));
    await logInWith(page, accounts.client, password);
    await expect(overview(page).heading).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('an expired token: a message, and the session is removed', async ({ page, request }) => {
    const token = await fetchToken(request, 'client');
    await startWith(page, withPayload(token, { exp: secondsFromNow(-60) }));
    const called: string[] = [];
    page.on('request', (each) => called.push(new URL(each.url()).pathname));
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Your session expired');
    expect(await storedSession(page)).toEqual(nothingStored);
    expect(called.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });

  test('a forbidden page: insufficient privileges, and no redirect loop', async ({ page, signedIn }) => {
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
    await test.step('logging in again opens the start page', async () => {
      await logInWith(page, accounts.client, password);
      await expect(overview(page).heading).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
    });
  });
});

test('logging out removes the session, Blinded Mode and the search', async ({ page, signedIn }) => {
  await signedIn('internal', { own: true });
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
  await test.step('pages redirect to the login page', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
  });
});
