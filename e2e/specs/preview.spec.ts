import { accounts, clients, password } from '../commands/accounts.ts';
import { violations } from '../commands/axe.ts';
import { shiftDate } from '../commands/clock.ts';
import { linkTo } from '../commands/dashboard.ts';
import { secondsFromNow } from '../commands/session.ts';
import { respondWith, stagedHeading, startStage } from '../commands/stage.ts';
import type { Stage } from '../commands/stage.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { overview } from '../pages/overview.page.ts';
import { logInWith } from '../pages/public.page.ts';
import { logInAs, shell } from '../pages/shell.page.ts';

// The tests run one after another, because they share a staging server with one port.
test.describe.configure({ mode: 'default' });
let stage: Stage;

test.beforeAll(async ({ baseURL }) => {
  stage = await startStage(baseURL!);
});
test.afterEach(() => stage.setFault(undefined));
test.afterAll(() => stage.close());

const staged = (page: Page) => shell(page).heading(stagedHeading);
const previewBanner = (page: Page) => shell(page).banner('Preview of Analytics, version staged-1, until ');
const endPreview = (page: Page) => page.getByRole('button', { name: 'End preview' });
const expectDeployedVersion = async (page: Page) => {
  await expect(overview(page).heading).toBeVisible();
  await expect(staged(page)).toHaveCount(0);
};

test(
  'a staged version from another origin, for this tab, until it is ended',
  { tag: mainStory },
  async ({ page, context, signedIn }) => {
    const client = linkTo({ clients: [clients.aurelis.id], relative: '-90d' }).slice(1);
    await signedIn('client');
    await page.goto(`${stage.link()}&${client.slice(1)}#top`);
    await expect(staged(page)).toBeVisible();
    await expect(previewBanner(page)).toHaveText(/until (\w+ \d+, )?\d\d:\d\dEnd preview$/);
    expect(await violations(page)).toEqual([]);
    await test.step('the token is removed from the URL, the rest is kept', async () => {
      expect(page.url()).not.toContain('preview');
      expect(decodeURIComponent(page.url())).toContain(`Clients:${clients.aurelis.id}`);
      expect(new URL(page.url()).hash).toBe('#top');
    });
    await test.step('it survives a reload', async () => {
      await page.reload();
      await expect(staged(page)).toBeVisible();
      await expect(previewBanner(page)).toBeVisible();
    });
    await test.step('it is neither in other tabs nor in the stored registry', async () => {
      const other = await context.newPage();
      await other.goto('/');
      await expectDeployedVersion(other);
      await expect(previewBanner(other)).toHaveCount(0);
      const stored = await other.evaluate(() => localStorage.getItem('readerlens.registry') ?? '');
      expect(stored).toContain('"analytics"');
      expect(stored).not.toContain('staged-1');
      await other.close();
    });
    await endPreview(page).click();
    await expectDeployedVersion(page);
    await expect(previewBanner(page)).toHaveCount(0);
  },
);

test('it starts after login and continues for the next user', async ({ page }) => {
  await page.goto(stage.link());
  await expect(page).toHaveURL('/login');
  await logInWith(page, accounts.client, password);
  await expect(staged(page)).toBeVisible();
  await shell(page).logOut.click();
  await expect(page).toHaveURL('/login');
  await expect(previewBanner(page)).toHaveCount(0);
  await logInWith(page, accounts.premium, password);
  await expect(staged(page)).toBeVisible();
});

test.describe('a preview that cannot be shown: the deployed version, and the reason', () => {
  // The browser logs the failures that these tests cause.
  test.use({ allowedConsole: /.*/ });

  interface Refusal {
    name: string;
    reason: string;
    link?: () => string;
    fault?: () => void;
  }
  const refusals: Refusal[] = [
    {
      name: 'forged',
      reason: 'This preview link is not valid.',
      link: () => stage.link({}, 'another secret that the server does not have'),
    },
    {
      name: 'tampered with',
      reason: 'It was changed after the link was created.',
      fault: () =>
        stage.setFault(
          respondWith(/area\.json/, 200, stage.description.replace('remoteEntry', 'otherEntry')),
        ),
    },
  ];

  for (const { name, reason, link, fault } of refusals) {
    test(name, async ({ page, signedIn }) => {
      fault?.();
      await signedIn('client');
      await page.goto(link?.() ?? stage.link());
      await expect(shell(page).banner(`The preview cannot be shown. ${reason}`)).toBeVisible();
      await expectDeployedVersion(page);
      await endPreview(page).click();
      await expect(shell(page).banner('The preview cannot be shown.')).toHaveCount(0);
      await page.reload();
      await expectDeployedVersion(page);
      await expect(shell(page).banner('The preview cannot be shown.')).toHaveCount(0);
    });
  }

  test('hanging: an error after 15 seconds, and a retry shows it', async ({ page, signedIn }) => {
    stage.setFault((file) => file === 'area.json');
    await page.clock.install();
    await signedIn('client');
    await page.goto(stage.link(), { waitUntil: 'commit' });
    await expect(page.getByRole('status', { name: 'Loading the preview' })).toBeVisible();
    await expect(overview(page).heading).toHaveCount(0);
    await page.clock.fastForward(16_000);
    await expect(
      shell(page).banner('The preview cannot be shown. It took longer than 15 seconds.'),
    ).toBeVisible();
    await expectDeployedVersion(page);
    stage.setFault(undefined);
    await shell(page).banner('The preview').getByRole('button', { name: 'Try again' }).click();
    await expect(staged(page)).toBeVisible();
  });
});

test.describe('files', () => {
  test.use({ allowedConsole: /.*/ });

  test('a file that differs from the signed one is blocked, without a fallback', async ({
    page,
    signedIn,
  }) => {
    stage.setFault(respondWith(/^area\..*\.js$/, 200, 'window.tampered = true;'));
    await signedIn('client');
    await page.goto(stage.link());
    await expect(page.getByRole('alert').filter({ hasText: 'Analytics is not available' })).toBeVisible();
    await expect(previewBanner(page)).toBeVisible();
    await expect(overview(page).heading).toHaveCount(0);
    await expect(staged(page)).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, 'tampered') as unknown)).toBeUndefined();
    await endPreview(page).click();
    await expectDeployedVersion(page);
  });
});

test('it expires', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto(stage.link({ exp: secondsFromNow(600) }));
  await expect(staged(page)).toBeVisible();
  await shiftDate(page, 601_000);
  await expect(shell(page).toast('The preview of Analytics has ended.')).toBeVisible();
  await expectDeployedVersion(page);
});

test('impersonation ends it and allows no previews', async ({ page, signedIn }) => {
  await signedIn('admin');
  await page.goto(`${stage.link()}&f=Clients:${clients.aurelis.id};RelativeDateRange:-90d`);
  await expect(staged(page)).toBeVisible();
  await logInAs(page, 'Clio');
  await expect(
    shell(page).toast('The preview has ended: previews are not available while you act as another user.'),
  ).toBeVisible();
  await expect(shell(page).banner('You are logged in as Clio Client')).toBeVisible();
  await expectDeployedVersion(page);
  await expect(previewBanner(page)).toHaveCount(0);
  await test.step('a link is rejected', async () => {
    await page.goto(stage.link());
    await expect(
      shell(page).banner('Previews are not available while you act as another user.'),
    ).toBeVisible();
    await expectDeployedVersion(page);
    await page.reload();
    await expectDeployedVersion(page);
    await expect(shell(page).banner('Previews are not available')).toHaveCount(0);
  });
});
