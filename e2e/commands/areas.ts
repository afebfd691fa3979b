import { createHash } from 'node:crypto';
import type { Page, Request } from '@playwright/test';

/** Files of the analytics area: its entry script and its chunks. */
export const entry = /\/areas\/analytics\/[^/]+\/remoteEntry\.js/;
export const chunk = /\/areas\/analytics\/[^/]+\/area\.[^/]+\.js/;

interface Registry {
  areas: { id: string; container: string; entry: string; integrity: Record<string, string> }[];
}

const registryScript = /(<script type="application\/json" id="readerlens-registry">)(.*?)(<\/script>)/s;

/** Changes the registry that the server writes into its pages. */
export const changeRegistry = (page: Page, change: (registry: Registry) => void) =>
  page.route(
    (url) => !/\/(?:api|shell|areas|dev)\/|\.\w+$/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(registryScript, (_, open, json, close) => {
        const registry = JSON.parse(String(json)) as Registry;
        change(registry);
        return `${String(open)}${JSON.stringify(registry)}${String(close)}`;
      });
      await route.fulfill({ response, body });
    },
  );

/** Deploys a script in place of the analytics area's entry: the registry has its hash, so the browser runs it. */
export const deployEntry = async (page: Page, script: (container: string) => string) => {
  let body = '';
  await changeRegistry(page, ({ areas }) => {
    for (const area of areas) {
      if (area.id !== 'analytics') continue;
      body = script(area.container);
      area.integrity[area.entry] = `sha384-${createHash('sha384').update(body).digest('base64')}`;
    }
  });
  await page.route(entry, (route) => route.fulfill({ contentType: 'text/javascript', body }));
};

/** An entry whose area has these lifecycles, written as JavaScript; those left out do nothing. */
export const areaWith = (lifecycles: Record<string, string>) => (container: string) => {
  const all = { bootstrap: '', mount: '', update: '', unmount: '', ...lifecycles };
  const methods = Object.entries(all).map(([name, body]) => `async ${name}(props) { ${body} }`);
  return `var ${container} = { init() {}, async get() { return () => ({ ${methods.join(', ')} }); } };`;
};

/** What the server is told about failed areas, as it is told. */
export const areaReports = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/log/error'))
      seen.push((request.postDataJSON() as { eventInfo: string }).eventInfo);
  });
  return seen;
};
