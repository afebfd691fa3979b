import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { AreaBundle } from './area-bundles.ts';
import { areaIn, inlineRegistry, liveArea, liveRegistry } from './areas.ts';
import type { Area, AreaVersion, Registry } from './areas.ts';

const repository = path.resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** A local area store that tests deploy to. */
export interface Site {
  dir: string;
  /** Deploys the area in a package folder with the real command, checked against the running product. */
  deploy: (packageDir: string) => Promise<void>;
  registry: () => Registry;
  remove: () => void;
}

/** The id of the store of the running product, which a deploy compares with that of its own. */
const fetchStoreId = async (shell: string): Promise<string> => {
  const { reads } = (await (await fetch(new URL('/shell/files.json', shell))).json()) as {
    reads: { storeId: string };
  };
  return reads.storeId;
};

/**
 * Creates a site, empty or with the registry of the running product (without its files). Deploys to it count as deploys
 * to the store of that product.
 */
export const newSite = (shell: string, registry?: Registry): Site => {
  const dir = mkdtempSync(path.join(tmpdir(), 'readerlens-site-'));
  const file = path.join(dir, 'registry.json');
  if (registry) writeFileSync(file, JSON.stringify(registry));
  const command = path.join(repository, 'tooling', 'bin', 'run.mjs');
  return {
    dir,
    deploy: async (packageDir) => {
      writeFileSync(path.join(dir, 'store-id.txt'), await fetchStoreId(shell));
      await run(process.execPath, [command, 'deploy-remote', packageDir, '--to', dir, '--shell', shell]);
    },
    registry: () => JSON.parse(readFileSync(file, 'utf8')) as Registry,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
};

const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the files of a site to the page, in addition to the server's. */
export const serveSite = (page: Page, { dir }: Site) =>
  page.route(/\/areas\//, async (route) => {
    const file = path.join(dir, new URL(route.request().url()).pathname);
    if (!existsSync(file)) await route.fallback();
    else await route.fulfill({ path: file, contentType: contentTypes[path.extname(file)] ?? 'text/plain' });
  });

/** Makes the page use the current registry and files of a site. */
export const showSite = async (page: Page, site: Site) => {
  const { registry } = site;
  await page.route('**/registry.json', (route) => route.fulfill({ json: { areas: registry().areas } }));
  await inlineRegistry(page, () => JSON.stringify({ areas: registry().areas }));
  await serveSite(page, site);
};

/** The scripts and styles of a version deployed to a site. */
export const siteFiles = ({ dir }: Site, { base, integrity }: AreaVersion): Record<string, string> =>
  Object.fromEntries(
    Object.keys(integrity).map((file) => [file, readFileSync(path.join(dir, base, file), 'utf8')]),
  );

/** The store of the running product. */
const liveStore = () => process.env.AREAS_STORE ?? path.join(repository, '.cache', 'site');

/**
 * Adds an area to the registry of the running product, for tests of what the server does with it. Its files need not be
 * in the store. Returns a function that removes it.
 */
export const registerArea = (area: Area): (() => void) => {
  const file = path.join(liveStore(), 'registry.json');
  const write = (change: (areas: Area[]) => Area[]) => {
    const registry = JSON.parse(readFileSync(file, 'utf8')) as Registry;
    const written = `${file}.${area.id}`;
    writeFileSync(written, JSON.stringify({ ...registry, areas: change(registry.areas) }, null, 2));
    renameSync(written, file);
  };
  const without = (areas: Area[]) => areas.filter(({ id }) => id !== area.id);
  write((areas) => [...without(areas), area]);
  return () => write(without);
};

/**
 * Adds a version to the store of the running product, because the API drops reports of unknown versions. Returns a
 * function that removes it.
 */
export const registerVersion = (id: string, version: string): (() => void) => {
  const dir = path.join(liveStore(), 'areas', id, version);
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'area.json'), '{}');
  return () => rmSync(dir, { recursive: true });
};

/** The manifest of a version, with the shared packages that it requires. */
export interface Manifest extends Area {
  requires: Record<string, string>;
}

/** The manifest of an area's live version in the running product. */
export const liveManifest = async (page: Page, id: string): Promise<Manifest> => {
  const { base } = await liveArea(page, id);
  return (await (await page.request.get(`${base}area.json`)).json()) as Manifest;
};

/** The manifest of an area's live version on a site. */
export const siteManifest = ({ dir, registry }: Site, id: string): Manifest => {
  const { base } = areaIn(registry(), id);
  return JSON.parse(readFileSync(path.join(dir, base, 'area.json'), 'utf8')) as Manifest;
};

/** Writes a bundle as a built package, with area.json and dist/. Returns its folder. */
export const writePackage = (manifest: Manifest, { version, files }: AreaBundle): string => {
  const dir = mkdtempSync(path.join(tmpdir(), 'readerlens-package-'));
  const { id, name, routes, navigation, requires } = manifest;
  writeFileSync(path.join(dir, 'area.json'), JSON.stringify({ id, name, routes, navigation }));
  mkdirSync(path.join(dir, 'dist'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(dir, 'dist', file), text);
  const { container, entry, preload, consumes, integrity } = version;
  const initial = [entry, ...preload];
  const list = {
    container,
    entry: [entry],
    initial,
    shared: {},
    provides: {},
    consumes,
    requires,
    integrity,
  };
  writeFileSync(path.join(dir, 'dist', 'files.json'), JSON.stringify(list));
  return dir;
};

/** Sources of the area for tests. */
export const sampleArea = path.join(repository, 'e2e', 'sample-area');

/** Creates a site with the registry of the running product and makes the page use it. */
export const siteFor = async (page: Page, shell: string): Promise<Site> => {
  const site = newSite(shell, await liveRegistry(page));
  await showSite(page, site);
  return site;
};
