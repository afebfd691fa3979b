import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { fetchToken } from '../commands/api.ts';
import { linkTo } from '../commands/dashboard.ts';
import { findActivities, searchLink } from '../commands/search.ts';
import { recordResponses, readableText, secretsOfActivities, leakedSecrets } from '../commands/secrets.ts';
import { decodePayload } from '../commands/session.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { openAccount } from '../pages/account.page.ts';
import { openFilters } from '../pages/filter-panel.page.ts';
import { waitForList } from '../pages/review.page.ts';
import { downloadFile, waitForResults, searchPage } from '../pages/search.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';
import { openUsers, usersPage } from '../pages/users.page.ts';

const search = { clients: [clients.aurelis.id], relative: '-30d', types: ['CustomerRequest'] };

const readContent = async (file: Download): Promise<string> =>
  `${file.suggestedFilename()}\n${await readableText(await readFile(await file.path()))}`;

/** Opens details and specifics of the first activities in Engagements Search, sorts and searches. */
const visitSearch = async (page: Page) => {
  const { rows, details, detail, box, headers } = searchPage(page);
  await page.goto(searchLink(search));
  await waitForResults(page);
  for (const index of [0, 1, 2]) {
    await details(rows.nth(index)).click();
    await expect(detail.nth(index)).toContainText('In the last 6 months');
  }
  await rows
    .first()
    .getByRole('button', { name: /^Specifics of / })
    .click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await headers.filter({ hasText: 'Reader Name' }).getByRole('button').click();
  await waitForResults(page);
  await box.fill('Reader 1');
  await box.press('Enter');
  await waitForResults(page);
};

/** Opens the filter panel and loads options. */
const visitFilters = async (page: Page) => {
  await page.goto(linkTo(search));
  const { list, close } = await openFilters(page);
  for (const field of ['Newsletter', 'Reader Orgs']) {
    await list(field).fill('n');
    await page.getByRole('listbox', { name: field }).getByRole('option').first().waitFor();
    await list(field).press('Escape');
  }
  await close.click();
};

const files = async (page: Page): Promise<string[]> => {
  const { rows } = searchPage(page);
  await page.goto(searchLink(search));
  await waitForResults(page);
  const all = [
    await downloadFile(page, 'Individual Activities (xlsx)'),
    await downloadFile(page, 'Aggregated Subsequent Rows (xlsx)'),
    await downloadFile(page, 'Individual Activities (csv)'),
  ];
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
  const selected = [
    await downloadFile(page, 'Individual Activities (xlsx)'),
    await downloadFile(page, 'Individual Activities (pdf)'),
  ];
  return Promise.all([...all, ...selected].map(readContent));
};

/** Shares an activity. Returns the text of the sent mail and its attachments. */
const share = async (page: Page, activity: string): Promise<string[]> => {
  await page.goto(`/individual-activity/search/-/${activity}`);
  await page.getByRole('button', { name: 'Share by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share activity' });
  const subject = `Blinded ${activity} ${randomUUID()}`;
  await dialog.getByRole('textbox', { name: 'Name of recipient 1' }).fill('A colleague');
  await dialog.getByRole('textbox', { name: 'Email of recipient 1' }).fill('colleague@other.example');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Please have a look.');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog).toContainText('Activity Report.pdf');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-severity]')).toContainText('Report shared successfully');
  const outbox = await (await page.request.get('/dev/outbox')).text();
  const mail = new RegExp(`href="(/dev/outbox/\\d+)">${subject}`).exec(outbox)?.[1];
  expect(mail).toBeDefined();
  const html = await (await page.request.get(mail ?? '')).text();
  const attachments = [...html.matchAll(/href="(\/dev\/outbox\/\d+\/attachments\/\d+)"/g)];
  expect(attachments).toHaveLength(2);
  const contents = attachments.map(async ([, address = '']) =>
    readableText(await (await page.request.get(address)).body()),
  );
  return [html, ...(await Promise.all(contents))];
};

test.describe('in Blinded Mode', () => {
  test(
    'no response, page, file or mail contains the name of a reader or client',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const { items } = await findActivities(request, 'internal', search, { size: 100 });
      const secrets = await secretsOfActivities(request, items);
      expect(secrets.size).toBeGreaterThan(200);
      const activity = items.find(({ hasSpecifics }) => hasSpecifics)?.qualifiedId ?? '';

      await signedIn('internal');
      await page.goto('/no-page');
      await toggleBlinded(page);
      const { recorded } = recordResponses(page);
      const outputs: { from: string; text: string }[] = [];
      const recordPage = async (from: string) => outputs.push({ from, text: await page.content() });

      await test.step('dashboard and filters', async () => {
        await visitFilters(page);
        await recordPage('dashboard');
      });
      await test.step('search, details, specifics', async () => {
        await visitSearch(page);
        await recordPage('search');
      });
      await test.step('exports', async () => {
        for (const [index, text] of (await files(page)).entries())
          outputs.push({ from: `file ${index}`, text });
      });
      await test.step('one activity, shared', async () => {
        for (const text of await share(page, activity)) outputs.push({ from: 'mail', text });
        await recordPage('activity');
      });
      await test.step('review', async () => {
        await page.goto('/review-activities');
        await waitForList(page);
        await recordPage('review');
      });
      await test.step('users and an account', async () => {
        await openUsers(page);
        await expect(usersPage(page).rows.first()).toBeVisible();
        await recordPage('users');
        await openAccount(page, decodePayload(await fetchToken(request, 'client')).sub);
        await recordPage('account');
      });

      const everything = [...outputs, ...(await recorded())];
      expect(everything.length).toBeGreaterThan(25);
      const leaks = everything.flatMap(({ from, text }) =>
        leakedSecrets(text, secrets).map((secret) => `${from}: ${secret}`),
      );
      expect(leaks).toEqual([]);
    },
  );

  test('without it, the same check finds the secrets', async ({ page, request, signedIn }) => {
    const { items } = await findActivities(request, 'internal', search, { size: 50 });
    const secrets = await secretsOfActivities(request, items);
    await signedIn('internal');
    const { recorded } = recordResponses(page);
    await page.goto(searchLink(search));
    await waitForResults(page);
    const texts = [
      ...(await recorded()).map(({ text }) => text),
      await readContent(await downloadFile(page, 'Individual Activities (xlsx)')),
      await readContent(await downloadFile(page, 'Individual Activities (csv)')),
    ];
    for (const text of texts.filter((one) => one.length > 5_000))
      expect(leakedSecrets(text, secrets).length).toBeGreaterThan(20);
  });

  test.describe('a hidden name', () => {
    test.use({ allowedConsole: failedRequest(400) });

    test('cannot be searched for', async ({ request, page, signedIn }) => {
      const { items } = await findActivities(request, 'internal', search);
      const name = items.find(({ fullName }) => fullName)?.fullName ?? '';
      await signedIn('internal');
      await page.goto('/no-page');
      await toggleBlinded(page);
      await page.goto(`${searchLink(search)}&query=${encodeURIComponent(name)}`);
      await expect(searchPage(page).empty).toBeVisible();
    });
  });
});
