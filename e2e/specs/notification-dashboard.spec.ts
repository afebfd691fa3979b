import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { accounts, clients } from '../commands/accounts.ts';
import type { Account } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { searchLink } from '../commands/search.ts';
import { leakedSecrets, longEnough, readableText, recordResponses } from '../commands/secrets.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { notificationsPage, openNotifications, openRun, runPage } from '../pages/notifications.page.ts';
import { openPalette, palette } from '../pages/palette.page.ts';
import { publicPage } from '../pages/public.page.ts';
import { shell, toggleBlinded } from '../pages/shell.page.ts';

const warmingUp = 'Accounts that are warming up';
const requests = 'Requests of the week';
const customerRequests = 'New customer requests';

test.describe('the Notification Dashboard', () => {
  // The only test that marks the runs of this account.
  test(
    'marks runs as read and unread, and the sidebar follows',
    { tag: mainStory },
    async ({ page, signedIn }) => {
      const { entry, unreadOnly, runs, checkbox, action, count } = notificationsPage(page);
      await signedIn('sysadmin');
      await openNotifications(page);
      const before = Number(/\d+/.exec((await entry.textContent()) ?? '')?.[0]);
      expect(before).toBeGreaterThan(1);
      await expect(count).toContainText(`${before} unread`);

      await test.step('unread runs only', async () => {
        await unreadOnly.click();
        await expect(runs).toHaveCount(before);
        await expect(page).toHaveURL('/notifications/dashboard?unread=1');
      });
      await test.step('as read', async () => {
        await checkbox(0).check();
        await action('Mark read').click();
        await expect(runs).toHaveCount(before - 1);
        await expect(entry).toContainText(String(before - 1));
      });
      await test.step('as unread again', async () => {
        await unreadOnly.click();
        await expect(unreadOnly).not.toBeChecked();
        await expect(page).toHaveURL('/notifications/dashboard');
        await expect(runs).not.toHaveCount(before - 1);
        await checkbox(0).check();
        await action('Mark unread').click();
        await expect(count).toContainText(`${before} unread`);
        await expect(entry).toContainText(String(before));
      });
    },
  );

  test('finds runs by name, also those that found nothing', async ({ page, signedIn }) => {
    const { search, quiet, run, count, empty } = notificationsPage(page);
    await signedIn('internal');
    await openNotifications(page);
    await search.fill('WEBINAR');
    await expect(page).toHaveURL('/notifications/dashboard?query=WEBINAR');
    await expect(run('new customer requests')).toHaveCount(0);
    await expect(run('Webinar registrations').first()).toBeVisible();
    const found = Number.parseInt((await count.textContent()) ?? '', 10);
    await quiet.click();
    await expect(run('Nothing matched.').first()).toBeVisible();
    const withQuiet = Number.parseInt((await count.textContent()) ?? '', 10);
    expect(withQuiet).toBeGreaterThan(found);
    await search.fill('no such alert');
    await expect(empty).toBeVisible();
  });

  test('is not for people without the permission', async ({ page, signedIn }) => {
    await signedIn('reviewer');
    await page.goto('/no-page');
    await expect(shell(page).notFound).toBeVisible();
    await expect(notificationsPage(page).entry).toHaveCount(0);
    await page.goto('/notifications/dashboard');
    await expect(page).toHaveURL('/login');
  });
});

test.describe('the page of a run', () => {
  test('explains why organizations were reported', { tag: mainStory }, async ({ page, signedIn }) => {
    const { heading, facts, why, tool, parameters, back } = runPage(page);
    await signedIn('internal');
    await openRun(page, warmingUp);
    await expect(heading(warmingUp)).toBeVisible();
    await expect(facts).toContainText('Europe/Berlin');
    await expect(facts.getByRole('list', { name: 'Filters of this run' })).toContainText(
      `Clients is any of ${clients.aurelis.name}`,
    );
    const first = why.getByRole('row').nth(1);
    await expect(first).toContainText('Reported');
    await expect(first).toContainText(/% more than the [\d.,]+ expected/);
    await expect(first.getByRole('link')).toHaveAttribute('href', /^\/analytics\/reader-co-dashboard\//);

    await test.step('with the parameters of the alert', async () => {
      await tool('Notification Parameters').click();
      await expect(parameters).toContainText('Weekly on Monday at 06:00 (Europe/Berlin)');
      await expect(parameters.getByRole('row', { name: /Clients/ })).toContainText(clients.aurelis.name);
      await page.keyboard.press('Escape');
      await expect(parameters).toHaveCount(0);
    });
    await test.step('and leads back to the list as it was', async () => {
      await back.click();
      await expect(page).toHaveURL(`/notifications/dashboard?query=${encodeURIComponent(warmingUp)}`);
    });
  });

  test('leads to the activities that it reports, and has them as a file', async ({ page, signedIn }) => {
    const { heading, activities, tool } = runPage(page);
    await signedIn('client');
    await openRun(page, requests);
    await expect(heading(requests)).toBeVisible();
    const download = page.waitForEvent('download');
    await tool('Download').click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await activities.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/individual-activity\//);
    await page.getByRole('link', { name: 'BACK TO RESULT' }).click();
    await expect(heading(requests)).toBeVisible();
  });

  test.describe('of someone else', () => {
    test.use({ allowedConsole: failedRequest(404) });

    test('is not found', async ({ page, request, signedIn }) => {
      const { items } = await callAs<{ items: { id: string; notificationId: string }[] }>(
        request,
        'client',
        'POST',
        '/api/notification-dashboard',
        { query: requests },
      );
      await signedIn('admin');
      await page.goto(`/notifications/dashboard/${items[0]!.notificationId}/${items[0]!.id}`);
      await expect(runPage(page).notFound).toBeVisible();
    });
  });
});

interface FoundRun {
  id: string;
  companies: string[];
  entities: { name: string }[];
  activities: { fullName: string | null; company: string | null }[];
}

/** The names in the latest run that an account received for a search text. */
const namesInRun = async (request: APIRequestContext, account: Account, query: string): Promise<string[]> => {
  const path = '/api/notification-dashboard';
  const { items } = await callAs<{ items: FoundRun[] }>(request, account, 'POST', path, { query });
  const run = await callAs<FoundRun>(request, account, 'GET', `${path}/${items[0]!.id}`);
  return [
    ...run.companies,
    ...run.entities.map(({ name }) => name),
    ...run.activities.flatMap(({ fullName, company }) => [fullName, company]),
  ].filter(longEnough);
};

test('in Blinded Mode no response, page or file names a reader, an organization or a client', async ({
  page,
  request,
  signedIn,
}) => {
  const names = [warmingUp, customerRequests].map((query) => namesInRun(request, 'internal', query));
  const secrets = new Set((await Promise.all(names)).flat());
  expect(secrets.size).toBeGreaterThan(5);
  await signedIn('internal');
  const addresses: string[] = [];
  for (const name of [warmingUp, customerRequests]) {
    await openRun(page, name);
    addresses.push(page.url());
  }
  await page.goto('/no-page');
  await toggleBlinded(page);
  const { recorded } = recordResponses(page);
  const texts: { from: string; text: string }[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(runPage(page).facts).toBeVisible();
    texts.push({ from: 'run', text: await page.content() });
    const [file] = await Promise.all([page.waitForEvent('download'), runPage(page).tool('Download').click()]);
    const content = await readFile(await file.path());
    texts.push({ from: 'file', text: `${file.suggestedFilename()} ${await readableText(content)}` });
    await runPage(page).tool('Notification Parameters').click();
    await expect(runPage(page).parameters.getByRole('table')).toBeVisible();
    texts.push({ from: 'parameters', text: await page.content() });
  }
  for (const name of [warmingUp, customerRequests])
    expect(texts.filter(({ text }) => text.includes(name))).toEqual([]);
  const leaks = [...texts, ...(await recorded())].flatMap(({ from, text }) =>
    leakedSecrets(text, secrets).map((secret) => `${from}: ${secret}`),
  );
  expect(leaks).toEqual([]);
});

test('a link in an email ends the emails of the alert, after a question', async ({ page, request }) => {
  const { heading, success } = publicPage(page);
  const { items } = await callAs<{ items: { id: string }[] }>(
    request,
    'sysadmin',
    'POST',
    '/api/notifications/search',
    { query: 'fell silent' },
  );
  const mail = await callAs<{ text: string }>(
    request,
    'sysadmin',
    'GET',
    `/api/notification-mail/${items[0]!.id}/preview`,
  );
  const link = new URL(/\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? '').pathname;
  await page.goto(link);
  await expect(heading).toHaveText('Unsubscribe');
  await expect(page.getByRole('main')).toContainText(
    `Emails of the alert Accounts that fell silent to ${accounts.sysadmin}`,
  );
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(success).toContainText('You are unsubscribed.');
  await page.reload();
  await expect(success).toContainText('You are already unsubscribed.');
});

test('an alert can be created from a search and found in the command palette', async ({ page, signedIn }) => {
  const { option } = palette(page);
  await signedIn('admin');
  await page.goto(searchLink({ clients: [clients.aurelis.id], relative: '-90d' }));
  await page.getByRole('link', { name: 'Create alert' }).click();
  await expect(page).toHaveURL(`/notification/new/1?f=Clients:${clients.aurelis.id};RelativeDateRange:-90d`);
  await expect(page.getByRole('heading', { level: 1, name: 'Create Alert' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('fell silent');
  await option(/^Accounts that fell silent/, 'Alerts').click();
  await expect(page).toHaveURL(/\/notification\/[\da-f-]{36}\/\d$/);
});

test.describe('axe finds nothing', () => {
  // Links of which nothing exists.
  test.use({ allowedConsole: failedRequest(400, 404) });

  test('in the Notification Dashboard and its runs', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    const { runs, checkbox, action, empty } = notificationsPage(page);
    const { why, activities, tool, parameters, notFound } = runPage(page);
    await signedIn('admin');
    await state('the list', runs.first(), () => openNotifications(page, '?quiet=1'));
    await state('a selected run', action('Mark read'), () => checkbox(0).check());
    await state('nothing found', empty, () => openNotifications(page, '?query=no+such+alert'));
    await state('a change', why, () => openRun(page, warmingUp));
    await state('the parameters', parameters.getByRole('table'), () =>
      tool('Notification Parameters').click(),
    );
    await state('activities', activities, () => openRun(page, customerRequests));
    await state('no run', notFound, () => page.goto('/notifications/dashboard/none/none'));
    await state('an invalid link to unsubscribe', publicPage(page).heading, () =>
      page.goto('/unsubscribe/not-a-token'),
    );
  });
});
