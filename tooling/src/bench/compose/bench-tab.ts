import type { Browser, BrowserContext, CDPSession, Page, Request } from '@playwright/test';

export interface Session {
  token: string;
  userId: number;
  /** Contents of the tab's session storage, by key. */
  storedSession: Record<string, string>;
}

/** A tab with its own browser profile: signed in, with an empty cache. */
export interface BenchTab {
  page: Page;
  cdp: CDPSession;
  /** Waits until all requests are done. */
  quiet: () => Promise<void>;
  close: () => Promise<void>;
}

/** 9 Mbit/s in bytes per second, and 100 ms latency. */
const slowNetwork = {
  offline: false,
  latency: 100,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
};

/**
 * Runs in the page first. Sets the performance mark `content:ID` when an area's heading has been painted, and `click` on
 * each click.
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
  const markNewHeadings = () => {
    for (const heading of document.querySelectorAll('[data-area] h1')) {
      if (seen.has(heading) || !heading.checkVisibility()) continue;
      seen.add(heading);
      markPainted(`content:${heading.closest<HTMLElement>('[data-area]')?.dataset['area'] ?? ''}`);
    }
  };
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'style'] };
  new MutationObserver(markNewHeadings).observe(document, changes);
  addEventListener('click', ({ timeStamp }) => performance.mark('click', { startTime: timeStamp }), true);
};

/** Runs in the page: enables the data saver, so that nothing is prefetched. */
const saveData = () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
};

/** Runs in the page: restores the session storage. */
const restoreSessionStorage = (items: Record<string, string>) => {
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

const idleMs = 500;
const stepMs = 100;

/** Tracks the requests of a page. Returns a function that waits until there were none for half a second. */
const trackRequests = (page: Page): (() => Promise<void>) => {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    for (let calm = 0; calm < idleMs; calm = pending.size === 0 ? calm + stepMs : 0)
      await page.waitForTimeout(stepMs);
  };
};

const prepare = async (
  context: BrowserContext,
  { storedSession }: Session,
  { slow, prefetch }: Required<TabOptions>,
) => {
  await context.addInitScript(watchContent);
  await context.addInitScript(restoreSessionStorage, storedSession);
  if (!prefetch) await context.addInitScript(saveData);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const quiet = trackRequests(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (slow) await cdp.send('Network.emulateNetworkConditions', slowNetwork);
  return { page, cdp, quiet };
};

export interface TabOptions {
  /** Throttles the network. */
  slow?: boolean;
  /** Whether links may prefetch before the click. */
  prefetch?: boolean;
}

/** Opens a tab with an empty cache, signed in to `origin`. No page is loaded yet. */
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

/** How many times a mark was set. */
const countMarks = (page: Page, name: string): Promise<number> =>
  page.evaluate((wanted) => performance.getEntriesByName(wanted, 'mark').length, name);

/** Waits until the mark was set `count` times. Returns its last time, in milliseconds since navigation start. */
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

/** Runs `work` and waits until the mark is set again. */
export const untilMarked = async (page: Page, name: string, work: () => Promise<void>): Promise<number> => {
  const count = await countMarks(page, name);
  await work();
  return markedAt(page, name, count + 1);
};

/** The session storage of a tab after loading an address. */
export const sessionStorageAfter = async (
  { page, quiet }: BenchTab,
  address: string,
): Promise<Record<string, string>> => {
  await page.goto(address);
  await quiet();
  return page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
};
