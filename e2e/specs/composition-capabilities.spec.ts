import { randomUUID } from 'node:crypto';
import { deploy, handwrittenBundle } from '../commands/area-bundles.ts';
import type { Lifecycles } from '../commands/area-bundles.ts';
import { areaReports, liveArea } from '../commands/areas.ts';
import { collectLeftovers, moveToReport } from '../commands/leftovers.ts';
import { registerVersion } from '../commands/site.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import {
  analyticsPage,
  areaHost,
  expectUsableShell,
  openAnalytics,
  openReview,
} from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const heading = 'Spreads everywhere';
const shows = `props.domElement.innerHTML = '<h1>${heading}</h1>';`;
const clears = 'props.domElement.replaceChildren();';
const reviewPath = /\/review/;

let unregister: (() => void) | undefined;
test.afterEach(() => {
  unregister?.();
  unregister = undefined;
});

/** Plants a version of the analytics area and opens it. */
const openPlanted = async (
  page: Page,
  signedIn: (account: 'reviewer') => Promise<void>,
  lifecycles: Lifecycles,
  files: Record<string, string> = {},
) => {
  const bundle = handwrittenBundle(await liveArea(page, 'analytics'), 'spreading', {
    mount: shows,
    unmount: clears,
    ...lifecycles,
  });
  Object.assign(bundle.files, files);
  const leftovers = await collectLeftovers(page);
  await deploy(page, 'analytics', bundle, { previous: false });
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  return leftovers;
};

const expectPlanted = (page: Page) => expect(shell(page).heading(heading)).toBeVisible();

/** The looks of the sidebar and of the heading of the page. */
const readLooks = (page: Page) =>
  page.evaluate(() =>
    ['nav a', 'h1'].map((selector) => {
      const { color, fontSize, textTransform } = getComputedStyle(document.querySelector(selector)!);
      return { color, fontSize, textTransform };
    }),
  );

/** Adds the stylesheet as a bundled area does, and continues when it applies. */
const linksStyles = `
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: '/areas/analytics/spreading/area.css' });
  const loaded = new Promise((resolve) => link.addEventListener('load', resolve));
  document.head.append(link);
  await loaded;
`;

const spreadingStyles = {
  'area.css': 'nav a, h1 { text-transform: uppercase !important; font-size: 40px !important; }',
};

for (const [name, mount, expectShown] of [
  ['an area', `${linksStyles} ${shows}`, expectPlanted],
  [
    'an area that does not mount',
    `${linksStyles} throw new Error('Not today');`,
    (page: Page) => expect(areaHost(page).unavailable).toBeVisible(),
  ],
] as const) {
  test(`the stylesheet of ${name} does not apply to the next page`, async ({ page, signedIn }) => {
    await signedIn('reviewer');
    await page.goto('/review-activities');
    await expect(shell(page).heading('Review Activities')).toBeVisible();
    const looks = await readLooks(page);
    await openPlanted(page, signedIn, { mount }, spreadingStyles);
    await expectShown(page);
    await openReview(page);
    expect(await readLooks(page)).toEqual(looks);
    await openAnalytics(page);
    await expectShown(page);
    await openReview(page);
    expect(await readLooks(page)).toEqual(looks);
  });
}

test(
  'an area that navigates after it was left does not pull the user back',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const leftovers = await openPlanted(page, signedIn, {
      mount: `${shows} setTimeout(() => { props.navigate('/'); window.e2eTried = true; }, 600_000);`,
      unmount: `${clears} setTimeout(() => {
      history.pushState(null, '', '/account');
      document.body.style.pointerEvents = 'none';
      document.body.append(Object.assign(document.createElement('aside'), { className: 'e2e-late' }));
      window.fetch = () => Promise.reject(new TypeError('Mine'));
    }, 600_000);`,
    });
    await expectPlanted(page);
    await openReview(page);
    await moveToReport(page);
    await expect.poll(() => leftovers).toEqual(['spreading timers 2']);
    await page.clock.fastForward(600_000);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'e2eTried') as unknown)).toBe(true);
    await expect(page).toHaveURL(reviewPath);
    await expect(shell(page).heading('Review Activities')).toBeVisible();
    await expect(page.locator('.e2e-late')).toHaveCount(0);
    await expectUsableShell(page);
    await moveToReport(page);
    await expect.poll(() => leftovers).toEqual(['spreading timers 2', 'spreading late 1']);
  },
);

test('an area that replaces functions of the browser breaks no call of others', async ({
  page,
  signedIn,
}) => {
  const leftovers = await openPlanted(page, signedIn, {
    mount: `
      window.fetch = () => Promise.reject(new TypeError('Mine'));
      Object.defineProperty(window, 'XMLHttpRequest', { value: class {}, configurable: true });
      history.pushState = () => {};
      ${shows}`,
  });
  await expectPlanted(page);
  await openReview(page);
  await expect(page.getByText('You seem to be offline')).toHaveCount(0);
  await expect(page).toHaveURL(reviewPath);
  await moveToReport(page);
  await expect.poll(() => leftovers).toEqual(['spreading patched 3']);
});

test('a leave guard that throws lets the user leave, and is reported', async ({ page, signedIn }) => {
  const reports = await areaReports(page);
  await openPlanted(page, signedIn, {
    mount: `${shows} props.registerGuard(() => { throw new Error('No way out'); });`,
  });
  await expectPlanted(page);
  await openReview(page);
  await expect(page).toHaveURL(reviewPath);
  await expect.poll(reports).toEqual(['area analytics@spreading run error: No way out']);
});

test('attributes of the page and elements in those of the shell end with their area', async ({
  page,
  signedIn,
}) => {
  const leftovers = await openPlanted(page, signedIn, {
    mount: `${shows}
      document.body.style.pointerEvents = 'none';
      document.documentElement.setAttribute('data-e2e', 'planted');
      document.body.classList.add('e2e-planted');
      const plant = (place) => {
        const element = document.createElement('section');
        element.className = 'e2e-planted';
        element.innerHTML = '<b>Buy</b>';
        place.append(element);
      };
      plant(document.documentElement);
      plant(document.querySelector('nav'));
      plant(document.querySelector('main'));`,
  });
  await expectPlanted(page);
  await expectUsableShell(page);
  await openReview(page);
  await expect(page.locator('.e2e-planted, [data-e2e]')).toHaveCount(0);
  await moveToReport(page);
  await expect.poll(() => leftovers).toEqual(['spreading nodes 6', 'spreading patched 3']);
});

test('Area Health names what a version replaced, and that it acted after it was left', async ({
  page,
  signedIn,
}) => {
  const version = `e2e${randomUUID().replaceAll('-', '')}`;
  unregister = registerVersion('analytics', version);
  const bundle = handwrittenBundle(await liveArea(page, 'analytics'), version, {
    mount: `${shows}
      document.body.style.pointerEvents = 'none';
      props.registerGuard(() => { throw new Error('No way out'); });
      setTimeout(() => props.navigate('/'), 600_000);`,
    unmount: clears,
  });
  await deploy(page, 'analytics', bundle, { previous: false });
  await page.clock.install();
  await signedIn('admin');
  await page.goto(analyticsPage);
  await expectPlanted(page);
  await openReview(page);
  await moveToReport(page);
  const sent = page.waitForResponse('**/api/areas/samples');
  await page.clock.fastForward(600_000);
  await page.clock.fastForward(11_000);
  await sent;
  await page.goto('/admin/area-health?days=1');
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: version }) });
  await expect(row.getByRole('cell', { name: '1 error' })).toBeVisible();
  await expect(row.getByRole('cell', { name: /1 timers\s*1 patched\s*1 late/ })).toBeVisible();
});
