import { expect, test } from '../fixtures.ts';
import type { Locator } from '@playwright/test';
import type { Page } from '../fixtures.ts';
import { violations } from './axe.ts';
import type { Rules } from './axe.ts';
import { longestTimeout } from './deadlines.ts';
import { rotate } from './rotation.ts';
import { runInPage } from './run-in-page.ts';

const wide = { width: 1440, height: 900 };

const narrow = { width: 390, height: 844 };

const sizes = [wide, narrow];

type Size = typeof wide;

const describeLook = ({ width, height }: Size) => `at ${width}x${height}`;

const schemes = ['light', 'dark'] as const;

type Scheme = (typeof schemes)[number];

/** One visit per size, for tests whose states end when the window changes its size; others use `statesInBothSizes`. */
export const looks = sizes.map((viewport) => ({
  look: describeLook(viewport),
  narrow: viewport === narrow,
  options: { colorScheme: schemes[0], viewport },
}));

/** Waits until the page has drawn what has changed. Charts, for example, are redrawn in the next frame. */
const nextFrames = (page: Page) =>
  runInPage(
    page,
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    undefined,
  );

/** Switches the color scheme of the current page. */
const showIn = async (page: Page, colorScheme: Scheme) => {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveClass(new RegExp(`(^| )${colorScheme}( |$)`));
  await nextFrames(page);
};

/** Changes the size of the window. The page may still load elements of this size, for which `violations` waits. */
const resizeTo = async (page: Page, size: Size) => {
  // In the other size the mouse would be over another element, whose tooltip would be checked, depending on the rows of the day.
  await page.mouse.move(0, 0);
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await nextFrames(page);
};

/** For states of narrow windows only, after those of both sizes. */
export const makeNarrow = (page: Page) => resizeTo(page, narrow);

/** Space for the offer of the tour and the padding of the main element, in pixels. */
const spaceAtEnd = 160;

/** Height of the empty space below the content, beyond the window height, in pixels. */
const emptyBelow = (page: Page) =>
  page.evaluate(() => {
    const end = Math.max(
      ...[...document.querySelectorAll('main')].map((main) => main.getBoundingClientRect().bottom),
    );
    return document.documentElement.scrollHeight - Math.max(innerHeight, end + scrollY);
  });

/** A day, a time, a number, or an amount. */
const valueText = String.raw`^(?:[^\p{L}]*\d[^\p{L}]*[KMB]?|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} \d{1,2}, \d{4}.{0,12})$`;

/** Values and actions of cells that end in an ellipsis, and columns of numbers whose heading stands at the other side. */
const faultsOfTables = (page: Page): Promise<string[]> =>
  page.evaluate((pattern) => {
    const value = new RegExp(pattern, 'u');
    const cells = [...document.querySelectorAll<HTMLElement>('td, dd')];
    const isCut = (cell: HTMLElement) =>
      [cell, ...cell.querySelectorAll('*')].some(
        (part) =>
          part.scrollWidth > part.clientWidth &&
          part.clientWidth > 1 &&
          getComputedStyle(part).overflowX !== 'visible',
      );
    const isValue = ({ textContent }: HTMLElement) =>
      textContent.length < 40 && value.test(textContent.trim());
    const hasOnlyIcons = (cell: HTMLElement) =>
      cell.textContent.trim() === '' && cell.querySelector('a svg, button svg') !== null;
    const cut = cells
      .filter((cell) => isValue(cell) || hasOnlyIcons(cell))
      .filter(isCut)
      .map(
        (cell) =>
          `cut: ${cell.textContent.trim() || cell.querySelector('a, button')?.getAttribute('aria-label')}`,
      );
    const numbers = [
      ...document.querySelectorAll<HTMLTableCellElement>('tbody tr:first-of-type td[data-numeric]'),
    ];
    const astray = numbers
      .map((cell) => cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex])
      .filter((head) => head && head.textContent.trim() !== '' && getComputedStyle(head).textAlign !== 'end')
      .map((head) => `beside its numbers: ${head?.textContent}`);
    return [...cut, ...astray];
  }, valueText);

/** Of what scrolls, as in a style sheet. */
type Selector = string;

/**
 * Expects no axe violations, no horizontal overflow, no empty space below the content, no cut value and no heading beside its
 * numbers.
 */
export const expectClean = async (
  page: Page,
  name: string,
  { scrolled = 'html', rules = 'all' }: { scrolled?: Selector; rules?: Rules } = {},
) => {
  expect.soft(await violations(page, rules), name).toEqual([]);
  // Not by a locator, which moves elements between two worlds of scripts: of some thousand such calls, one never returns.
  const over = await page.evaluate((selector) => {
    const all = [...document.querySelectorAll(selector)];
    return Math.max(...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  }, scrolled);
  expect.soft(over, `${name}: too wide`).toBe(0);
  expect.soft(await emptyBelow(page), `${name}: too long`).toBeLessThan(spaceAtEnd);
  expect.soft(await faultsOfTables(page), name).toEqual([]);
};

/** Both schemes have the same elements, so that names, roles and structure are checked in one of them. */
const rulesFor = (scheme: Scheme): Rules => (scheme === 'light' || process.env.SOAK ? 'all' : 'looks');

/** The size that has its turn in the dark; few colors depend on the size. It stays for a round, as many tests run on one day of three. */
const darkSizes = rotate(sizes);

/** Expects a state in these color schemes. */
const checkSchemes = async (page: Page, name: string, checked: readonly Scheme[], scrolled: Selector) => {
  for (const scheme of checked) {
    await showIn(page, scheme);
    await expectClean(page, `${name}, ${scheme}`, { scrolled, rules: rulesFor(scheme) });
  }
};

/** Returns a step that reaches a state in the size of the test and expects it to be clean in the light, and by turns in the dark. */
export const createStateCheck = (page: Page, scrolled: Selector = 'html') => {
  // Starts with the current scheme, to switch only once per state.
  let order: readonly Scheme[] = schemes;
  return (name: string, reach: () => Promise<unknown>) =>
    test.step(name, async () => {
      await reach();
      const width = page.viewportSize()?.width;
      if (!darkSizes.some((size) => size.width === width))
        return checkSchemes(page, name, ['light'], scrolled);
      await checkSchemes(page, name, order, scrolled);
      order = order.toReversed();
    });
};

type InSize<T> = (isNarrow: boolean) => T;

/** One scheme per size, so that a state is checked twice and not four times; the sizes change places with the next seed. */
const schemesOfSize = (size: Size): readonly Scheme[] => {
  if (process.env.SOAK) return schemes;
  return darkSizes.includes(size) ? ['dark'] : ['light'];
};

/**
 * Returns a step that reaches a state once and expects it to be clean in both sizes and, over the days, in both color
 * schemes of each. `shown` is what shows the state, in each size: without it, the checks after the resize could pass in
 * a state that has closed. Starts with the current size, so that every other state is reached in the narrow window.
 */
export const statesInBothSizes = (page: Page, scrolled: Selector = 'html') => {
  test.setTimeout(longestTimeout);
  let order = [...sizes];
  const step =
    (isReachedAgain: boolean) =>
    (name: string, shown: Locator | InSize<Locator>, reach: InSize<Promise<unknown>>) =>
      test.step(name, async () => {
        expect(page.viewportSize(), 'the size after the state before').toEqual(order[0]);
        for (const [index, size] of order.entries()) {
          if (index > 0) await resizeTo(page, size);
          if (index === 0 || isReachedAgain) await reach(size === narrow);
          const expectShown = () =>
            expect(typeof shown === 'function' ? shown(size === narrow) : shown).toBeVisible();
          await expectShown();
          await checkSchemes(page, `${name}, ${describeLook(size)}`, schemesOfSize(size), scrolled);
          await expectShown();
        }
        order.reverse();
      });
  return Object.assign(step(false), {
    /** For a state that a resize closes: it is reached in each size. */
    again: step(true),
  });
};
