import type { Page } from '../fixtures.ts';

/** Opens an address as a link of the product does: the document is not loaded again, which takes most of the time of a visit. */
export const visitInPage = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    // The router counts its entries.
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, href);
