import { accounts, password } from '../commands/accounts.ts';
import { fetchToken, signIn } from '../commands/api.ts';
import { controlIntervals, shiftDate, stopClock } from '../commands/clock.ts';
import { linkTo } from '../commands/dashboard.ts';
import { waitForQuiet } from '../commands/network.ts';
import {
  nothingStored,
  decodePayload,
  secondsFromNow,
  startWith,
  storageKeys,
  storedSession,
  withPayload,
} from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { openFiltersAt, pick } from '../pages/filter-panel.page.ts';
import { overview } from '../pages/overview.page.ts';
import { logInWith, publicPage } from '../pages/public.page.ts';
import { shell } from '../pages/shell.page.ts';

const minute = 60_000;

test.describe('expiry', () => {
  const warning = (page: Page) => shell(page).dialog('Your session is about to expire');
  const stay = (page: Page) => page.getByRole('button', { name: 'Stay signed in' });

  /** Milliseconds from now until `minutesLeft` minutes before the session expires. */
  const untilMinutesLeft = (token: string, minutesLeft: number) =>
    decodePayload(token).exp * 1000 - minutesLeft * minute - Date.now();

  test(
    'a warning appears two minutes before it; staying signed in gets a new token',
    { tag: mainStory },
    async ({ page, request }) => {
      const token = await fetchToken(request, 'client');
      const later = decodePayload(token).exp + 3600;
      // The page's clock is shifted, unlike the server's, so the new token must expire by the page's clock. The server
      // rejects the changed token, so requests carry the one that it issued.
      let issued = '';
      let fresh = '';
      await page.route('**/api/**', async (route, sent) => {
        const headers = sent.headers();
        const isFresh = fresh !== '' && headers.authorization === `Bearer ${fresh}`;
        await route.fallback(isFresh ? { headers: { ...headers, authorization: `Bearer ${issued}` } } : {});
      });
      await page.route('**/api/reset-auth-token', async (route) => {
        const response = await route.fetch();
        expect(response.status()).toBe(200);
        const answer = (await response.json()) as { token: string };
        issued = answer.token;
        fresh = withPayload(issued, { exp: later });
        await route.fulfill({ response, json: { ...answer, token: fresh, data: { token: fresh } } });
      });
      const runIntervals = await controlIntervals(page);
      await startWith(page, token);
      await test.step('there is no warning earlier', async () => {
        await shiftDate(page, untilMinutesLeft(token, 3));
        await page.goto('/');
        await expect(overview(page).heading).toBeVisible();
        await expect(warning(page)).toBeHidden();
      });
      await shiftDate(page, untilMinutesLeft(token, 2 + 4 / 60));
      await page.reload();
      await expect(warning(page)).toBeVisible();
      await expect(warning(page)).toContainText(/You will be logged out in (?:2:00|1:\d\d)/);
      await stay(page).click();
      await expect(warning(page)).toBeHidden();
      expect(decodePayload((await storedSession(page))[storageKeys.token] ?? '').exp).toBe(later);
      await test.step('nothing happens when the old token expires', async () => {
        await shiftDate(page, untilMinutesLeft(token, -5));
        await runIntervals();
        await shell(page).collapse.click();
        await expect(shell(page).expand).toBeVisible();
        await expect(overview(page).heading).toBeVisible();
        await expect(warning(page)).toBeHidden();
      });
    },
  );

  test('a dismissed warning: the session ends, and login returns to the page', async ({ page, request }) => {
    const link = linkTo({ clients: ['1'], relative: '-90d' });
    const token = await fetchToken(request, 'client');
    await startWith(page, token);
    await shiftDate(page, untilMinutesLeft(token, 1));
    await page.goto(link);
    await expect(warning(page)).toBeVisible();
    await expect(warning(page)).toContainText(/You will be logged out in (?:1:00|0:\d\d)/);
    await page.keyboard.press('Escape');
    await expect(warning(page)).toBeHidden();
    await expect(overview(page).heading).toBeVisible();
    await shiftDate(page, untilMinutesLeft(token, -0.1));
    await expect(page).toHaveURL('/login');
    await expect(publicPage(page).notice).toHaveText('Your session expired');
    expect(await storedSession(page)).toEqual(nothingStored);
    await test.step('login returns to the page', async () => {
      await shiftDate(page, 0);
      await logInWith(page, accounts.client, password);
      await expect(overview(page).heading).toBeVisible();
      expect(decodeURIComponent(page.url())).toContain(link);
    });
  });

  test('a computer that slept: the check every 60 seconds ends the session', async ({ page, request }) => {
    const token = await fetchToken(request, 'client');
    await page.clock.install();
    await startWith(page, token);
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    await stopClock(page);
    await test.step('the clock jumps without running timers', async () => {
      await page.clock.setSystemTime(decodePayload(token).exp * 1000 + 1_000);
      await expect(page).toHaveURL('/');
    });
    await page.clock.runFor(minute);
    await expect(page).toHaveURL('/login');
    // The page of the login loads late, and React shows it in its own time.
    await page.clock.resume();
    await expect(publicPage(page).notice).toHaveText('Your session expired');
  });
});

test.describe('two tabs', () => {
  test('log in and out together', { tag: mainStory }, async ({ page, context, signedIn }) => {
    await signedIn('client', { own: true });
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/');
    await expect(overview(other).heading).toBeVisible();
    // A request that is under way while the session ends is refused.
    for (const each of [page, other]) await waitForQuiet(each);
    await test.step('the first tab logs out', async () => {
      await shell(page).logOut.click();
      await expect(page).toHaveURL('/login');
      await expect(other).toHaveURL('/login');
      expect(await storedSession(other)).toEqual(nothingStored);
    });
    await test.step('the other tab logs in as another user', async () => {
      await logInWith(other, accounts.premium, password);
      await expect(overview(other).heading).toBeVisible();
      await expect(overview(page).heading).toBeVisible();
      await expect(shell(page).sidebar).toContainText('Primo Premium');
    });
  });
});

test.describe('error responses', () => {
  test.use({ allowedConsole: failedRequest(401, 403) });

  test('403: the error screen with status and message, and a link to the start page', async ({
    page,
    signedIn,
  }) => {
    await signedIn('client');
    await page.goto(linkTo({ clients: ['2'], relative: '-1y' }));
    const error = publicPage(page);
    await expect(error.heading).toHaveText('You do not have permission to access the requested resource!');
    await expect(page).toHaveURL(/\/error\?/);
    await expect(error.notice).toContainText('403 Forbidden');
    await expect(error.notice).toContainText('User does not have claim(s) for 2');
    await expect(page.getByText('Engagements with your content')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to Performance Overview' }).click();
    await expect(overview(page).heading).toBeVisible();
  });

  test('403 for a form: the form stays', async ({ page, signedIn }) => {
    await page.route('**/api/cms/companies/by-name-or-id-starting-with*', (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, message: 'Not for you.', code: 'forbidden', requestId: 'x' },
      }),
    );
    await signedIn('admin');
    const panel = await openFiltersAt(page);
    const address = page.url();
    await pick(page, 'Quality', '1');
    const refused = page.waitForResponse((response) => response.status() === 403);
    await panel.list('Clients').fill('Nor');
    await refused;
    await expect(panel.list('Clients')).toHaveValue('Nor');
    await expect(panel.chip('1')).toBeVisible();
    expect(page.url()).toBe(address);
  });

  test('401 during a session: an unexpected error with a logout button', async ({ page, request }) => {
    const token = await signIn(request, accounts.client);
    await startWith(page, withPayload(token, { exp: secondsFromNow(7200) }));
    await page.goto('/');
    const error = publicPage(page);
    await expect(error.heading).toHaveText('An unexpected error occurred');
    await expect(error.notice).toContainText('401 Unauthorized');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedSession(page)).toEqual(nothingStored);
  });
});

test.describe('the error screen', () => {
  const texts = {
    404: '404 Not Found',
    403: 'You do not have permission to access the requested resource!',
    500: 'An unexpected error occurred',
  };
  test('shows a text for each status, and the message as text', async ({ page }) => {
    const error = publicPage(page);
    for (const [code, text] of Object.entries(texts)) {
      const query = new URLSearchParams({
        statusCode: code,
        statusText: 'A status',
        message: '<img src=x onerror=alert(1)>',
      });
      await page.goto(`/error?${query}`);
      await expect(error.heading).toHaveText(text);
      await expect(error.notice).toContainText(`${code} A status`);
      await expect(error.notice).toContainText('<img src=x onerror=alert(1)>');
      await expect(error.notice.locator('img')).toHaveCount(0);
      await expect(shell(page).nav).toHaveCount(0);
    }
  });

  test('an unknown address shows 404 inside the shell, with a link to the start page', async ({
    page,
    signedIn,
  }) => {
    await signedIn('client');
    await page.goto('/no/such/page');
    await expect(shell(page).notFound).toBeVisible();
    await expect(shell(page).nav).toBeVisible();
    await page.getByRole('link', { name: 'Go to Performance Overview' }).click();
    await expect(overview(page).heading).toBeVisible();
  });
});

test.describe('uncaught errors', () => {
  test.use({ allowedConsole: /uncaught: (?:A slip|A broken promise)/ });

  test('are reported to the server once each and still appear on the console', async ({ page, signedIn }) => {
    await signedIn('client');
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    const reports: Record<string, string>[] = [];
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/log/error')) return;
      expect(response.status()).toBe(200);
      reports.push(response.request().postDataJSON() as Record<string, string>);
    });
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    await page.evaluate(() => {
      const slip = () => {
        throw new TypeError('A slip');
      };
      setTimeout(slip);
      setTimeout(slip, 50);
      void Promise.reject(new Error('A broken promise'));
    });
    await expect.poll(() => thrown.filter((message) => message === 'A slip')).toHaveLength(2);
    await expect
      .poll(() => new Set(reports.map((report) => report['eventInfo'])))
      .toEqual(new Set(['Error: A broken promise', 'TypeError: A slip']));
    await waitForQuiet(page);
    await expect.poll(() => reports).toHaveLength(2);
    const slip = reports.find((report) => report['eventInfo'] === 'TypeError: A slip');
    expect(slip).toMatchObject({ path: '/', userAgent: expect.stringContaining('Chrome') });
    expect(slip?.['stackTrace']).toContain('slip');
  });
});
