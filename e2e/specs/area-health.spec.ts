import { randomUUID } from 'node:crypto';
import { callAs } from '../commands/api.ts';
import { changeRegistry } from '../commands/areas.ts';
import { violations } from '../commands/axe.ts';
import { registerVersion } from '../commands/site.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { areaHost } from '../pages/areas.page.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { readFigures } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

const health = '/admin/area-health';
const table = (page: Page, area: string) => page.getByRole('table', { name: `Versions of ${area}` });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' });
const versionRow = (page: Page, version: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: version }) });

const send = (
  request: Parameters<typeof callAs>[0],
  version: string,
  samples: readonly Record<string, unknown>[],
) =>
  callAs<null>(request, 'client', 'POST', '/api/areas/samples', {
    samples: samples.map((sample) => ({ area: 'analytics', version, ...sample })),
  });

let unregister: (() => void) | undefined;
test.afterEach(() => {
  unregister?.();
  unregister = undefined;
});

test('staff see the reports about a version', { tag: mainStory }, async ({ page, request, signedIn }) => {
  const version = `e2e-${randomUUID()}`;
  const unknown = `${version}-never-deployed`;
  unregister = registerVersion('analytics', version);
  await send(request, unknown, [{ kind: 'load', value: 100 }]);
  await send(request, version, [
    ...[100, 200, 300].map((value) => ({ kind: 'load', value })),
    { kind: 'mount', value: 40 },
    { kind: 'failure', phase: 'load', failure: 'timeout' },
    { kind: 'failure', phase: 'run', failure: 'error' },
    { kind: 'fallback' },
    { kind: 'leftover', resource: 'nodes', value: 7 },
    { kind: 'vital', vital: 'LCP', value: 1800 },
    { kind: 'vital', vital: 'INP', value: 320 },
    { kind: 'vital', vital: 'CLS', value: 0.4 },
  ]);
  await signedIn('internal');
  await page.goto(`${health}?days=1`);
  await expect(shell(page).heading('Area Health')).toBeVisible();
  await expect(page.getByRole('radio', { name: '1 day' })).toBeChecked();
  await expect(versionRow(page, version).getByRole('cell')).toHaveText([
    version,
    /^\w+ \d+, \d\d:\d\d\s*– \w+ \d+, \d\d:\d\d$/,
    '3',
    '200 ms / 250 ms',
    '40 ms / 40 ms',
    /^1 timeout\s*1 error$/,
    '1',
    '7 nodes',
    /^1,800 ms\s*good$/,
    /^320 ms\s*needs improvement$/,
    /^0\.40\s*poor$/,
  ]);
  await test.step('reports about an unknown version are dropped', async () => {
    await expect(versionRow(page, unknown)).toHaveCount(0);
  });
  await test.step('refresh shows new reports', async () => {
    await send(request, version, [{ kind: 'load', value: 100 }]);
    await refresh(page).click();
    await expect(versionRow(page, version).getByRole('cell', { name: '4', exact: true })).toBeVisible();
  });
  await test.step('every deployed area is listed with its live version', async () => {
    for (const area of ['Analytics', 'Review Activities']) await expect(table(page, area)).toBeVisible();
    await expect(page.getByText('live', { exact: true }).first()).toBeVisible();
  });
});

interface VersionHealth {
  version: string;
  loads: number;
  loadMs: { p50: number } | null;
  mountMs: object | null;
  vitals: Record<string, { p75: number } | null>;
}

/** Waits until the browser has reported an interaction to the page, which reads it when it is idle. */
const interactionReported = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver(() => requestIdleCallback(() => resolve()));
        observer.observe({ type: 'first-input', buffered: true });
      }),
  );

test('a page reports load times and web vitals', async ({ page, request, signedIn }) => {
  // A separate version, because other tests use the deployed one concurrently.
  const version = `e2e-own-${randomUUID()}`;
  unregister = registerVersion('analytics', version);
  await changeRegistry(page, ({ areas }) => {
    for (const area of areas) if (area.id === 'analytics') Object.assign(area, { version });
  });
  // The entry may already be prefetched before the visit, which then waits for it. A second request, if the first one is
  // slow, could find the area loaded.
  await page.route(
    /\/areas\/analytics\/[^/]+\/remoteEntry/,
    async (route) => {
      await expect(areaHost(page).loading).toBeVisible();
      await route.continue();
    },
    { times: 1 },
  );
  const reported = async () => {
    const versions = await callAs<VersionHealth[]>(request, 'admin', 'GET', '/api/areas/health?days=1');
    const found = versions.find((each) => each.version === version);
    const { LCP, INP, CLS } = found?.vitals ?? {};
    const { p50 = 0 } = found?.loadMs ?? {};
    return { loaded: p50 > 0, mounted: found?.mountMs !== null, LCP, INP, CLS };
  };
  await signedIn('client');
  // In a test, the browser counts reading the page as user activity.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  );
  const measuring = page.waitForResponse(/\/shell\/web-vitals\./);
  await page.goto('/');
  await readFigures(page);
  await measuring;
  await shell(page).collapse.click();
  await expect(shell(page).expand).toBeVisible();
  await interactionReported(page);
  await page.goto('/login');
  const measured = expect.objectContaining({ p75: expect.any(Number) }) as unknown;
  await expect
    .poll(reported)
    .toEqual({ loaded: true, mounted: true, LCP: measured, INP: measured, CLS: measured });
});

test('is in the admin menu and shows what the page has loaded', async ({ page, signedIn }) => {
  await signedIn('internal');
  await page.goto(health);
  await expect(page.getByText('Not loaded').first()).toBeVisible();
  await shell(page).nav.getByRole('link', { name: 'Performance Overview' }).click();
  await expect(page.locator('[data-area="analytics"]')).toBeVisible();
  await expect(filterPanel(page).panel).toBeVisible();
  await shell(page).adminMenu.click();
  await page.getByRole('menuitem', { name: 'Area Health' }).click();
  await expect(shell(page).heading('Area Health')).toBeVisible();
  await expect(page.getByText('On this page Loaded')).toBeVisible();
});

/** A canary as the API describes it; the deployed areas of other tests stay without one. */
const showCanary = (page: Page) => {
  const side = { people: 60, failed: 2, mountMs: 120, lcpMs: 900, inpMs: null };
  const canary = {
    id: '1',
    area: 'analytics',
    version: 'v2',
    stable: 'v1',
    ring: '25',
    state: 'running',
    isSafe: false,
    reason: null,
    startedAt: '2026-03-01T10:00:00.000Z',
    startedBy: 'CI',
    endedAt: null,
    nextLook: 62,
    sides: { canary: side, stable: side },
  };
  return page.route('**/api/canaries', (route) => route.fulfill({ json: { success: true, data: [canary] } }));
};

test('fits a phone with a canary, and axe finds nothing', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await showCanary(page);
  await signedIn('sysadmin');
  await page.goto(health);
  await expect(page.getByRole('button', { name: 'Promote' })).toBeVisible();
  // On wider screens, this is a table column. Other tests decide which area has reports.
  const failures = page.getByRole('term').filter({ hasText: 'Failures' }).first();
  await failures.scrollIntoViewIfNeeded();
  await expect(failures).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});
