import { clients } from '../commands/accounts.ts';
import { callAs } from '../commands/api.ts';
import { buildBody, linkTo } from '../commands/dashboard.ts';
import { statesInBothSizes } from '../commands/looks.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { readTotals, searchPage, waitForResults } from '../pages/search.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };
const companies = '/analytics/reader-co-dashboard';
const call = '/api/reader-co-dashboard';

interface Org {
  id: string;
  name: string;
}

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const profile = (page: Page) => list(page, 'Company profile');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test.describe('the company dashboard', () => {
  test(
    'shows the most active organization, whose totals are those of its search',
    { tag: mainStory },
    async ({ page, request, signedIn }) => {
      const most = await callAs<Org>(
        request,
        'internal',
        'POST',
        `${call}/most-active-org`,
        buildBody(quarter),
      );
      const ofMost = { ...buildBody(quarter), orgId: most.id };
      const [engagements, readers] = await Promise.all(
        ['total-engagements-count', 'total-unique-user-engagements-count'].map((count) =>
          callAs<{ total: number }>(request, 'internal', 'POST', `${call}/${count}`, ofMost),
        ),
      );
      await signedIn('internal');
      await page.goto(linkTo(quarter, companies));
      await expect(heading(page, 'Most Active Company')).toBeVisible();
      await expect(profile(page).getByRole('heading', { level: 2, name: most.name })).toBeVisible();
      await expect(page).toHaveTitle(`${most.name} · Company Dashboard · Readerlens`);
      await expect(profile(page)).toContainText(/Rank by engagements1 of [\d,]+ organizations/);
      await page
        .getByRole('link', { name: `Engagements: ${engagements?.total.toLocaleString('en-US')}` })
        .click();
      await expect(searchPage(page).heading).toBeVisible();
      await expect(page).toHaveTitle('Engagements Search · Readerlens');
      await waitForResults(page);
      expect(await readTotals(page)).toMatchObject({
        activities: engagements?.total,
        readers: readers?.total,
      });
      await test.step('and whose buying group counts as many readers as its searches', async () => {
        await page.goBack();
        const level = list(page, 'Buying Group')
          .getByRole('list', { name: 'Seniority' })
          .getByRole('link')
          .first();
        const counted = Number(/(\d+) reader/.exec((await level.textContent()) ?? '')?.[1]);
        await level.click();
        await expect(searchPage(page).heading).toBeVisible();
        await waitForResults(page);
        expect((await readTotals(page)).readers).toBe(counted);
      });
    },
  );

  test('leads by keyboard to a reader, back, and to a similar organization', async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(linkTo(quarter, companies));
    await test.step('a reader', async () => {
      const reader = chart(page, 'Most Active Readers')
        .card.getByRole('listitem')
        .first()
        .getByRole('link')
        .first();
      const name = (await reader.textContent()) ?? '';
      await reader.focus();
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Reader Dashboard')).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    });
    await page.goBack();
    await expect(heading(page, 'Most Active Company')).toBeVisible();
    await test.step('a similar organization', async () => {
      const similar = list(page, 'Similar Organizations')
        .getByRole('listitem')
        .first()
        .getByRole('link')
        .first();
      const name = (await similar.textContent()) ?? '';
      await similar.focus();
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Company Dashboard')).toBeVisible();
      await expect(profile(page).getByRole('heading', { name })).toBeVisible();
      await expect(chart(page, 'Engagements Over Time').drawing).toBeVisible();
    });
    await test.step('another one, found by its name', async () => {
      const picker = page.getByRole('combobox', { name: 'Find an organization' });
      await picker.focus();
      await page.keyboard.press('ArrowDown');
      const most = page.getByRole('option').first();
      await expect(most).toContainText('engagements');
      const name = (await most.getByTitle(/./).getAttribute('title')) ?? '';
      await picker.fill(name);
      await expect(page.getByRole('option')).not.toContainText(['engagements']);
      await expect(page.getByRole('option', { name, exact: true }).first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveTitle(`${name} · Company Dashboard · Readerlens`);
      expect(new URL(page.url()).searchParams.get('f')).toContain(`Clients:${clients.aurelis.id}`);
    });
  });

  test('asks for a client without one', async ({ page, signedIn }) => {
    await signedIn('internal');
    await page.goto(companies);
    await expect(page.getByRole('complementary', { name: 'Dashboard Filters' })).toBeVisible();
    await expect(page.getByText('Choose a client')).toBeVisible();
  });

  test.describe('how it looks', () => {
    // The unknown organization.
    test.use({ allowedConsole: /404/ });
    test('axe finds nothing, and nothing is wider than the window', async ({ page, signedIn }) => {
      await signedIn('internal');
      const state = statesInBothSizes(page);
      await state(
        'the most active organization, compared',
        page.getByText(/from [\d,]+ in the previous period$/).first(),
        async () => {
          await page.goto(`${linkTo(quarter, companies)}&compare=previous`);
          await expect(page.getByRole('figure', { name: 'Engagements By Category' })).toBeVisible();
          await expect(list(page, 'Similar Organizations').getByRole('listitem').first()).toBeVisible();
        },
      );
      await state(
        'a reader without an organization',
        page.getByText('No organization is known by this name.'),
        () => page.goto(linkTo(quarter, `${companies}/Garage%20Labs/-/-`)),
      );
      await state('an unknown organization', page.getByText('There is no such organization.'), () =>
        page.goto(linkTo(quarter, `${companies}/-/999999999/-`)),
      );
    });
  });
});
