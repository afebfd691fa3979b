import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { violations } from './axe.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** How a page may look, by colour scheme and size, with what a test of it has to use. */
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  sizes.map((viewport) => ({
    look: `${colorScheme} at ${viewport.width}x${viewport.height}`,
    narrow: viewport.width < 768,
    options: { colorScheme, viewport, reducedMotion: 'reduce' as const },
  })),
);

/** The corner's room, and the main part's own. */
const roomAtEnd = 160;

/** How much of nothing comes below what a page has, in pixels; the window's height is always there. */
const emptyBelow = (page: Page) =>
  page.evaluate(() => {
    const end = Math.max(
      ...[...document.querySelectorAll('main')].map((main) => main.getBoundingClientRect().bottom),
    );
    return document.documentElement.scrollHeight - Math.max(innerHeight, end + scrollY);
  });

/**
 * For each state of a page: how to get there, then axe finds nothing, nothing is wider than what scrolls it, and the
 * page ends with what is on it.
 */
export const statesOf =
  (page: Page, scrolled = page.locator('html')) =>
  (name: string, reach: () => Promise<unknown>) =>
    test.step(name, async () => {
      await reach();
      expect.soft(await violations(page), name).toEqual([]);
      const over = await scrolled.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect.soft(over, `${name}: too wide`).toBe(0);
      expect.soft(await emptyBelow(page), `${name}: too long`).toBeLessThan(roomAtEnd);
    });
