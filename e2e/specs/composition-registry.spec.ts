import type { Route } from '@playwright/test';
import { areaIn, changeRegistry, failureReports, inlineRegistry, liveRegistry } from '../commands/areas.ts';
import { installClock } from '../commands/clock.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, areaHost, expectAnalytics, openReview } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

// The browser logs failed requests.
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
    report: 'registry load missing: /registry.json was not found.',
    answer: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  },
  {
    name: 'server error',
    report: 'registry load error: /registry.json returned 503.',
    answer: (route) => route.fulfill({ status: 503, body: 'Later' }),
  },
  {
    name: 'invalid JSON',
    report: 'registry load error: ',
    answer: (route) => route.fulfill({ contentType: 'application/json', body: '{"areas": [{"id": "ana' }),
  },
  {
    name: 'invalid',
    report: 'registry load error: The list of areas is invalid.',
    answer: (route) => route.fulfill({ json: { areas: 'none' } }),
  },
  {
    name: 'with invalid entries',
    report: 'registry load error: The list of areas is invalid.',
    answer: (route) => route.fulfill({ json: { areas: [{ id: 'analytics' }, null] } }),
  },
  {
    name: 'hanging',
    report: 'registry load timeout: /registry.json took longer than 15 s.',
    answer: () => {},
    deadlineMs: 15_000,
  },
];

/** Counts the page's requests for the registry. */
const countRequests = (page: Page) => {
  const count = { times: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/registry.json')) count.times += 1;
  });
  return count;
};

const reachDeadline = async (page: Page, { deadlineMs }: Fault) => {
  if (deadlineMs) await page.clock.fastForward(deadlineMs + 500);
};

test('if the registry fails and is not in the page either, an error is shown, and each retry fetches it again', async ({
  page,
  signedIn,
}) => {
  const reports = await failureReports(page);
  const { retry } = areaHost(page);
  const count = countRequests(page);
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
      await reachDeadline(page, next);
      await expect.poll(() => reports.at(-1)).toContain(next.report);
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

for (const fault of faults.filter(({ name }) => ['missing', 'hanging'].includes(name))) {
  const { name, report, answer } = fault;
  const reported = [expect.stringContaining(report)];

  test(`${name}: the page uses the last good registry in the browser until it can fetch a new one`, async ({
    page,
    signedIn,
  }) => {
    const reports = await failureReports(page);
    await installClock(page);
    await signedIn('reviewer');
    await page.goto('/nowhere');
    await expect(shell(page).notFound).toBeVisible();
    await page.route(address, answer);
    await inlineRegistry(page, () => '{"areas": [');
    await page.goto(analyticsPage);
    await reachDeadline(page, fault);
    await expectAnalytics(page);
    await expect.poll(() => reports).toEqual(reported);
    await openReview(page);
    await page.unrouteAll();
    await changeRegistry(page, (registry) => {
      areaIn(registry, 'review').navigation = [];
    });
    await page.clock.fastForward(31_000);
    await shell(page).adminMenu.click();
    await expect(shell(page).blindedItem).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Review Activities' })).toHaveCount(0);
    await expect.poll(() => reports).toEqual(reported);
  });
}

test('an open page keeps its registry if later fetches fail', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  await installClock(page);
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expectAnalytics(page);
  for (const fault of faults) {
    const before = reports.length;
    await page.unroute(address);
    await page.route(address, fault.answer);
    for (let polls = 0; polls < 2; polls += 1) {
      const polled = page.waitForRequest(address);
      await page.clock.fastForward(31_000);
      const response = await polled;
      if (fault.deadlineMs) await page.clock.fastForward(fault.deadlineMs);
      else await (await response.response())?.finished();
    }
    // A lasting fault is reported once.
    if (fault.report !== reports.at(-1))
      await expect.poll(() => reports.slice(before)).toEqual([expect.stringContaining(fault.report)]);
    await expectAnalytics(page);
  }
  await openReview(page);
  await page.goBack();
  await expectAnalytics(page);
  await expect(unavailable(page)).toHaveCount(0);
});

const invalidReport = expect.stringMatching(
  /^area analytics@\S+ load error: Its entry in the list of areas is invalid\.$/,
);

test(
  'an invalid entry of one area does not affect others',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const reports = await failureReports(page);
    await changeRegistry(page, (registry) => {
      Object.assign(areaIn(registry, 'analytics'), { integrity: null });
    });
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(areaHost(page).unavailable).toBeVisible();
    await page.goto('/nowhere');
    await expect(shell(page).notFound).toBeVisible();
    reports.length = 0;
    await page.goto('/review-activities');
    await expect(shell(page).heading('Review Activities')).toBeVisible();
    await expect(shell(page).nav.getByRole('link', { name: 'Performance Overview' })).toHaveCount(0);
    await expect.poll(() => reports).toEqual([invalidReport]);
  },
);

test('an area whose entry becomes invalid keeps its previous entry', async ({ page, signedIn }) => {
  const reports = await failureReports(page);
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expectAnalytics(page);
  const registry = await liveRegistry(page);
  Object.assign(areaIn(registry, 'analytics'), { routes: null });
  await page.route(address, (route) => route.fulfill({ json: registry }));
  await page.clock.fastForward(31_000);
  await expect.poll(() => reports).toEqual([invalidReport]);
  await expectAnalytics(page);
  await openReview(page);
  await page.goBack();
  await expectAnalytics(page);
  await expect.poll(() => reports).toHaveLength(1);
});

test('a registry without areas says so', async ({ page, signedIn }) => {
  await changeRegistry(page, (registry) => {
    registry.areas = [];
  });
  await signedIn('reviewer');
  await page.goto('/');
  await expect(shell(page).heading('No areas yet')).toBeVisible();
});
