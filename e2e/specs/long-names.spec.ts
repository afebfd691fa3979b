import { clients } from '../commands/accounts.ts';
import { replaceAnswers } from '../commands/figures.ts';
import { linkTo } from '../commands/dashboard.ts';
import { waitForQuiet } from '../commands/network.ts';
import { rotate } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { usersPage } from '../pages/users.page.ts';

const quarter = { clients: [clients.aurelis.id], relative: '-90d' };

/** Names of readers, organizations and documents in responses. */
const nameFields = new Set(
  'fullName firstName lastName name company orgName jobTitle docTitle documentTitle title companyType'.split(
    ' ',
  ),
);

const longNames = {
  'with spaces': 'International Society of Long Names and Titles '.repeat(5).slice(0, 200).trim(),
  'without spaces': 'Langnamenforschungsgesellschaft'.repeat(7).slice(0, 200),
};

/** Gives everything that has a name this one. */
const rename = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => rename(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) => {
      if (!nameFields.has(field) || content === null) return [field, rename(content, name)];
      return [field, typeof content === 'string' ? name : Array.isArray(content) ? [name] : content];
    }),
  );
};

const renameAll = (page: Page, name: string) =>
  replaceAnswers(
    page,
    /\/api\/(analytics|client-dashboard|reader-|most-active|user-proxy|review-activities-search|users|user)/,
    ({ status, body: { data, ...rest } }) => ({ status, body: { ...rest, data: rename(data, name) } }),
  );

/** What is wider than its own box, or ends beyond the page's content, unless it scrolls or is cut with an ellipsis. */
const overflowing = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    const isClipped = (element: Element): boolean =>
      element !== main &&
      (clips(element) || (element.parentElement !== null && isClipped(element.parentElement)));
    const right = main.getBoundingClientRect().right;
    const found = [...main.querySelectorAll('h1, h2, h3, a, p, li, section, header, dd, td, button')]
      .filter((element) => !isClipped(element) && element.getBoundingClientRect().right > right + 1)
      .map((element) => `${element.tagName}: ${element.textContent.slice(0, 40)}`);
    return [...new Set(found)].slice(0, 10);
  });

const pages: { name: string; address: string; ready: (page: Page) => ReturnType<Page['locator']> }[] = [
  {
    name: 'company dashboard',
    address: linkTo(quarter, '/analytics/reader-co-dashboard'),
    ready: (page) => page.getByRole('region', { name: 'Activity Timeline' }).getByRole('listitem'),
  },
  {
    name: 'reader dashboard',
    address: linkTo(quarter, '/analytics/reader-dashboard'),
    ready: (page) => page.getByRole('region', { name: 'Activity Timeline' }).getByRole('listitem'),
  },
  {
    name: 'most active companies',
    address: `${linkTo(quarter, '/analytics/most-active-companies-dashboard')}&compare=previous`,
    ready: (page) => page.getByRole('table', { name: 'Most active companies' }).getByRole('link'),
  },
  {
    name: 'most active readers',
    address: `${linkTo(quarter, '/analytics/most-active-readers-dashboard')}&compare=previous`,
    ready: (page) => page.getByRole('link', { name: / engagements$/ }),
  },
  {
    name: 'engagements search',
    address: linkTo(quarter, '/analytics/search'),
    ready: (page) => page.getByRole('button', { name: /^Details of / }),
  },
  {
    name: 'review',
    address: '/review-activities',
    ready: (page) => page.getByRole('checkbox', { name: /^Select (?!all|page)/ }),
  },
  {
    name: 'users',
    address: '/admin/users',
    ready: (page) => usersPage(page).rows.or(usersPage(page).cards),
  },
  {
    name: 'account',
    address: '/admin/user/4',
    ready: (page) => page.getByRole('button', { name: 'Save' }),
  },
];

for (const [kind, name] of rotate(Object.entries(longNames)))
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    test.describe(`names of 200 characters ${kind}, ${viewport.width} px`, () => {
      test.use({ viewport });
      test('fit into tables, heads and cards', async ({ page, signedIn }) => {
        await signedIn('sysadmin');
        await renameAll(page, name);
        for (const { name: of, address, ready } of pages)
          await test.step(of, async () => {
            await page.goto(address);
            await expect(ready(page).first()).toBeVisible();
            await waitForQuiet(page);
            await expect(page.getByRole('main')).toContainText(name);
            const over = await page
              .locator('html')
              .evaluate((element) => element.scrollWidth - element.clientWidth);
            expect.soft(over, `${of}: too wide`).toBe(0);
            expect.soft(await overflowing(page), of).toEqual([]);
          });
      });
    });
