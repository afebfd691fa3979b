import { expect, test } from '../fixtures.ts';
import type { Locator } from '@playwright/test';
import type { Page } from '../fixtures.ts';
import { violations } from './axe.ts';
import type { Rules } from './axe.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const schemes = ['light', 'dark'] as const;

/** Each size is a separate visit, because it may render other elements; each state is checked in both color schemes. */
export const looks = sizes.map((viewport) => ({
  look: `at ${viewport.width}x${viewport.height}`,
  narrow: viewport.width < 768,
  options: { colorScheme: schemes[0], viewport },
}));

/** Switches the color scheme of the current page. */
const showIn = async (page: Page, colorScheme: (typeof schemes)[number]) => {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveClass(new RegExp(`(^| )${colorScheme}( |$)`));
  // Charts, which set colors in scripts, are redrawn in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
};

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

/** Expects no axe violations, no horizontal overflow and no empty space below the content. */
export const expectClean = async (
  page: Page,
  name: string,
  { scrolled = page.locator('html'), rules = 'all' }: { scrolled?: Locator; rules?: Rules } = {},
) => {
  expect.soft(await violations(page, rules), name).toEqual([]);
  const over = await scrolled.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect.soft(over, `${name}: too wide`).toBe(0);
  expect.soft(await emptyBelow(page), `${name}: too long`).toBeLessThan(spaceAtEnd);
};

/** Both schemes have the same elements, so that names, roles and structure are checked in one of them. */
const rulesFor = (scheme: (typeof schemes)[number]): Rules =>
  scheme === 'light' || process.env.SOAK ? 'all' : 'looks';

/** Returns a step that reaches a state of the page and expects it to be clean in both color schemes. */
export const statesOf = (page: Page, scrolled = page.locator('html')) => {
  // Starts with the current scheme, to switch only once per state.
  const order = [...schemes];
  return (name: string, reach: () => Promise<unknown>) =>
    test.step(name, async () => {
      await reach();
      for (const scheme of order) {
        await showIn(page, scheme);
        await expectClean(page, `${name}, ${scheme}`, { scrolled, rules: rulesFor(scheme) });
      }
      order.reverse();
    });
};
