import type { Locator } from '@playwright/test';
import { deploy, handwrittenBundle } from '../commands/area-bundles.ts';
import type { Lifecycles } from '../commands/area-bundles.ts';
import { areaReports, liveArea } from '../commands/areas.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import {
  analyticsPage,
  areaHost,
  expectAnalytics,
  expectUsableShell,
  openReview,
} from '../pages/areas.page.ts';
import { shell } from '../pages/shell.page.ts';

const heading = 'Written by hand';
const shows = `props.domElement.innerHTML = '<h1>${heading}</h1>'; window.e2eNavigate = props.navigate;`;
const clears = `props.domElement.replaceChildren();`;
const throwing = `throw new Error('Not today');`;
const never = 'await new Promise(() => {});';

interface Fault {
  /** The lifecycle. */
  of: keyof Lifecycles;
  does: 'throws' | 'never settles';
  report: string;
}

const faults: Fault[] = [
  { of: 'mount', does: 'throws', report: 'mount error: Not today' },
  { of: 'bootstrap', does: 'throws', report: 'mount error: Not today' },
  { of: 'update', does: 'throws', report: 'run error: Not today' },
  {
    of: 'mount',
    does: 'never settles',
    report: 'mount timeout: Mounting Analytics took longer than 30 s.',
  },
  {
    of: 'bootstrap',
    does: 'never settles',
    report: 'mount timeout: Starting Analytics took longer than 30 s.',
  },
  {
    of: 'update',
    does: 'never settles',
    report: 'run timeout: Updating Analytics took longer than 30 s.',
  },
];

/** The body of a lifecycle function with the currently selected fault. */
const faulty = (name: keyof Lifecycles, script = '') =>
  `if (window.e2eFault === '${name} throws') { ${throwing} }
   if (window.e2eFault === '${name} never settles') { ${script} window.e2eHangs = true; ${never} }
   ${script}`;

const selectFault = (page: Page, fault?: Fault) =>
  page.evaluate((name) => Reflect.set(window, 'e2eFault', name), fault && `${fault.of} ${fault.does}`);

const bundleWith = async (page: Page, lifecycles: Lifecycles) =>
  handwrittenBundle(await liveArea(page, 'analytics'), 'newest', {
    mount: shows,
    unmount: clears,
    ...lifecycles,
  });

const faultyBundle = (page: Page) =>
  bundleWith(page, {
    bootstrap: faulty('bootstrap'),
    mount: faulty('mount', shows),
    update: faulty('update'),
  });

/** Navigates within the area to another fragment, which calls `update`. */
const changeAddress = (page: Page) =>
  page.evaluate(() => {
    const navigate = Reflect.get(window, 'e2eNavigate') as (to: string) => void;
    navigate(`${location.search}#${Number(location.hash.slice(1)) + 1}`);
  });

const hangs = (page: Page) => page.evaluate(() => Reflect.get(window, 'e2eHangs') as unknown);

/** Starts the faulty version with a button and triggers its fault. */
const provoke = async (page: Page, fault: Fault, start: Locator) => {
  await selectFault(page, fault);
  await page.evaluate(() => Reflect.set(window, 'e2eHangs', false));
  await start.click();
  if (fault.of === 'update') {
    await expect(shell(page).heading(heading)).toBeVisible();
    await changeAddress(page);
  } else if (fault.does === 'never settles') await expect(areaHost(page).loading).toBeVisible();
  if (fault.does !== 'never settles') return;
  // The deadline starts with the call, which may be delayed on a busy machine.
  await expect.poll(() => hangs(page)).toBe(true);
  await page.clock.fastForward(31_000);
};

const nameFault = ({ of, does }: Fault) => `${of} ${does}`;

test('failing lifecycles: only their area is affected, and a retry restarts it', async ({
  page,
  signedIn,
}) => {
  const reports = await areaReports(page);
  const { unavailable, retry, mounted } = areaHost(page);
  await deploy(page, 'analytics', await faultyBundle(page), { previous: false });
  await page.clock.install();
  await page.addInitScript(() => Reflect.set(window, 'e2eFault', 'mount throws'));
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(unavailable).toBeVisible();
  for (const fault of faults) {
    await test.step(nameFault(fault), async () => {
      const before = reports().length;
      await provoke(page, fault, retry);
      await expect.poll(() => reports().slice(before)).toEqual([`area analytics@newest ${fault.report}`]);
      await expect(unavailable).toBeVisible();
      await expect(page.getByText(heading)).toHaveCount(0);
      await expect(mounted).toHaveCount(0);
    });
  }
  await expectUsableShell(page);
  await openReview(page);
  await page.goBack();
  await expect(areaHost(page).loading.or(shell(page).heading(heading))).toBeVisible();
  await selectFault(page);
  await openReview(page);
  await page.goBack();
  await expect(shell(page).heading(heading)).toBeVisible();
  await expect(mounted).toHaveCount(1);
});

test(
  'failing lifecycles: the previous version takes over',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const reports = await areaReports(page);
    const { fallback, retryLatest, mounted } = areaHost(page);
    await deploy(page, 'analytics', await faultyBundle(page));
    await page.clock.install();
    await page.addInitScript(() => Reflect.set(window, 'e2eFault', 'mount throws'));
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    await expect(fallback).toBeVisible();
    for (const fault of faults) {
      await test.step(nameFault(fault), async () => {
        const before = reports().length;
        await provoke(page, fault, retryLatest);
        await expect(fallback).toBeVisible();
        await expectAnalytics(page);
        await expect(mounted).toHaveCount(1);
        await expect.poll(() => reports().slice(before)).toEqual([`area analytics@newest ${fault.report}`]);
      });
    }
    await openReview(page);
    await page.goBack();
    await expectAnalytics(page);
    await expect(fallback).toBeVisible();
    await selectFault(page);
    await retryLatest.click();
    await expect(shell(page).heading(heading)).toBeVisible();
    await expect(fallback).toHaveCount(0);
  },
);

test('a mount that completes after its deadline is unmounted', async ({ page, signedIn }) => {
  const reports = await areaReports(page);
  const log = () => page.evaluate(() => Reflect.get(window, 'e2eLog') as string[] | undefined);
  await deploy(
    page,
    'analytics',
    await bundleWith(page, {
      mount: `await new Promise((resolve) => (window.e2eMount = resolve)); ${shows} document.title = 'Too late';`,
      unmount: `${clears} (window.e2eLog ??= []).push('unmounted');`,
    }),
    { previous: false },
  );
  await page.clock.install();
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(areaHost(page).loading).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(areaHost(page).unavailable).toBeVisible();
  expect(await log()).toBeUndefined();
  await page.evaluate(() => (Reflect.get(window, 'e2eMount') as () => void)());
  await expect.poll(log).toEqual(['unmounted']);
  await expect(page.getByText(heading)).toHaveCount(0);
  await expect(areaHost(page).unavailable).toBeVisible();
  await expect
    .poll(reports)
    .toEqual(['area analytics@newest mount timeout: Mounting Analytics took longer than 30 s.']);
});

for (const [name, unmount, report] of [
  ['throwing', `throw new Error('I stay');`, 'unmount error: I stay'],
  ['that never settles', never, 'unmount timeout: Leaving Analytics took longer than 5 s.'],
] as const) {
  test(`unmount ${name}: the next page is shown and the area's content is removed`, async ({
    page,
    signedIn,
  }) => {
    const reports = await areaReports(page);
    await deploy(page, 'analytics', await bundleWith(page, { unmount }));
    await page.clock.install();
    await signedIn('reviewer');
    await page.goto(analyticsPage);
    const content = shell(page).heading(heading);
    await expect(content).toBeVisible();
    await openReview(page);
    await expect(content).toHaveCount(0);
    await page.clock.fastForward(6_000);
    await expect.poll(reports).toEqual([`area analytics@newest ${report}`]);
    await page.goBack();
    await expect(content).toBeVisible();
    await expect(areaHost(page).mounted).toHaveCount(1);
  });
}
