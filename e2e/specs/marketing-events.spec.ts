import { clients } from '../commands/accounts.ts';
import { figureAddress } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expectOpenedRows } from '../commands/opened-rows.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { toggleBlinded } from '../pages/shell.page.ts';

const events = '/performance/tactic-activity/events';
const year = { clients: [clients.aurelis.id], relative: '-1y' };
const sessions = 'Attendees By Session';

test('every number of the events opens as many rows', { tag: mainStory }, async ({ page, signedIn }) => {
  await signedIn('internal');
  for (const name of [
    /^Attendees: /,
    /^Organizations: /,
    /^Registrants: /,
    /^[\d,]+ attending organizations$/,
    /^[\d,]+ controls$/,
  ]) {
    await page.goto(linkTo(year, `${events}?set=noShows`));
    await expectOpenedRows(page, page.getByRole('link', { name }));
  }
  await test.step('a session has as many attendees', async () => {
    const bar = chart(page, sessions).card.getByRole('link').first();
    await expectOpenedRows(page, bar);
  });
  await test.step('an event has as many registrants, and limits the page to it', async () => {
    const link = page.getByRole('region', { name: 'Events', exact: true }).getByRole('link');
    const count = await expectOpenedRows(page, link.first());
    await expect(
      page.getByRole('link', { name: `Registrants: ${count.toLocaleString('en-US')}` }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'All events' }).click();
    await expect(page).not.toHaveURL(/event=/);
  });
});

test('Blinded Mode names neither people nor events', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(linkTo(year, events));
  const rows = page.locator('section#rows');
  await expect(rows).toContainText('Filtration Lab Day');
  await toggleBlinded(page);
  await expect(rows).toContainText(/Event \d+/);
  await expect(page.getByRole('main')).not.toContainText(/Filtration Lab Day|@/);
});

test.describe('looks', () => {
  test.use({ allowedConsole: failedRequest(500) });

  test('axe finds nothing in any state of the events', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    await signedIn('internal');
    await state('no client', page.getByText('Choose a client'), () => page.goto(events));
    await state('events', chart(page, sessions).drawing, () => page.goto(linkTo(year, events)));
    const help = page.getByRole('button', { name: 'How is this counted? Lift in 30 days' });
    await state('how the lift is counted', page.getByRole('note'), () => help.click());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note')).toHaveCount(0);
    const rows = page.locator('section#rows');
    await state('organizations of the lift', rows.getByText('Bioprocess Summit').first(), () =>
      page.goto(linkTo(year, `${events}?set=controls`)),
    );
    await state('without sessions', page.getByText(/^Attendees by session: Not shown/), () =>
      page.goto(linkTo({ ...year, clients: [clients.norvane.id] }, events)),
    );
    await state('no event in the period', page.getByText('No event starts in this period'), () =>
      page.goto(linkTo({ ...year, relative: '-7d' }, events)),
    );
    await state('no events', page.getByText('No events yet'), () =>
      page.goto(linkTo({ ...year, clients: [clients.quietharbor.id] }, events)),
    );
    await page.route(figureAddress, (route) => route.fulfill({ status: 500, json: {} }));
    await state('failed', page.getByRole('alert').first(), () =>
      page.goto(linkTo({ ...year, relative: '-90d' }, events)),
    );
  });
});
