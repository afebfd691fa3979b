import type { Route } from '@playwright/test';
import { areaIn, changeRegistry, failureReports, inlineRegistry, liveRegistry } from '../commands/areas.ts';
import { installClock } from '../commands/clock.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaPlace, expectAnalytics, openReview } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

// The browser itself says what it did not get.
test.use({ allowedConsole: /Failed to load resource/ });

const address = '**/registry.json';
const unavailable = (page: Page) => page.getByRole('main').getByRole('alert');

interface Fault {
  name: string;
  report: string;
  answer: (route: Route) => unknown;
  /** How long the page waits for it. */
  deadlineMs?: number;
}

const faults: Fault[] = [
  {
    name: 'missing',
    report: 'registry load missing: /registry.json is not there.',
    answer: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  },
  {
    name: 'answered by an error',
    report: 'registry load error: /registry.json answered 503.',
    answer: (route) => route.fulfill({ status: 503, body: 'Later' }),
  },
  {
    name: 'no JSON',
    report: 'registry load error: ',
    answer: (route) => route.fulfill({ contentType: 'application/json', body: '{"areas": [{"id": "ana' }),
  },
  {
    name: 'of another shape',
    report: 'registry load error: The list of areas is not in its proper form.',
    answer: (route) => route.fulfill({ json: { areas: 'none' } }),
  },
  {
    name: 'with entries of another shape',
    report: 'registry load error: The list of areas is not in its proper form.',
    answer: (route) => route.fulfill({ json: { areas: [{ id: 'analytics' }, null] } }),
  },
  {
    name: 'hung',
    report: 'registry load timeout: /registry.json took longer than 15 s.',
    answer: () => {},
    deadlineMs: 15_000,
  },
];

/** Counts how often the page asks for the registry. */
const asked = (page: Page) => {
  const count = { times: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/registry.json')) count.times += 1;
  });
  return count;
};

const letTimePass = async (page: Page, { deadlineMs }: Fault) => {
  if (deadlineMs) await page.clock.fastForward(deadlineMs + 500);
};

test('lost in any way, and not in the page either: a message, and each retry fetches again', async ({
  page,
  signedIn,
}) => {
  const told = await failureReports(page);
  const { retry } = areaPlace(page);
  const count = asked(page);
  await installClock(page);
  let fault = faults[0];
  await page.route(address, (route) => fault?.answer(route));
  await inlineRegistry(page, () => '{"areas": [');
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  for (const [index, next] of faults.entries()) {
    await test.step(next.name, async () => {
      fault = next;
      if (index > 0) await retry.click();
      await expect.poll(() => count.times).toBe(index + 1);
      await letTimePass(page, next);
      await expect.poll(() => told.at(-1)).toContain(next.report);
      await expect(unavailable(page)).toBeVisible();
    });
  }
  await shell(page).collapse.click();
  await expect(shell(page).expand).toBeVisible();
  await page.unroute(address);
  await retry.click();
  await expectAnalytics(page);
  await openReview(page);
});

for (const fault of faults.filter(({ name }) => ['missing', 'hung'].includes(name))) {
  const { name, report, answer } = fault;
  const reported = [expect.stringContaining(report)];

  test(`${name}: a page takes the last good one of its browser, and the new one when it comes`, async ({
    page,
    signedIn,
  }) => {
    const told = await failureReports(page);
    await installClock(page);
    await signedIn('reviewer');
    await page.goto('/nowhere');
    await expect(shell(page).notFound).toBeVisible();
    await page.route(address, answer);
    await inlineRegistry(page, () => '{"areas": [');
    await page.goto(analyticsPage);
    await letTimePass(page, fault);
    await expectAnalytics(page);
    expect(told).toEqual(reported);
    await openReview(page);
    await page.unrouteAll();
    await changeRegistry(page, (registry) => {
      areaIn(registry, 'review').navigation = [];
    });
    await page.clock.fastForward(31_000);
    await shell(page).adminMenu.click();
    await expect(shell(page).blindedItem).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Review Activities' })).toHaveCount(0);
    expect(told).toEqual(reported);
  });
}

test('whatever happens to the registry while a page is open, the page keeps the one that it has', async ({
  page,
  signedIn,
}) => {
  const told = await failureReports(page);
  await installClock(page);
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expectAnalytics(page);
  for (const fault of faults) {
    const before = told.length;
    await page.unroute(address);
    await page.route(address, fault.answer);
    for (let polls = 0; polls < 2; polls += 1) {
      const polled = page.waitForRequest(address);
      await page.clock.fastForward(31_000);
      const response = await polled;
      if (fault.deadlineMs) await page.clock.fastForward(fault.deadlineMs);
      else await (await response.response())?.finished();
    }
    // Once, however long it lasts.
    if (fault.report !== told.at(-1))
      await expect.poll(() => told.slice(before)).toEqual([expect.stringContaining(fault.report)]);
    await expectAnalytics(page);
  }
  await openReview(page);
  await page.goBack();
  await expectAnalytics(page);
  await expect(unavailable(page)).toHaveCount(0);
});

test('an area whose entry cannot be understood takes no other with it', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  await changeRegistry(page, (registry) => {
    Object.assign(areaIn(registry, 'analytics'), { routes: null });
  });
  await signedIn('reviewer');
  await page.goto('/review-activities');
  await expect(shell(page).heading('Review Activities')).toBeVisible();
  await expect(shell(page).nav.getByRole('link', { name: 'Performance Overview' })).toHaveCount(0);
  expect(told).toEqual(['registry load error: The list of areas has no proper entry for analytics.']);
});

test('an area whose entry becomes incomprehensible stays as it was', async ({ page, signedIn }) => {
  const told = await failureReports(page);
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expectAnalytics(page);
  const registry = await liveRegistry(page);
  Object.assign(areaIn(registry, 'analytics'), { routes: null });
  await page.route(address, (route) => route.fulfill({ json: registry }));
  await page.clock.fastForward(31_000);
  await expect
    .poll(() => told)
    .toEqual(['registry load error: The list of areas has no proper entry for analytics.']);
  await expectAnalytics(page);
  await openReview(page);
  await page.goBack();
  await expectAnalytics(page);
  expect(told).toHaveLength(1);
});
