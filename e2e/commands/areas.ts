import type { Page } from '@playwright/test';
import { shiftDate } from './clock.ts';

/** One deployed version of an area, as the registry has it. */
export interface AreaVersion {
  version: string;
  /** Global that the entry script defines. */
  container: string;
  base: string;
  entry: string;
  module: string;
  preload: string[];
  consumes: string[];
  integrity: Record<string, string>;
}

export interface Area extends AreaVersion {
  id: string;
  name: string;
  routes: object[];
  navigation: object[];
  previous?: AreaVersion;
}

export interface Registry {
  areas: Area[];
}

/** Files of the analytics area: its entry script and its chunks. */
export const entry = /\/areas\/analytics\/[^/]+\/remoteEntry\.js/;
export const chunk = /\/areas\/analytics\/[^/]+\/area\.[^/]+\.js/;

/** What is deployed on the server. */
export const liveRegistry = async (page: Page): Promise<Registry> =>
  (await (await page.request.get('/registry.json')).json()) as Registry;

/** An area as it is deployed on the server. */
export const liveArea = async (page: Page, id: string): Promise<Area> => areaIn(await liveRegistry(page), id);

/** The area of a registry. */
export const areaIn = ({ areas }: Registry, id: string): Area => {
  const area = areas.find((each) => each.id === id);
  if (!area) throw new Error(`The area ${id} is not deployed.`);
  return area;
};

const registryScript = /(<script type="application\/json" id="readerlens-registry">)(.*?)(<\/script>)/s;

/** Addresses that are answered with the page itself. */
const isDocument = (url: URL) => !/^\/(?:api|shell|areas|dev)\/|\.\w+$/.test(url.pathname);

/** Replaces the text that the server writes into its pages as the registry, by what is answered at each page. */
export const inlineRegistry = (page: Page, text: () => string) =>
  page.route(isDocument, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      registryScript,
      (_, open, __, close) => `${String(open)}${text()}${String(close)}`,
    );
    await route.fulfill({ response, body });
  });

/** What the page sees as deployed from now on: in documents, and whenever it asks anew. */
export const showRegistry = async (page: Page, registry: Registry) => {
  await page.route('**/registry.json', (route) => route.fulfill({ json: registry }));
  await inlineRegistry(page, () => JSON.stringify(registry));
};

/** Changes what the page sees as deployed; each change starts from what the server has. */
export const changeRegistry = async (page: Page, change: (registry: Registry) => void) => {
  const registry = await liveRegistry(page);
  change(registry);
  await showRegistry(page, registry);
};

/** Lets so many half minutes pass for the page since the test began: what it knows of the registry is old then. */
export const letTimePass = (page: Page, halfMinutes: number) => shiftDate(page, halfMinutes * 30_000);

/** Lets the page ask for the registry, as it does when somebody comes back to it after a while. */
export const followRegistry = async (page: Page) => {
  const asked = page.waitForResponse('**/registry.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await asked).finished();
};

/**
 * What the server is told about failures, as it is told. The reports end here: so many at once would be more than the
 * server takes of one address.
 */
export const failureReports = async (page: Page): Promise<string[]> => {
  const seen: string[] = [];
  await page.route('**/api/log/error', (route) => {
    seen.push((route.request().postDataJSON() as { eventInfo: string }).eventInfo);
    return route.fulfill({ json: { success: true, data: null } });
  });
  return seen;
};

/** The addresses of scripts and styles that the page fetches, as it does. */
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
