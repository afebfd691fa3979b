import { deploy, handwrittenBundle } from '../commands/area-bundles.ts';
import { liveArea } from '../commands/areas.ts';
import { collectLeftovers, moveToReport } from '../commands/leftovers.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage, expectUsableShell, openAnalytics, openReview } from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const heading = 'Covers everything';

/** Covers the window from inside the area, and again from the body. */
const mount = `
  const cover = (place) => {
    const overlay = document.createElement('div');
    overlay.className = 'e2e-overlay';
    Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: 'tomato' });
    place.append(overlay);
    return overlay;
  };
  props.domElement.innerHTML = '<h1>${heading}</h1>';
  cover(props.domElement);
  cover(document.body).innerHTML = '<p>Still here</p>';
  const wrapper = document.createElement('section');
  document.body.append(wrapper);
  cover(wrapper);
  const meta = document.createElement('meta');
  document.head.append(meta);
  const abort = new AbortController();
  addEventListener('focus', () => {}, { signal: abort.signal });
  abort.abort();
  addEventListener('resize', () => {});
  setInterval(() => {}, 5000);
`;

const plant = async (page: Page) => {
  const bundle = handwrittenBundle(await liveArea(page, 'analytics'), 'covering', {
    mount,
    unmount: 'props.domElement.replaceChildren();',
  });
  await deploy(page, 'analytics', bundle, { previous: false });
};

const overlays = (page: Page) => page.locator('.e2e-overlay');

const leaveAndReport = async (page: Page) => {
  await openReview(page);
  await expect(overlays(page)).toHaveCount(0);
  await moveToReport(page);
};

test(
  'an area that covers the window leaves the sidebar, the top bar and the next page alone',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const leftovers = await collectLeftovers(page);
    await plant(page);
    await page.clock.install();
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(overlays(page)).toHaveCount(3);
    await expectUsableShell(page);
    await leaveAndReport(page);
    const expected = ['covering nodes 5', 'covering listeners 1', 'covering timers 1'];
    await expect.poll(() => leftovers).toEqual(expected);
    await test.step('every visit counts, and nothing adds up on the page', async () => {
      await openAnalytics(page);
      await expect(overlays(page)).toHaveCount(3);
      await leaveAndReport(page);
      await expect.poll(() => leftovers).toEqual([...expected, ...expected]);
    });
  },
);

test('the deployed areas leave nothing behind', async ({ page, signedIn }) => {
  const leftovers = await collectLeftovers(page);
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  const { heading: title } = shell(page);
  await expect(title('Performance Overview')).toBeVisible();
  for (let visit = 0; visit < 3; visit += 1) {
    await openReview(page);
    await page.clock.fastForward(1_500);
    await openAnalytics(page);
    await expect(title('Performance Overview')).toBeVisible();
    await page.clock.fastForward(12_000);
  }
  expect(leftovers).toEqual([]);
});

/** Elements of the shell that React has not created: what an area adds there is found by that, and removed. */
const listForeignNodes = (page: Page) =>
  page.evaluate(() => {
    const list = (parent: Element): string[] =>
      [...parent.children].flatMap((element) => {
        if (element.hasAttribute('data-area')) return [];
        const isReacts = Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
        return isReacts ? list(element) : [element.outerHTML];
      });
    return list(document.getElementById('root')!);
  });

test('all elements of the shell are its own', async ({ page, signedIn }) => {
  await page.goto('/login');
  await expect(shell(page).heading('Log in')).toBeVisible();
  expect(await listForeignNodes(page)).toEqual([]);
  await signedIn('admin');
  for (const [path, title] of [
    [analyticsPage, 'Performance Overview'],
    ['/review-activities', 'Review Activities'],
    ['/admin/area-health', 'Area Health'],
  ] as const) {
    await page.goto(path);
    await expect(shell(page).heading(title)).toBeVisible();
    await expectUsableShell(page);
    expect(await listForeignNodes(page)).toEqual([]);
  }
});
