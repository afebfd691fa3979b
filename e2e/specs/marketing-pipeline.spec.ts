import { clients } from '../commands/accounts.ts';
import { figureAddress } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';

const pipeline = '/performance/pipeline-impact';
const data = '/performance/data';
const year = { clients: [clients.aurelis.id], relative: '-365d' };

const readNumber = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));

/** Follows a number to the deals of the page, and expects as many. */
const expectDeals = async (page: Page, name: RegExp) => {
  const link = page.getByRole('link', { name });
  await expect(link).toBeVisible();
  const count = readNumber(await link.getAttribute('aria-label'));
  expect(count).toBeGreaterThan(0);
  await link.click();
  const section = page.getByRole('region', { name: 'List of deals', exact: true });
  await expect(section).toBeFocused();
  await expect(section.getByText(`${count.toLocaleString('en-US')} deals`, { exact: true })).toBeVisible();
};

test('every number of the pipeline opens as many deals', { tag: mainStory }, async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo(year, pipeline));
  for (const name of ['Influenced deals', 'Assisted deals', 'Accelerated deals'])
    await expectDeals(page, new RegExp(`^${name}: `));
  await test.step('credits name their model, and open the deals of a tactic', async () => {
    await page.getByRole('combobox', { name: 'Model of credits' }).selectOption('position');
    const { card } = chart(page, 'Credit By Tactic');
    await expect(card.getByText(/^Position: 40% first.*between\. Open/)).toBeVisible();
  });
});

/** The field takes no file before the one before is stored. */
const chooseFile = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  await page.locator('input[type=file]').setInputFiles(file);
};

test(
  'a file is checked, uploaded, and changes nothing the second time',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    await signedIn('internal');
    // Other tests read the deals of the first client.
    await page.goto(`${data}?client=${clients.kestrowel.id}`);
    const id = `E2E-${test.info().testId}-${test.info().retry}`;
    const file = {
      name: 'deals.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Id,Account,Stage,Created\n${id},A new account,Proposal,2026-01-05\n${id}x,,Proposal,2026-01-05\n`,
      ),
    };
    const check = page.getByRole('region', { name: 'Check of deals.csv' });
    const choose = async () => {
      await chooseFile(page, file);
      await expect(check).toBeVisible();
    };
    await choose();
    await expect(check).toContainText('2 rows: 1 new, 0 changed, 0 unchanged, 1 refused.');
    await expect(check.getByRole('row', { name: /3 Account – The value is missing\./ })).toBeVisible();
    await check.getByRole('button', { name: 'Upload' }).click();
    await expect(check).toHaveCount(0);
    await choose();
    await expect(check).toContainText('2 rows: 0 new, 0 changed, 1 unchanged, 1 refused.');
  },
);

test('webinars are a kind of the data, with columns of their own', async ({ page, signedIn }) => {
  await signedIn('internal');
  // Other tests read the webinars of the first client.
  await page.goto(`${data}?client=${clients.kestrowel.id}&kind=webinars`);
  await expect(page.getByRole('heading', { name: 'Upload Webinars' })).toBeVisible();
  await page.getByRole('button', { name: 'Show columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns of webinars' });
  await expect(dialog.getByRole('row', { name: /^Attended required Yes or No/ })).toBeVisible();
  await page.keyboard.press('Escape');
  const id = `E2E-${test.info().testId}-${test.info().retry}`;
  const file = {
    name: 'webinars.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Webinar Id,Title,Date,Email,Attended\n${id},A webinar,2026-01-05,ann@one.example,Yes\n${id},A webinar,2026-01-05,bob@one.example,perhaps\n`,
    ),
  };
  const check = page.getByRole('region', { name: 'Check of webinars.csv' });
  const choose = async () => {
    await chooseFile(page, file);
    await expect(check).toBeVisible();
  };
  await choose();
  await expect(check).toContainText('2 rows: 1 new, 0 changed, 0 unchanged, 1 refused.');
  await expect(
    check.getByRole('row', { name: /3 Attended perhaps The value is not Yes or No\./ }),
  ).toBeVisible();
  await check.getByRole('button', { name: 'Show 1 change row by row' }).click();
  await expect(check.getByRole('row', { name: /Added: .*Webinar Id E2E/ })).toBeVisible();
  await check.getByRole('button', { name: 'Upload' }).click();
  await expect(check).toHaveCount(0);
  await choose();
  await expect(check).toContainText('2 rows: 0 new, 0 changed, 1 unchanged, 1 refused.');
  await page.getByRole('combobox', { name: 'Kind of data' }).selectOption('events');
  await expect(page.getByRole('heading', { name: 'Upload Events' })).toBeVisible();
  await expect(check).toHaveCount(0);
});

test('the data page is for staff', async ({ page, signedIn }) => {
  await signedIn('client');
  await page.goto(data);
  await expect(page.getByRole('heading', { name: 'Marketing Data' })).toHaveCount(0);
});

test.describe('looks', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('axe finds nothing in any state of the pipeline', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('internal');
    await state('no client', page.getByText('Choose a client'), () => page.goto(pipeline));
    await state(
      'deals',
      page.getByRole('table', { name: 'All deals' }).or(page.getByRole('list', { name: 'All deals' })),
      () => page.goto(linkTo(year, pipeline)),
    );
    await state('no opportunities', page.getByText('No opportunities yet'), () =>
      page.goto(linkTo({ ...year, clients: [clients.quietharbor.id] }, pipeline)),
    );
    await page.route(figureAddress, (route) => route.fulfill({ status: 500, json: {} }));
    await state('failed', page.getByRole('alert').first(), () =>
      page.goto(linkTo({ ...year, relative: '-90d' }, pipeline)),
    );
  });

  test('axe finds nothing in any state of the data', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('internal');
    await state('no client', page.getByText('Choose a client'), () => page.goto(data));
    const stages = page.getByRole('button', { name: 'Save stages' });
    await state('a client', stages, () => page.goto(`${data}?client=${clients.aurelis.id}`));
    await state('a checked file', page.getByRole('region', { name: 'Check of deals.csv' }), () =>
      page.locator('input[type=file]').setInputFiles({
        name: 'deals.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Id,Account,Stage,Created\n1,,x,2026-01-05\n'),
      }),
    );
    await page.goto(`${data}?client=${clients.kestrowel.id}&kind=webinars`);
    await state('webinars', page.getByRole('heading', { name: 'Upload Webinars' }), () => page.reload());
    await state('columns', page.getByRole('dialog', { name: 'Columns of webinars' }), () =>
      page.getByRole('button', { name: 'Show columns' }).click(),
    );
    await page.keyboard.press('Escape');
    await state('checked webinars', page.getByRole('table', { name: 'Changes' }), async () => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'webinars.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Webinar Id,Title,Date,Email,Attended\nW-axe,A webinar,2026-01-05,ann@one.example,Yes\nW-axe,,2026-01-05,ann@one.example,Yes\n',
        ),
      });
      await page.getByRole('button', { name: 'Show 1 change row by row' }).click();
    });
    await page.goto(`${data}?client=${clients.aurelis.id}`);
    await state('an upload', page.getByRole('dialog'), () =>
      page
        .getByRole('button', { name: /^Show what/ })
        .first()
        .click(),
    );
  });
});
