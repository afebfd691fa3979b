import { clients } from '../commands/accounts.ts';
import { figureAddress } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expectOpenedRows } from '../commands/opened-rows.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const webinars = '/performance/tactic-activity/webinars';
const year = { clients: [clients.aurelis.id], relative: '-1y' };
const curve = 'Registrations By Days Before The Webinar';
const actions = 'What Attendees Did';

test('every number of the webinars opens as many rows', { tag: mainStory }, async ({ page, signedIn }) => {
  await signedIn('internal');
  for (const name of [/^Attendees: /, /^No-shows: /, /^Registrants: /]) {
    await page.goto(linkTo(year, `${webinars}?group=engaged`));
    await expectOpenedRows(page, page.getByRole('link', { name }));
  }
  await test.step('so does a bar of each chart', async () => {
    // The names of the first bars begin with other numbers: '29 or more days before: 52 registrants'.
    for (const title of [curve, actions])
      await expectOpenedRows(page, chart(page, title).card.getByRole('link').last());
  });
  await test.step('so does a number of a webinar', async () => {
    const link = page.getByRole('region', { name: 'Webinars', exact: true }).getByRole('link');
    await expectOpenedRows(page, link.nth(1));
    await expect(page).toHaveURL(/webinar=[0-9a-f]{32}/);
  });
  await test.step('the no-shows of the webinar are exported', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export no-shows of this webinar' }).click();
    expect((await download).suggestedFilename()).toBe('No-shows.csv');
  });
});

test('tactic activity leads to webinars', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo(year, '/performance/tactic-activity'));
  await expect(page.getByRole('heading', { name: 'Webinars', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/tactic-activity\/webinars\?.*Clients/);
});

test('Blinded Mode names neither people nor webinars', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo(year, webinars));
  const rows = page.locator('section#rows');
  await expect(rows).toContainText('Inline sensors');
  await toggleBlinded(page);
  await expect(rows).toContainText(/Webinar \d+/);
  await expect(page.getByRole('main')).not.toContainText(/Inline sensors|@/);
});

test.describe('looks', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('axe finds nothing in any state of the webinars', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('internal');
    await state('no client', page.getByText('Choose a client'), () => page.goto(webinars));
    await state('webinars', chart(page, curve).drawing, () => page.goto(linkTo(year, webinars)));
    const help = page.getByRole('button', { name: 'How is this counted? Average score' });
    await state('how the score is counted', page.getByRole('note'), () => help.click());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note')).toHaveCount(0);
    await state('without minutes', page.getByText(/^Average minutes: Not shown/), () =>
      page.goto(linkTo({ ...year, clients: [clients.norvane.id] }, webinars)),
    );
    await state('no webinar in the period', page.getByText('No webinar in this period'), () =>
      page.goto(linkTo({ ...year, relative: '-7d' }, webinars)),
    );
    await state('no webinars', page.getByText('No webinars yet'), () =>
      page.goto(linkTo({ ...year, clients: [clients.quietharbor.id] }, webinars)),
    );
    await page.route(figureAddress, (route) => route.fulfill({ status: 500, json: {} }));
    await state('failed', page.getByRole('alert').first(), () =>
      page.goto(linkTo({ ...year, relative: '-90d' }, webinars)),
    );
  });
});
