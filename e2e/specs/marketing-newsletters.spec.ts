import { clients } from '../commands/accounts.ts';
import { figureAddress } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expectOpenedRows } from '../commands/opened-rows.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';

const newsletters = '/performance/tactic-activity/custom-newsletters';
const year = { clients: [clients.aurelis.id], relative: '-1y' };

test('every number of the newsletters opens as many rows', { tag: mainStory }, async ({ page, signedIn }) => {
  await signedIn('internal');
  const address = linkTo(year, `${newsletters}?set=openers`);
  for (const name of ['Delivered', 'Clickers', 'Organizations', 'Repeat clickers']) {
    await page.goto(address);
    await expectOpenedRows(page, page.getByRole('link', { name: new RegExp(`^${name}: `) }));
  }
  for (const title of ['Top Links', 'Hours From The Sending To The Click'])
    await test.step(title, () => expectOpenedRows(page, chart(page, title).card.getByRole('link').first()));
  await test.step('the rate opens the rows that it divides by', async () => {
    await page.goto(address);
    const link = page.getByRole('link', { name: /^Click rate: / });
    const described = await page
      .getByText(/^[\d,]+ of [\d,]+ \(95%/)
      .first()
      .textContent();
    const of = /of ([\d,]+)/.exec(described ?? '')?.[1] ?? '';
    await link.click();
    await expect(page.locator('section#rows')).toContainText(`${of} recipients`);
  });
  await test.step('an issue has as many recipients, and limits the page to it', async () => {
    const link = page.getByRole('region', { name: 'Issues', exact: true }).getByRole('link');
    const count = await expectOpenedRows(page, link.first());
    await expect(
      page.getByRole('link', { name: `Delivered: ${count.toLocaleString('en-US')}` }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'All issues' }).click();
    await expect(page).not.toHaveURL(/issue=/);
  });
});

test('totals without recipients open no rows', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo({ ...year, clients: [clients.norvane.id] }, newsletters));
  const issues = page.getByRole('region', { name: 'Issues', exact: true });
  await expect(issues.getByText(/\(totals only\)$/).first()).toBeVisible();
  await expect(issues.getByRole('link')).toHaveCount(0);
  await expect(page.locator('section#rows')).toHaveCount(0);
});

test.describe('looks', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('axe finds nothing in any state of the newsletters', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('internal');
    await state('no client', page.getByText('Choose a client'), () => page.goto(newsletters));
    await state('newsletters', chart(page, 'Top Links').drawing, () => page.goto(linkTo(year, newsletters)));
    const help = page.getByRole('button', { name: 'How is this counted? Click-to-open (directional)' });
    await state('how a number is counted', page.getByRole('note'), () => help.click());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note')).toHaveCount(0);
    await state('totals only', page.getByText('totals only', { exact: true }).first(), () =>
      page.goto(linkTo({ ...year, clients: [clients.norvane.id] }, newsletters)),
    );
    await state('no issue in the period', page.getByText('No issue was sent in this period'), () =>
      page.goto(linkTo({ ...year, relative: '-7d' }, newsletters)),
    );
    await state('no newsletters', page.getByText('No newsletters yet'), () =>
      page.goto(linkTo({ ...year, clients: [clients.quietharbor.id] }, newsletters)),
    );
    await page.route(figureAddress, (route) => route.fulfill({ status: 500, json: {} }));
    await state('failed', page.getByRole('alert').first(), () =>
      page.goto(linkTo({ ...year, relative: '-90d' }, newsletters)),
    );
  });
});
