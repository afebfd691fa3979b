import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { followRequests } from './follow-requests.ts';

export interface Session {
  token: string;
  userId: number;
  /** What the tab remembers, by key of its session storage. */
  remembered: Record<string, string>;
}

/** A tab of a browser profile of its own: nothing cached, signed in. */
export interface BenchTab {
  page: Page;
  cdp: CDPSession;
  /** Waits until nothing is asked for any more. */
  quiet: () => Promise<void>;
  close: () => Promise<void>;
}

/** 9 Mbit/s in bytes per second, and 100 ms. */
const slowNetwork = {
  offline: false,
  latency: 100,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
};

/**
 * Runs in the page, before anything else. Marks `content:ID` when an area's heading has been painted, and `click`
 * when a person clicks.
 */
const watchContent = () => {
  const seen = new WeakSet<Element>();
  const markPainted = (name: string) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      const painted = () => {
        performance.mark(name);
        port1.close();
      };
      port1.addEventListener('message', painted);
      port1.start();
      port2.postMessage(undefined);
    });
  };
  const look = () => {
    for (const heading of document.querySelectorAll('[data-area] h1')) {
      if (seen.has(heading) || !heading.checkVisibility()) continue;
      seen.add(heading);
      markPainted(`content:${heading.closest<HTMLElement>('[data-area]')?.dataset['area'] ?? ''}`);
    }
  };
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'style'] };
  new MutationObserver(look).observe(document, changes);
  addEventListener('click', ({ timeStamp }) => performance.mark('click', { startTime: timeStamp }), true);
};

/** Runs in the page: the browser says that its person wants to save data, so nothing is prefetched. */
const saveData = () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
};

/** Runs in the page: the tab was used before. */
const remember = (items: Record<string, string>) => {
  if (location.protocol !== 'http:') return;
  for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
};

const storage = (origin: string, { token, userId }: Session) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: [
        { name: 'jwt_token', value: token },
        { name: `readerlens.tour.${userId}`, value: 'seen' },
      ],
    },
  ],
});

const prepare = async (
  context: BrowserContext,
  { remembered }: Session,
  { slow, prefetch }: Required<TabOptions>,
) => {
  await context.addInitScript(watchContent);
  await context.addInitScript(remember, remembered);
  if (!prefetch) await context.addInitScript(saveData);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const quiet = followRequests(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (slow) await cdp.send('Network.emulateNetworkConditions', slowNetwork);
  return { page, cdp, quiet };
};

export interface TabOptions {
  /** With the network throttled. */
  slow?: boolean;
  /** Whether links may fetch ahead of the click. */
  prefetch?: boolean;
}

/** Opens a tab without cache, with the session of `session` at `origin`. No page is loaded yet. */
export const openTab = async (
  browser: Browser,
  origin: string,
  session: Session,
  { slow = true, prefetch = true }: TabOptions = {},
): Promise<BenchTab> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    storageState: storage(origin, session),
  });
  const prepared = await prepare(context, session, { slow, prefetch });
  return { ...prepared, close: () => context.close() };
};

/** How often a mark was set. */
const marksOf = (page: Page, name: string): Promise<number> =>
  page.evaluate((wanted) => performance.getEntriesByName(wanted, 'mark').length, name);

/** When the mark was last set, in milliseconds from the start of the page; waits until it was set `count` times. */
export const markedAt = async (page: Page, name: string, count = 1): Promise<number> => {
  const handle = await page.waitForFunction(
    ([wanted, least]) => {
      const marks = performance.getEntriesByName(wanted, 'mark');
      return marks.length >= least && marks.at(-1)?.startTime;
    },
    [name, count] as const,
  );
  return Number(await handle.jsonValue());
};

/** Does `work` and waits until the mark was set once more. */
export const untilMarked = async (page: Page, name: string, work: () => Promise<void>): Promise<number> => {
  const count = await marksOf(page, name);
  await work();
  return markedAt(page, name, count + 1);
};

/** What a tab remembers once it has shown an address. */
export const rememberedAfter = async (
  { page, quiet }: BenchTab,
  address: string,
): Promise<Record<string, string>> => {
  await page.goto(address);
  await quiet();
  return page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
};
