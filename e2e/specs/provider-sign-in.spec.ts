import type { TestProvider } from '@readerlens/api/sign-in/testing';
import { accounts } from '../commands/accounts.ts';
import { startProvider } from '../commands/identity-provider.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { storedSession } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { overview } from '../pages/overview.page.ts';
import { atProvider, publicPage } from '../pages/public.page.ts';

// One provider serves all of these tests.
test.describe.configure({ mode: 'serial' });

let provider: TestProvider;
test.beforeAll(async ({ baseURL }) => {
  provider = await startProvider(baseURL ?? '');
});
test.afterAll(() => provider.close());

test(
  'signs in at the provider and opens the page that was asked for',
  { tag: mainStory },
  async ({ page }) => {
    const link = '/?f=Clients:1;RelativeDateRange:-90d&view=documents';
    await page.goto(link);
    await expect(page).toHaveURL('/login');
    await publicPage(page).byProvider.click();
    await atProvider(page, 'client');
    await expect(overview(page).heading).toBeVisible();
    expect(decodeURIComponent(page.url())).toContain('f=Clients:1;RelativeDateRange:-90d');
    await expect(overview(page).view('Documents')).toBeChecked();
    const token = String((await storedSession(page))['jwt_token']);
    const session = await page.request.get('/api/session', { headers: { authorization: `Bearer ${token}` } });
    expect(await session.json()).toMatchObject({ data: { email: accounts.client } });
    await test.step('the history does not lead back to the sign-in', async () => {
      await page.goBack();
      await expect(page).not.toHaveURL(/provider/);
    });
  },
);

test('says why a sign-in was refused, and lets another one begin', async ({ page }) => {
  const { byProvider, notice } = publicPage(page);
  await page.goto('/login');
  await byProvider.click();
  await atProvider(page, 'stranger');
  await expect(notice).toHaveText(
    'There is no account for you. Please ask your contact person for an invitation.',
  );
  await expect(page).toHaveURL('/login?refused=account');
  expect((await storedSession(page))['jwt_token']).toBeNull();
  await test.step('a person who cancels at the provider', async () => {
    await page.context().clearCookies({ domain: 'localhost' });
    await byProvider.click();
    await atProvider(page, '');
    await expect(notice).toHaveText('The sign-in was cancelled.');
  });
});

test.describe('a sign-in that has ended', () => {
  test.use({ allowedConsole: failedRequest(401) });

  test('leads to the login page', async ({ page }) => {
    await page.goto('/login/provider');
    await expect(publicPage(page).notice).toHaveText('This sign-in has ended. Please sign in again.');
    await expect(page).toHaveURL('/login');
  });
});

/** Makes the page believe that passwords are turned off. */
const withoutPasswords = (page: Page) =>
  page.route('**/{login,register/*}*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('&quot;password&quot;:true', '&quot;password&quot;:false');
    await route.fulfill({ response, body });
  });

test('axe finds nothing in a refused sign-in, and with only the provider', async ({ page }) => {
  const state = statesInBothSizes(page);
  const { byProvider, email, help, notice } = publicPage(page);
  await state('refused', notice, async () => {
    await page.goto('/login?refused=untrusted');
    await expect(byProvider).toBeVisible();
  });
  await withoutPasswords(page);
  await state('only the provider', byProvider, async () => {
    await page.goto('/login');
    await expect(byProvider).toBeVisible();
    await expect(email).toHaveCount(0);
  });
  await state('only the provider, with help', page.getByText(/^Phone:/), () => help.click());
});
