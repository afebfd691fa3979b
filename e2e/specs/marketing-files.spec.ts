import { readFile } from 'node:fs/promises';
import { read, utils } from 'xlsx';
import { clients } from '../commands/accounts.ts';
import { replaceAnswers } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { readTable } from '../pages/chart.page.ts';
import { waitForMarketingPage } from '../pages/marketing.page.ts';
import { shell } from '../pages/shell.page.ts';

const year = { clients: [clients.aurelis.id], relative: '-1y' };

/** Each page, and the list whose rows its file has. */
const pages = [
  ['content-insights', 'Documents'],
  ['net-new-readers-orgs', 'Readers'],
  ['pipeline-impact', 'List of deals'],
  ['comparative-content-tactics', 'Organizations'],
  ['tactic-activity/webinars', 'All registrants'],
  ['tactic-activity/events', 'Registrants'],
  ['tactic-activity/custom-newsletters', 'Clickers'],
] as const;

const download = async (page: Page, format: 'CSV' | 'Excel (.xlsx)' | 'PDF') => {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  const file = await saving;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
};

type Rows = readonly (readonly unknown[])[];

const readSheets = (content: Buffer): ReadonlyMap<string, Rows> => {
  const { Sheets, SheetNames } = read(content);
  return new Map(
    SheetNames.map((name) => [
      name,
      utils.sheet_to_json<unknown[]>(Sheets[name]!, { header: 1, defval: '' }),
    ]),
  );
};

/** As the page writes numbers. */
const format = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : String(value);

for (const [path, list] of pages)
  test(`the files of ${path} say what the page shows`, async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(linkTo(year, `/performance/${path}`));
    await waitForMarketingPage(page);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    const workbook = await download(page, 'Excel (.xlsx)');
    expect(workbook.name).toBe(`${title}.xlsx`);
    const sheets = readSheets(workbook.content);
    const shown = await page.getByRole('main').innerText();
    const csv = (await download(page, 'CSV')).content.toString();
    for (const [label, value] of (sheets.get('Figures') ?? []).slice(1)) {
      // Two figures of one tile: 'Size of won deals, influenced'.
      const [tile = ''] = String(label).split(', ');
      const near = shown.slice(shown.indexOf(tile));
      expect(near.slice(0, 200)).toContain(format(value));
      expect(csv).toContain(String(label));
    }
    const total = /([\d,]+) (reader|document|deal|organization|registrant|clicker)/.exec(
      await page.getByRole('region', { name: list, exact: true }).innerText(),
    )?.[1];
    const counts = [...sheets].map(([, rows]) => format(rows.length - 1));
    expect(counts).toContain(total);
    expect((await download(page, 'PDF')).content.subarray(0, 5).toString()).toBe('%PDF-');
  });

test('a chart in the file has the numbers of its data table', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo(year, '/performance/net-new-readers-orgs'));
  await waitForMarketingPage(page);
  const title = 'Source Of The First Engagement';
  const rows = await readTable(page, title);
  const table = readSheets((await download(page, 'Excel (.xlsx)')).content).get(title) ?? [];
  expect(rows.length).toBeGreaterThan(1);
  expect(table.slice(1).map((row) => row.map(format))).toEqual(rows);
});

test.describe('a page that has not loaded', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('makes no file, and says what is missing', async ({ page, signedIn }) => {
    await signedIn('internal');
    await replaceAnswers(page, /\/api\/marketing-performance\/newness\/by-source$/, () => ({
      status: 500,
      body: { success: false, message: 'Broken', code: 'internal' },
    }));
    await page.goto(linkTo(year, '/performance/net-new-readers-orgs'));
    await expect(page.getByText('This chart could not be loaded')).toBeVisible();
    await waitForMarketingPage(page);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'PDF', exact: true }).click();
    await expect(
      shell(page).toast('The file was not made: this is not loaded: Source Of The First Engagement'),
    ).toBeVisible();
  });
});
