import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { read, utils } from 'xlsx';
import { clients } from '../commands/accounts.ts';
import { findActivity } from '../commands/activity.ts';
import type { FoundActivity } from '../commands/activity.ts';
import { violations } from '../commands/axe.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { activityPage } from '../pages/individual-activity.page.ts';
import { waitForResults, searchPage } from '../pages/search.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const ofSearch = (id: string) => `/individual-activity/search/-/${id}`;

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(activityPage(page).panel('Reader Details')).toBeVisible();
};

let webinar: FoundActivity;
test.beforeEach(async ({ request }) => {
  webinar = await findActivity(request, 'Webinar');
});

/** Downloads a file with a button. Returns its name and content. */
const download = async (page: Page, button: 'pdf' | 'excel') => {
  const [file] = await Promise.all([page.waitForEvent('download'), activityPage(page)[button].click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
};

test.describe('the activity sheet', () => {
  test.beforeEach(async ({ signedIn }) => signedIn('internal'));

  test(
    'shows the activity, is 550 pixels wide, and downloads as PDF and Excel',
    { tag: mainStory },
    async ({ page }) => {
      await open(page, ofSearch(webinar.qualifiedId));
      const { heading, sheet, panel } = activityPage(page);
      await expect(heading(`Webinar from ${webinar.portal}`)).toBeVisible();
      await expect(panel('Reader Details')).toContainText(webinar.fullName ?? '');
      await expect(panel('Engagement Details')).toContainText(webinar.docTitle ?? '');
      expect((await sheet.boundingBox())?.width).toBe(550);
      const pdf = await download(page, 'pdf');
      expect(pdf.name).toBe('Activity Report.pdf');
      expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
      const excel = await download(page, 'excel');
      expect(excel.name).toBe('Activity Report.xlsx');
      const book = read(excel.content);
      const rows = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).toContain(webinar.docTitle);
    },
  );

  test('stands beside the recent activities of the reader in a wide window, above them in others', async ({
    page,
  }) => {
    await open(page, ofSearch(webinar.qualifiedId));
    const { sheet, others } = activityPage(page);
    await expect(others).toBeVisible();
    const boxes = async () => [await sheet.boundingBox(), await others.boundingBox()] as const;
    const [left, right] = await boxes();
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 550);
    expect(right?.y).toBe(left?.y);
    await page.setViewportSize({ width: 1100, height: 900 });
    const [above, below] = await boxes();
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  });

  test('treats an id without a prefix as a customer request', async ({ page, request }) => {
    const { qualifiedId, portal } = await findActivity(request, 'CustomerRequest');
    await open(page, ofSearch(qualifiedId.replace('CustomerRequest-', '')));
    await expect(activityPage(page).heading(`Customer Request from ${portal}`)).toBeVisible();
  });

  test('shows a long note in a dialog', async ({ page, request }) => {
    const isLong = ({ specifics }: FoundActivity) => (specifics ?? '').length > 390;
    const { qualifiedId, specifics } = await findActivity(request, 'Event', isLong);
    await open(page, ofSearch(qualifiedId));
    const { sheet, parameters, back } = activityPage(page);
    await expect(parameters).toHaveCount(0);
    await expect(back).toHaveAttribute('href', '/analytics/search');
    await expect(sheet.getByText(/…$/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Show all' }).click();
    await expect(page.getByRole('dialog')).toContainText((specifics ?? '').slice(-60));
  });

  test('opens from the details of a search and links back to it', async ({ page }) => {
    await page.goto('/analytics/search?f=RelativeDateRange:-30d');
    await waitForResults(page);
    const { rows, details, detail } = searchPage(page);
    await details(rows.first()).click();
    await detail.getByRole('link', { name: 'Open activity' }).click();
    await expect(page).toHaveURL(/\/individual-activity\/search\/-\/\w+-\d+-\d+$/);
    const { panel, parameters, back } = activityPage(page);
    await expect(panel('Reader Details')).toBeVisible();
    await expect(parameters).toHaveCount(0);
    await back.click();
    await expect(searchPage(page).heading).toBeVisible();
  });

  test('shows pseudonyms in Blinded Mode', async ({ page, request }) => {
    const isIdentifiable = ({ fullName, hasSpecifics }: FoundActivity) => fullName !== null && hasSpecifics;
    const { qualifiedId, fullName } = await findActivity(request, 'Webinar', isIdentifiable);
    await open(page, ofSearch(qualifiedId));
    await toggleBlinded(page);
    const { panel } = activityPage(page);
    await expect(panel('Reader Details')).toContainText(/Reader \d+/);
    await expect(panel('Reader Details')).not.toContainText(fullName ?? '');
    await expect(panel('Specifics')).toContainText('Specifics are hidden in Blinded Mode');
    const { content } = await download(page, 'excel');
    expect(JSON.stringify(read(content).Sheets)).not.toContain(fullName?.split(' ')[1]);
  });

  test('prints only the sheet', async ({ page }) => {
    await open(page, ofSearch(webinar.qualifiedId));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { sheet, share } = activityPage(page);
    await expect(sheet.getByText('Reader Details')).toBeVisible();
    await expect(share).toBeHidden();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    const color = await sheet.evaluate((node) => getComputedStyle(node).backgroundColor);
    expect(color).toBe('rgb(255, 255, 255)');
  });

  test.describe('of an unknown activity', () => {
    test.use({ allowedConsole: failedRequest(404) });
    test('shows an error', async ({ page }) => {
      await page.goto(ofSearch('Webinar-1-999999999'));
      await expect(page.getByText('Activity not found')).toBeVisible();
      await expect(activityPage(page).pdf).toHaveCount(0);
    });
  });
});

test('a client may view and download, but not share', async ({ page, signedIn, request }) => {
  await signedIn('client');
  const own = await findActivity(request, 'Webinar', () => true, {
    account: 'client',
    clients: [clients.aurelis.id],
  });
  await open(page, ofSearch(own.qualifiedId));
  const { pdf, share } = activityPage(page);
  await expect(pdf).toBeVisible();
  await expect(share).toHaveCount(0);
});

test.describe('sharing an activity', () => {
  test.beforeEach(async ({ signedIn, page }) => {
    await signedIn('internal');
    await open(page, ofSearch(webinar.qualifiedId));
    await activityPage(page).share.click();
    await expect(activityPage(page).message).toBeVisible();
  });

  test(
    'sends a formatted mail with both reports, as previewed',
    { tag: mainStory },
    async ({ page, request }) => {
      const { name, email, type, addRecipient, subject, message, format, linkAddress, setLink } =
        activityPage(page);
      const { preview, mail, send, dialog, toast, writing } = activityPage(page);
      const about = `About a reader ${randomUUID()}`;

      await test.step('to two recipients, one of them bcc', async () => {
        await name(1).fill('Ana Größer');
        await email(1).fill('ana@partners.example');
        await addRecipient.click();
        await expect(type(2)).toBeFocused();
        await type(2).selectOption('Bcc');
        await name(2).fill('Юлия');
        await expect(send).toBeDisabled();
        await email(2).fill('julia@partners.example');
        await subject.fill(about);
        await expect(send).toBeEnabled();
      });

      await test.step('with a formatted message', async () => {
        await message.click();
        await format('Heading').click();
        await page.keyboard.type('Hello');
        await page.keyboard.press('Enter');
        await page.keyboard.type('Please ');
        await page.keyboard.press('Control+b');
        await expect(format('Bold')).toHaveAttribute('aria-pressed', 'true');
        await page.keyboard.type('call');
        await page.keyboard.press('Control+b');
        await page.keyboard.type(' them: ');
        await format('Link').click();
        await linkAddress.fill('javascript:alert(1)');
        await setLink.click();
        await expect(dialog.getByText('Enter a web or email address')).toBeVisible();
        await linkAddress.fill('example.com/offer');
        await page.keyboard.press('Enter');
        await expect(message.getByRole('link')).toHaveAttribute('href', 'https://example.com/offer');
      });

      await test.step('the preview', async () => {
        await preview.click();
        await expect(mail.getByRole('heading', { name: 'Hello' })).toBeVisible();
        await expect(mail.locator('strong')).toHaveText('call');
        await expect(dialog.getByText('Activity Report.xlsx', { exact: true })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await writing.click();
        await expect(message).toContainText('Please call them: example.com/offer');
      });

      await test.step('the sent mail', async () => {
        await send.click();
        await expect(toast('Report shared successfully')).toBeVisible();
        await expect(dialog).toHaveCount(0);
        const outbox = await (await request.get('/dev/outbox')).text();
        const [, id] = new RegExp(`/dev/outbox/(\\d+)">${about}<`).exec(outbox) ?? [];
        const text = await (await request.get(`/dev/outbox/${id}`)).text();
        expect(text).toContain('From Inga Internal &lt;internal@demo.example&gt;');
        expect(text).toContain('To Ana Größer &lt;ana@partners.example&gt;<br>Bcc Юлия');
        expect(text).toContain('Please call them: example.com/offer (https://example.com/offer)');
        const files = [...text.matchAll(/href="(\/dev\/outbox\/\d+\/attachments\/\d+)"/g)];
        const [excel, pdf] = await Promise.all(
          files.map(async ([, path]) => (await request.get(path ?? '')).body()),
        );
        expect([excel?.subarray(0, 2).toString(), pdf?.subarray(0, 5).toString()]).toEqual(['PK', '%PDF-']);
      });
    },
  );

  test('asks before discarding the message', async ({ page }) => {
    const { name, question, dialog, cancel } = activityPage(page);
    await name(1).fill('Ana');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(name(1)).toHaveValue('Ana');
    await cancel.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(activityPage(page).share).toBeFocused();
  });

  test('keeps only formatting of pasted content', async ({ page }) => {
    const { message } = activityPage(page);
    await message.click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        'text/html',
        '<h2>Big</h2><p style="color:red">a <b>bold</b><script>alert(1)</script><img src="x" onerror="alert(1)"></p><a href="javascript:alert(1)">link</a>',
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(message.getByRole('heading')).toHaveText('Big');
    await expect(message.locator('strong')).toHaveText('bold');
    expect(await message.innerHTML()).not.toMatch(/script|onerror|color|<img src="x"|javascript/);
  });

  test('works with the keyboard alone', async ({ page }) => {
    const { name, email, message, send, toast } = activityPage(page);
    await name(1).focus();
    await page.keyboard.type('Ana');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ana@partners.example');
    await expect(email(1)).toHaveValue('ana@partners.example');
    await message.focus();
    await page.keyboard.type('Hello');
    for (
      let step = 0;
      step < 8 && !(await send.evaluate((node) => node === document.activeElement));
      step += 1
    )
      await page.keyboard.press('Tab');
    await expect(send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast('Report shared successfully')).toBeVisible();
  });
});

for (const scheme of ['light', 'dark'] as const)
  test(`axe finds nothing on page and dialog, on a phone, ${scheme}`, async ({ page, signedIn }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await signedIn('internal');
    await open(page, ofSearch(webinar.qualifiedId));
    expect(await violations(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    const { share, message, email, subject } = activityPage(page);
    await share.click();
    await expect(message).toBeVisible();
    await email(1).fill('x');
    await subject.focus();
    expect(await violations(page)).toEqual([]);
  });
