import type { APIRequestContext } from '@playwright/test';
import { accounts, clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { violations } from '../commands/axe.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { mailsTo } from '../commands/mail.ts';
import { mainStory, rotate } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { waitForMarketingPage } from '../pages/marketing.page.ts';
import { shell } from '../pages/shell.page.ts';

const year = { clients: [clients.aurelis.id], relative: '-1y' };
const mailsPath = '/api/marketing-performance/page-mails';

const pages = [
  ['contentInsights', 'content-insights'],
  ['pipeline', 'pipeline-impact'],
  ['comparison', 'comparative-content-tactics'],
  ['webinars', 'tactic-activity/webinars'],
  ['events', 'tactic-activity/events'],
  ['newsletters', 'tactic-activity/custom-newsletters'],
] as const;

/** The text of the next mail to an address, after those that are known. */
const readNextMail = async (request: APIRequestContext, address: string, known: readonly string[]) => {
  let next: string | undefined;
  await expect
    .poll(async () => {
      next = (await mailsTo(request, address)).find((mail) => !known.includes(mail));
      return next;
    })
    .toBeDefined();
  return (await request.get(`${next}`)).text();
};

/** 'Net new readers: 12' of a mail, or 'Readers' with 'Baseline: 12 · …' below it, as label and value. */
const listFigures = (mail: string): [label: string, value: string][] =>
  [...mail.matchAll(/^- (.+?)(?::|\n *Baseline:) ([^·\n]+)/gm)].map(([, label = '', value = '']) => [
    label,
    value.trim(),
  ]);

const decode = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<');

/** Each number of the mail is on the page, near its label. */
const expectSameNumbers = async (page: Page, mail: string) => {
  const shown = await page.getByRole('main').innerText();
  const figures = listFigures(decode(mail));
  expect(figures.length).toBeGreaterThan(3);
  for (const [label, value] of figures) {
    const [tile = ''] = label.split(', ');
    const places = shown.split(tile).slice(1);
    expect(places.map((place) => place.slice(0, 200))).toContainEqual(expect.stringContaining(value));
  }
};

test(
  'a page is scheduled, sent at once with what it shows, changed and ended',
  { tag: mainStory },
  async ({ page, request, signedIn }) => {
    await signedIn('internal');
    const known = await mailsTo(request, accounts.internal);
    await page.goto(linkTo(year, '/performance/net-new-readers-orgs?compare=previous&subject=organizations'));
    await waitForMarketingPage(page);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Email on a schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email this page' });
    const list = dialog.getByRole('list', { name: 'Your scheduled emails' });
    // The demo has some.
    await expect(list.getByRole('listitem').first()).toBeVisible();
    const before = await list.getByRole('listitem').count();
    await dialog.getByRole('combobox', { name: 'When', exact: true }).selectOption('Thursday');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(shell(page).toast('The email is scheduled.')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(before + 1);
    const row = list.getByRole('listitem').first();
    await expect(row).toContainText('Net New Readers & Organizations');
    await expect(row).toContainText('Date Range: 1 year');
    expect(await violations(page)).toEqual([]);
    await row.getByRole('button', { name: 'Send now' }).click();
    await expect(shell(page).toast('The email is on its way.')).toBeVisible();
    const mail = await readNextMail(request, accounts.internal, known);
    await row.getByRole('combobox').selectOption('FirstOfMonth');
    await expect(shell(page).toast('The scheduled email is changed.')).toBeVisible();
    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(row).toContainText('Paused.');
    await row.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
    await expect(list.getByRole('listitem')).toHaveCount(before);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(decode(mail)).toContain('Net new organizations');
    await expectSameNumbers(page, mail);
  },
);

for (const [name, path] of rotate(pages, { count: 2 }))
  test(`the mail of ${name} says what the page shows, and leads to it`, async ({
    page,
    request,
    signedIn,
  }) => {
    await signedIn('client');
    const known = await mailsTo(request, accounts.client);
    const body = { page: name, ...buildBody(year), sendsOn: 'Monday', timeZone: 'UTC' };
    const { id } = await callAs<{ id: string }>(request, 'client', 'POST', mailsPath, body);
    await callAs(request, 'client', 'POST', `${mailsPath}/${id}/send`);
    const mail = decode(await readNextMail(request, accounts.client, known));
    await callAs(request, 'client', 'DELETE', `${mailsPath}/${id}`);
    const link = new RegExp(String.raw`https?://[^/\s]+(/performance/${path}\S+)`).exec(mail)?.[1];
    await page.goto(link ?? '');
    await waitForMarketingPage(page);
    await expectSameNumbers(page, mail);
  });

test('fixed dates cannot be scheduled, and the page says why', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto(
    linkTo(
      { clients: [clients.aurelis.id], from: '2026-01-01', to: '2026-02-01' },
      '/performance/content-insights?mails=open',
    ),
  );
  const dialog = page.getByRole('dialog', { name: 'Email this page' });
  await expect(dialog.getByText('The dates of this page are fixed')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'When', exact: true })).toHaveCount(0);
});
