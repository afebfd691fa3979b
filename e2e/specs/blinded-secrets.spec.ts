import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { linkTo } from '../commands/dashboard.ts';
import { findActivities, searchLink } from '../commands/search.ts';
import { overhear, readable, secretsBehind, secretsIn } from '../commands/secrets.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { listed } from '../pages/review.page.ts';
import { downloadOf, found, searchPage } from '../pages/search.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const search = { clients: [clients.aurelis.id], relative: '-30d', types: ['CustomerRequest'] };

const contentOf = async (file: Download): Promise<string> =>
  `${file.suggestedFilename()}\n${await readable(await readFile(await file.path()))}`;

/** Looks at everything that Engagements Search shows of its first activities. */
const walkSearch = async (page: Page) => {
  const { rows, details, detail, box, headers } = searchPage(page);
  await page.goto(searchLink(search));
  await found(page);
  for (const at of [0, 1, 2]) {
    await details(rows.nth(at)).click();
    await expect(detail.nth(at)).toContainText('In the last 6 months');
  }
  await rows
    .first()
    .getByRole('button', { name: /^Specifics of / })
    .click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await headers.filter({ hasText: 'Reader Name' }).getByRole('button').click();
  await found(page);
  await box.fill('Reader 1');
  await box.press('Enter');
  await found(page);
};

/** Opens the filter panel and asks for options. */
const walkFilters = async (page: Page) => {
  await page.goto(linkTo(search));
  await page.getByRole('button', { name: /^Filters/ }).click();
  const { panel, list, close } = filterPanel(page);
  await panel.waitFor();
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
  await found(page);
  const all = [
    await downloadOf(page, 'Individual Activities (xlsx)'),
    await downloadOf(page, 'Aggregated Subsequent Rows (xlsx)'),
    await downloadOf(page, 'Individual Activities (csv)'),
  ];
  for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').check();
  const selected = [
    await downloadOf(page, 'Individual Activities (xlsx)'),
    await downloadOf(page, 'Individual Activities (pdf)'),
  ];
  return Promise.all([...all, ...selected].map(contentOf));
};

/** Shares an activity, and answers the mail with its attachments as it was sent. */
const share = async (page: Page, activity: string): Promise<string[]> => {
  await page.goto(`/individual-activity/search/-/${activity}`);
  await page.getByRole('button', { name: 'Share by e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share activity' });
  const subject = `Blinded ${activity} ${Date.now()}`;
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
    readable(await (await page.request.get(address)).body()),
  );
  return [html, ...(await Promise.all(contents))];
};

test.describe('in Blinded Mode', () => {
  test.slow();

  test('no answer, no page, no file and no mail names a reader or a client', async ({
    page,
    request,
    signedIn,
  }) => {
    const { items } = await findActivities(request, 'internal', search, { size: 100 });
    const secrets = await secretsBehind(request, items);
    expect(secrets.size).toBeGreaterThan(200);
    const activity = items.find(({ hasSpecifics }) => hasSpecifics)?.qualifiedId ?? '';

    await signedIn('internal');
    await page.goto('/no-page');
    await toggleBlinded(page);
    const { heard } = overhear(page);
    const seen: { from: string; text: string }[] = [];
    const look = async (from: string) => seen.push({ from, text: await page.content() });

    await test.step('dashboard and filters', async () => {
      await walkFilters(page);
      await look('dashboard');
    });
    await test.step('search, details, specifics', async () => {
      await walkSearch(page);
      await look('search');
    });
    await test.step('exports', async () => {
      for (const [index, text] of (await files(page)).entries()) seen.push({ from: `file ${index}`, text });
    });
    await test.step('one activity, shared', async () => {
      for (const text of await share(page, activity)) seen.push({ from: 'mail', text });
      await look('activity');
    });
    await test.step('review', async () => {
      await page.goto('/review-activities');
      await listed(page);
      await look('review');
    });

    const everything = [...seen, ...(await heard())];
    expect(everything.length).toBeGreaterThan(25);
    const leaks = everything.flatMap(({ from, text }) =>
      secretsIn(text, secrets).map((secret) => `${from}: ${secret}`),
    );
    expect(leaks).toEqual([]);
  });

  test('out of it, the same search finds the secrets: the measure sees what is there', async ({
    page,
    request,
    signedIn,
  }) => {
    const { items } = await findActivities(request, 'internal', search, { size: 50 });
    const secrets = await secretsBehind(request, items);
    await signedIn('internal');
    const { heard } = overhear(page);
    await page.goto(searchLink(search));
    await found(page);
    const texts = [
      ...(await heard()).map(({ text }) => text),
      await contentOf(await downloadOf(page, 'Individual Activities (xlsx)')),
      await contentOf(await downloadOf(page, 'Individual Activities (csv)')),
    ];
    for (const text of texts.filter((one) => one.length > 5_000))
      expect(secretsIn(text, secrets).length).toBeGreaterThan(20);
  });

  test.describe('a hidden text', () => {
    test.use({ allowedConsole: failedRequest(400) });

    test('is not found by its letters, and the refusal does not repeat it', async ({
      request,
      page,
      signedIn,
    }) => {
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
