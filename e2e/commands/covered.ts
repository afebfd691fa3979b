import type { Page } from '@playwright/test';

interface Found {
  /** Controls and figures that were looked at. */
  looked: number;
  /** Those with `cover` at their center. */
  covered: string[];
}

/**
 * Scrolls the page to its end, half a window at a time, and looks at the center of every control and every figure in
 * the window. `cover` is a selector of a style sheet: of some thousand calls that move an element from the scripts of the
 * tests to those of the page, as a locator does, one never returns.
 */
export const findCovered = (page: Page, cover: string): Promise<Found> =>
  page.evaluate(async (selector): Promise<Found> => {
    const over = document.querySelector(selector);
    const controls = 'a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]';
    const hasFigure = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && /\d/.test(node.textContent ?? ''));
    const describeElement = (element: Element) =>
      element.getAttribute('aria-label') ?? (element.textContent.trim() || element.id);
    const seen = new Set<Element>();
    const covered = new Set<string>();
    const look = () => {
      for (const element of document.querySelectorAll('body *')) {
        if (over?.contains(element) || (!element.matches(controls) && !hasFigure(element))) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        // Hidden text for screen readers is one pixel wide.
        if (width <= 1 || height <= 1 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
        seen.add(element);
        if (over?.contains(document.elementFromPoint(x, y))) covered.add(describeElement(element));
      }
    };
    const { scrollHeight } = document.documentElement;
    for (let at = 0; at < scrollHeight; at += innerHeight / 2) {
      scrollTo(0, at);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      look();
    }
    return { looked: seen.size, covered: [...covered] };
  }, cover);
