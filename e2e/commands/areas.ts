import type { Page } from '@playwright/test';
import { shiftDate } from './clock.ts';

/** A deployed version of an area, as in the registry. */
export interface AreaVersion {
  version: string;
  /** Global variable defined by the entry script. */
  container: string;
  base: string;
  entry: string;
  module: string;
  preload: string[];
  consumes: string[];
  integrity: Record<string, string>;
  widgetFiles?: Record<string, string[]>;
}

export interface Area extends AreaVersion {
  id: string;
  name: string;
  routes: object[];
  navigation: object[];
  claims?: object[];
  previous?: AreaVersion;
  canary?: AreaVersion & { release: string; ring: string };
}

export interface Registry {
  areas: Area[];
}

/** Files of the analytics area: entry script and chunks. */
export const entry = /\/areas\/analytics\/[^/]+\/remoteEntry\.js/;
export const chunk = /\/areas\/analytics\/[^/]+\/area\.[^/]+\.js/;

/** The server's registry. */
export const liveRegistry = async (page: Page): Promise<Registry> =>
  (await (await page.request.get('/registry.json')).json()) as Registry;

/** An area in the server's registry. */
export const liveArea = async (page: Page, id: string): Promise<Area> => areaIn(await liveRegistry(page), id);

/** An area in a registry. Throws if it is not deployed. */
export const areaIn = ({ areas }: Registry, id: string): Area => {
  const area = areas.find((each) => each.id === id);
  if (!area) throw new Error(`The area ${id} is not deployed.`);
  return area;
};

const registryScript = /(<script type="application\/json" id="readerlens-registry">)(.*?)(<\/script>)/s;

/** URLs for which the server sends the page. */
const isDocument = (url: URL) => !/^\/(?:api|shell|areas|dev)\/|\.\w+$/.test(url.pathname);

/** Replaces the registry inlined in pages; `text` is called for each page. */
export const inlineRegistry = (page: Page, text: () => string) =>
  page.route(isDocument, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      registryScript,
      (_, open, __, close) => `${String(open)}${text()}${String(close)}`,
    );
    await route.fulfill({ response, body });
  });

/** Replaces the registry for the page, both inlined and fetched. */
export const showRegistry = async (page: Page, registry: Registry) => {
  await page.route('**/registry.json', (route) => route.fulfill({ json: registry }));
  await inlineRegistry(page, () => JSON.stringify(registry));
};

/** Replaces the page's registry with a changed copy of the server's. */
export const changeRegistry = async (page: Page, change: (registry: Registry) => void) => {
  const registry = await liveRegistry(page);
  change(registry);
  await showRegistry(page, registry);
};

/** Moves the page's date to `halfMinutes` after the start of the test, so that its registry is stale. */
export const advanceTime = (page: Page, halfMinutes: number) => shiftDate(page, halfMinutes * 30_000);

/** Triggers the fetch of the registry that happens when a user returns to the page. */
export const refreshRegistry = async (page: Page) => {
  const response = page.waitForResponse('**/registry.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await response).finished();
};

/**
 * Collects the failure reports of the page. They do not reach the server, because they would exceed its rate limit per
 * address.
 */
export const failureReports = async (page: Page): Promise<string[]> => {
  const seen: string[] = [];
  await page.route('**/api/log/error', (route) => {
    seen.push((route.request().postDataJSON() as { eventInfo: string }).eventInfo);
    return route.fulfill({ json: { success: true, data: null } });
  });
  return seen;
};

/** Failure reports about areas: a page whose clock is moved may also report a pending fetch of the registry. */
export const areaReports = async (page: Page): Promise<() => string[]> => {
  const reports = await failureReports(page);
  return () => reports.filter((text) => text.startsWith('area '));
};

/** Collects the paths of scripts and styles that the page fetches. */
export const fetchedFiles = (page: Page, address: RegExp | string = ''): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isFile = ['script', 'stylesheet'].includes(request.resourceType());
    if (isFile && pathname.search(address) !== -1) seen.push(pathname);
  });
  return seen;
};

/** The shell's files that only areas with charts need. */
export const chartFiles = async (page: Page): Promise<string[]> => {
  const list = (await (await page.request.get('/shell/files.json')).json()) as {
    initial: string[];
    shared: Record<string, string[]>;
  };
  const files = list.shared['@readerlens/ui/charts'] ?? [];
  return files.filter((file) => !list.initial.includes(file)).map((file) => `/shell/${file}`);
};
