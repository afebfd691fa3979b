import type { Account } from '../commands/accounts.ts';
import { fetchToken } from '../commands/api.ts';
import { startWith } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { oneClient, overview, readFigures } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

const measureWidth = async (page: Page) => (await shell(page).sidebar.boundingBox())?.width ?? 0;

test.describe('the sidebar', () => {
  test(
    'is 17.857rem wide, collapses to 6.429rem, and keeps its state',
    { tag: mainStory },
    async ({ page, signedIn }) => {
      const { collapse, expand, nav, sidebar } = shell(page);
      await signedIn('internal');
      await page.goto(oneClient);
      await expect.poll(() => measureWidth(page)).toBeCloseTo(250, 1);
      await expect(nav.getByRole('link', { name: 'Performance Overview' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await collapse.click();
      await expect(expand).toHaveAttribute('aria-expanded', 'false');
      await expect.poll(() => measureWidth(page)).toBeCloseTo(90, 1);
      await test.step('collapsed, its links keep their names', async () => {
        await expect(nav.getByRole('link', { name: 'Performance Overview' })).toBeVisible();
        await expect(sidebar.getByRole('button', { name: 'Log out' })).toBeVisible();
      });
      await page.reload();
      await expect.poll(() => measureWidth(page)).toBeCloseTo(90, 1);
      await expand.click();
      await expect.poll(() => measureWidth(page)).toBeCloseTo(250, 1);
    },
  );

  test('ends the analytics group with the activity reports, which another area adds', async ({
    page,
    signedIn,
  }) => {
    await signedIn('client');
    await page.goto('/no-page');
    const analytics = shell(page).nav.getByRole('region', { name: 'Analytics', exact: true });
    await expect(analytics.getByRole('link')).toHaveText([
      'Performance Overview',
      'Engagements Search',
      'Content Overview',
      'Reader Dashboard',
      'Company Dashboard',
      'Most Active Companies',
      'Most Active Readers',
      'Activity Reports',
    ]);
  });

  test('is a closed drawer below 768 px', async ({ page, signedIn }) => {
    const { sidebar, openMenu, drawer } = shell(page);
    await page.setViewportSize({ width: 767, height: 900 });
    await signedIn('internal');
    await page.goto(oneClient);
    await expect(overview(page).heading).toBeVisible();
    await expect(sidebar).toHaveCount(0);
    await expect(drawer).toHaveCount(0);
    await openMenu.click();
    await expect(drawer).toBeVisible();
    await expect(drawer.getByText('Inga Internal')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Log out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(openMenu).toBeFocused();
    await test.step('following a link closes it', async () => {
      await openMenu.click();
      await drawer.getByRole('link', { name: 'Performance Overview' }).click();
      await expect(drawer).toHaveCount(0);
    });
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(sidebar).toBeVisible();
  });

  test('shows the name, with initials in the color of the role', async ({ page, signedIn }) => {
    const { sidebar, avatar } = shell(page);
    await signedIn('reviewer');
    await page.goto('/no-page');
    await expect(sidebar).toContainText('Renée Größer');
    await expect(avatar).toHaveText('RG');
    await expect(avatar).toHaveAttribute('data-tone', 'primary');
  });
});

test.describe('the top bar', () => {
  const offers: [Account, string[]][] = [
    [
      'internal',
      [
        'Manage Users',
        'Onboarding Dashboard',
        'Review Activities',
        'Area Health',
        'Operations',
        'Blinded Mode',
        'Developer Panel',
      ],
    ],
    [
      'admin',
      [
        'Manage Users',
        'Onboarding Dashboard',
        'Review Activities',
        'Audit Log',
        'Personal Data',
        'Area Health',
        'Operations',
        'Log in as…',
        'Blinded Mode',
        'Developer Panel',
      ],
    ],
  ];
  for (const [account, entries] of offers) {
    test(`offers ${account} what the role permits`, { tag: mainStory }, async ({ page, signedIn }) => {
      const { adminMenu } = shell(page);
      await signedIn(account);
      await page.goto(oneClient);
      await adminMenu.click();
      const items = page.getByRole('menu').locator('[role^="menuitem"]');
      await expect(items).toHaveText(entries);
    });
  }

  test('shows clients no admin menu, but help in a new tab', async ({ page, signedIn }) => {
    const { adminMenu, help } = shell(page);
    await signedIn('client');
    await page.goto('/');
    await expect(help).toBeVisible();
    await expect(adminMenu).toHaveCount(0);
    await expect(help).toHaveAttribute('href', /^https?:\/\//);
    await expect(help).toHaveAttribute('target', '_blank');
    await expect(help).toHaveAttribute('rel', /noreferrer|noopener/);
  });

  test('changes the color mode: a selected mode is kept, otherwise it follows the system', async ({
    page,
    signedIn,
  }) => {
    const { colorMode } = shell(page);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const choose = async (name: string) => {
      await colorMode.click();
      await page.getByRole('menuitemcheckbox', { name }).click();
      await page.keyboard.press('Escape');
    };
    await page.emulateMedia({ colorScheme: 'light' });
    await signedIn('client');
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    const light = await background();
    await choose('Dark');
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await expect(overview(page).heading).toBeVisible();
    expect(await background()).toBe(dark);
    await choose('System');
    await expect.poll(background).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).toBe(dark);
  });
});

test.describe('keyboard and screen readers', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('the first tab stop skips to the content', async ({ page, signedIn }) => {
    await signedIn('client');
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    await page.keyboard.press('Tab');
    const { skipLink } = shell(page);
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(
      true,
    );
  });

  test('a new page updates the title and takes the focus', async ({ page, signedIn }) => {
    await signedIn('client');
    await page.goto('/nowhere');
    await expect(page).toHaveTitle('404 Not Found · Readerlens');
    await page.getByRole('link', { name: 'Go to Performance Overview' }).click();
    await expect(page).toHaveTitle('Performance Overview · Readerlens');
    await expect(overview(page).heading).toBeFocused();
    await expect(
      page.locator('[aria-live="polite"]').filter({ hasText: 'Performance Overview' }),
    ).toHaveCount(1);
    await page.goBack();
    await expect(page).toHaveTitle('404 Not Found · Readerlens');
  });
});

test('a progress bar shows while requests are in flight', async ({ page, signedIn }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/dashboards/answers', async (route) => {
    await released;
    await route.continue();
  });
  await signedIn('client');
  await page.goto('/');
  const { progress } = shell(page);
  await expect(progress).toBeVisible();
  release();
  await expect(progress).toHaveCount(0);
});

test.describe('new users', () => {
  test('the tour is offered once, shows its steps and ends', async ({ page, request }) => {
    await startWith(page, await fetchToken(request, 'client'), { tour: true });
    await page.goto('/');
    await readFigures(page);
    const offer = page.getByRole('region', { name: 'Product tour' });
    await offer.getByRole('button', { name: 'Start' }).click();
    for (const step of ['Step 1 of 3', 'Step 2 of 3', 'Step 3 of 3']) {
      const card = page.getByRole('dialog').filter({ hasText: step });
      await expect(card).toBeFocused();
      await card.getByRole('button', { name: /Next|Done/ }).click();
    }
    await expect(page.getByText(/Step \d of 3/)).toHaveCount(0);
    await page.reload();
    await readFigures(page);
    await expect(page.getByRole('button', { name: 'Support' })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });

  test('support appears two seconds after login and opens the mail app with a message', async ({
    page,
    signedIn,
  }) => {
    await page.clock.install();
    await signedIn('client');
    await page.goto('/');
    await expect(overview(page).heading).toBeVisible();
    const launcher = page.getByRole('button', { name: 'Support' });
    await page.clock.runFor(2_000);
    await launcher.click();
    const panel = page.getByRole('dialog', { name: 'Support' });
    await expect(panel.getByRole('link', { name: '555-0100' })).toBeVisible();
    await panel.getByRole('textbox', { name: 'Your message' }).fill('Where are my exports?');
    await expect(panel.getByRole('link', { name: 'Write email' })).toHaveAttribute(
      'href',
      /^mailto:support@example\.com\?.*Where/,
    );
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(launcher).toBeFocused();
  });
});
