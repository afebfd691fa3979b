import type { Page } from '@playwright/test';
import { areaIn, changeRegistry, liveArea } from './areas.ts';
import type { Area, AreaVersion } from './areas.ts';
import { integrityOf } from './stage.ts';

/** A version of an area with the texts of its files, by their path below its base. */
export interface AreaBundle {
  version: AreaVersion;
  files: Record<string, string>;
}

const integrityOfAll = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, integrityOf(text)]));

/** What of an area is its version. */
export const versionOf = (area: AreaVersion): AreaVersion => ({
  version: area.version,
  container: area.container,
  base: area.base,
  entry: area.entry,
  module: area.module,
  preload: area.preload,
  consumes: area.consumes,
  integrity: area.integrity,
});

/** The texts of a deployed version's scripts and styles. */
const filesOf = async (page: Page, { base, integrity }: AreaVersion): Promise<Record<string, string>> => {
  const texts = Object.keys(integrity).map(
    async (file) => [file, await (await page.request.get(base + file)).text()] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
};

type Edit = (text: string) => string;

/** Files of a version as another build would have them: with a container of their own, and edited. */
export const rebuilt = (area: Area, texts: Record<string, string>, name: string, edit: Edit): AreaBundle => {
  const container = `${area.container}${name}`;
  const files = Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, edit(text.replaceAll(area.container, container))]),
  );
  const base = `/areas/${area.id}/${name}/`;
  const integrity = integrityOfAll(files);
  return { files, version: { ...versionOf(area), version: name, container, base, integrity } };
};

/** A deployed version as another build would have it. */
export const copyOf = async (page: Page, area: Area, name: string, edit: Edit): Promise<AreaBundle> =>
  rebuilt(area, await filesOf(page, area), name, edit);

const lifecycleNames = ['bootstrap', 'mount', 'update', 'unmount'] as const;

/** The body of each lifecycle as JavaScript, with `props`; those left out do nothing. */
export type Lifecycles = Partial<Record<(typeof lifecycleNames)[number], string>>;

/** A version whose entry is the script that `script` makes for its container. */
export const scriptBundle = (area: Area, name: string, script: (container: string) => string): AreaBundle => {
  const container = `readerlens_${area.id}_${name}`;
  const files = { [area.entry]: script(container) };
  const base = `/areas/${area.id}/${name}/`;
  const integrity = integrityOfAll(files);
  const version = {
    ...versionOf(area),
    version: name,
    container,
    base,
    preload: [],
    consumes: [],
    integrity,
  };
  return { files, version };
};

/** A version written by hand. */
export const writtenBundle = (area: Area, name: string, lifecycles: Lifecycles): AreaBundle =>
  scriptBundle(area, name, (container) => {
    const methods = lifecycleNames.map((each) => `async ${each}(props) { ${lifecycles[each] ?? ''} }`);
    return `var ${container} = { init() {}, async get() { return () => ({ ${methods.join(', ')} }); } };`;
  });

const contentTypes = { js: 'text/javascript', css: 'text/css' } as const;

const contentType = (file: string) => (file.endsWith('.css') ? contentTypes.css : contentTypes.js);

/** Serves the files of a version to the page. */
export const serve = (page: Page, { version, files }: AreaBundle) =>
  page.route(
    (url) => url.pathname.startsWith(version.base),
    async (route) => {
      const file = new URL(route.request().url()).pathname.slice(version.base.length);
      const body = files[file];
      if (body === undefined) await route.fulfill({ status: 404, body: 'Not found' });
      else await route.fulfill({ contentType: contentType(file), body });
    },
  );

/** Puts a version in place of the one that the server has deployed, which is what it falls back to unless told. */
export const deploy = async (
  page: Page,
  id: string,
  bundle: AreaBundle,
  { previous = true }: { previous?: boolean | AreaVersion } = {},
) => {
  const live = await liveArea(page, id);
  await serve(page, bundle);
  await changeRegistry(page, (registry) => {
    const area = areaIn(registry, id);
    delete area.previous;
    Object.assign(area, bundle.version);
    if (previous) area.previous = previous === true ? versionOf(live) : previous;
  });
};

/** Shows an area as if its version were the first that was ever deployed. */
export const withoutPrevious = (page: Page, id: string) =>
  changeRegistry(page, (registry) => {
    delete areaIn(registry, id).previous;
  });
