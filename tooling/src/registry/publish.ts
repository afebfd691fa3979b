import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaDescription, AreaEntry, AreaVersion, Registry } from '@readerlens/contract/registry';
import { containerName } from '../webpack/area.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const registryFile = (site: string) => path.join(site, 'registry.json');

/** The registry of a site folder; empty before the first deploy. */
export const readRegistry = (site: string): Registry =>
  existsSync(registryFile(site)) ? (readJson(registryFile(site)) as Registry) : { areas: [] };

/** Replaces the registry in one step: a reader sees the old one or the new one. */
const writeRegistry = (site: string, registry: Registry) => {
  const draft = `${registryFile(site)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(registry, null, 2));
  renameSync(draft, registryFile(site));
};

/** Copies a build to its immutable folder; a half-copied folder never carries the final name. */
const upload = (dist: string, target: string) => {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(dist, draft, { recursive: true });
  renameSync(draft, target);
};

const versionOf = (files: FileList): string =>
  createHash('sha256').update(JSON.stringify(files.integrity)).digest('hex').slice(0, 12);

/** What the registry says of a build of the area `id`. */
const describe = (id: string, files: FileList): AreaVersion => {
  const version = versionOf(files);
  return {
    version,
    container: containerName(id),
    base: `/areas/${id}/${version}/`,
    entry: 'remoteEntry.js',
    module: './area',
    preload: files.initial.filter((file) => file !== 'remoteEntry.js'),
    consumes: files.consumes,
    integrity: files.integrity,
  };
};

const sameVersion = (a: AreaVersion, b: AreaVersion) => a.version === b.version;

const previousOf = (known: AreaEntry | undefined, next: AreaVersion): AreaVersion | undefined => {
  if (!known) return undefined;
  if (sameVersion(known, next)) return known.previous;
  const { version, container, base, entry, module, preload, consumes, integrity } = known;
  return { version, container, base, entry, module, preload, consumes, integrity };
};

/**
 * Puts the build of the package folder `dir` (with its area.json) into the site folder and switches the
 * registry to it. Older versions stay, for pages that still run them and for falling back.
 */
export const publishArea = (site: string, dir: string): AreaEntry => {
  const area = readJson(path.join(dir, 'area.json')) as AreaDescription;
  const next = describe(area.id, readJson(path.join(dir, 'dist', 'files.json')) as FileList);
  upload(path.join(dir, 'dist'), path.join(site, 'areas', area.id, next.version));
  const registry = readRegistry(site);
  const known = registry.areas.find(({ id }) => id === area.id);
  const previous = previousOf(known, next);
  const entry: AreaEntry = { ...area, ...next, ...(previous ? { previous } : {}) };
  const areas = [...registry.areas.filter(({ id }) => id !== area.id), entry];
  writeRegistry(site, { areas: areas.sort((a, b) => a.id.localeCompare(b.id)) });
  return entry;
};

/** Takes areas out of the registry whose package no longer exists. */
export const retainAreas = (site: string, ids: readonly string[]) => {
  const registry = readRegistry(site);
  const areas = registry.areas.filter(({ id }) => ids.includes(id));
  if (areas.length < registry.areas.length) writeRegistry(site, { areas });
};
