import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import { searchPage, waitForResults } from '../pages/search.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };
const readers = '/analytics/reader-dashboard';
const content = '/analytics/content-overview-dashboard';

interface Reader {
  name: string;
  userIdOrEmail: string;
  totalEngagements: number;
}

test.describe('the reader dashboard', () => {
  test(
    'shows the most active reader, whose total is a list of as many activities',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const most = await callAs<Reader>(
        request,
        'internal',
        'POST',
        '/api/reader-dashboard/most-active-reader',
        buildBody(quarter),
      );
      await signedIn('internal');
      await page.goto(linkTo(quarter, readers));
      await expect(page.getByRole('heading', { level: 1, name: 'Most Active Reader' })).toBeVisible();
      await page.getByRole('link', { name: `Engagements: ${most.totalEngagements}` }).click();
      await waitForResults(page);
      await expect(searchPage(page).total).toContainText(`${most.totalEngagements}`);
    },
  );

  test('finds a reader by the e-mail in the address', async ({ page, request, signedIn }) => {
    const most = await callAs<Reader>(
      request,
      'internal',
      'POST',
      '/api/reader-dashboard/most-active-reader',
      buildBody(quarter),
    );
    await signedIn('internal');
    const address = encodeURIComponent(most.userIdOrEmail.replaceAll('.', '___'));
    await page.goto(linkTo(quarter, `${readers}/${address}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Reader Dashboard' })).toBeVisible();
    await expect(page.getByRole('heading', { name: most.name })).toBeVisible();
  });

  test.describe('how it looks', () => {
    // The unknown reader.
    test.use({ allowedConsole: /404/ });
    test('axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
      await signedIn('internal');
      const state = statesInBothSizes(page);
      await state(
        'the most active reader',
        page.getByRole('figure', { name: 'Engagements By Category' }),
        () => page.goto(linkTo(quarter, readers)),
      );
      await state('an unknown reader', page.getByText('There is no such reader.'), () =>
        page.goto(linkTo(quarter, `${readers}/999999999`)),
      );
    });
  });
});

test('the content overview: axe finds nothing, and nothing is wider than the window', async ({
  page,
  signedIn,
}) => {
  await signedIn('internal');
  const state = statesInBothSizes(page);
  await state('with documents', page.getByRole('figure', { name: 'Top Documents By Unique Readers' }), () =>
    page.goto(linkTo(quarter, content)),
  );
});
