import { isAreaEntry } from '@readerlens/contract/area-entry';
import { publicPaths } from '@readerlens/contract/registry';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { matchesRoute, computeSpecificity } from '../area/route-patterns.ts';
import { listPreloaded } from './preloaded-packages.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';
import { expectsCanary } from './served-canaries.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c]!);

/** JSON that is safe inside a script element: nothing in it can end the element. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Invalid entries are left to the page, which shows them as not available. */
const findArea = ({ areas }: Registry, pathname: string): AreaEntry | undefined => {
  const matches = areas
    .filter(isAreaEntry)
    .flatMap((area) =>
      area.routes
        .filter((route) => matchesRoute(route, pathname))
        .map((route) => ({ area, specificity: computeSpecificity(route) })),
    );
  return matches.sort((a, b) => b.specificity - a.specificity)[0]?.area;
};

/**
 * The page's integrity policy requires an integrity and a CORS request for every script, on any origin. A preload is
 * reused only if its attributes match those of the later request.
 */
const integrityAttributes = (integrity: string | undefined) =>
  ` crossorigin="anonymous" integrity="${escapeHtml(integrity ?? '')}"`;

const preload = (href: string, integrity: string | undefined) =>
  `<link rel="preload" as="script" href="${escapeHtml(href)}"${integrityAttributes(integrity)}>`;

/**
 * A script that only registers modules, so that it may run before the code that uses them. The browser compiles it
 * while it arrives; a preloaded one would be compiled when it is requested. By default, it would load after all preloads.
 */
const modules = (href: string, integrity: string | undefined) =>
  `<script async fetchpriority="high" src="${escapeHtml(href)}"${integrityAttributes(integrity)}></script>`;

const isScript = (file: string) => file.endsWith('.js');

/** The requested route: the pages without a session, or its area's files and the on-demand shared packages that the area imports. */
const routeTags = ({ registry, pathname, shell, cookies }: PageInput): string[] => {
  const ofShell = (files: readonly string[]) =>
    files.filter(isScript).map((file) => modules(`/shell/${file}`, shell.integrity[file]));
  if (publicPaths.some((path) => matchesRoute({ path, exact: true }, pathname)))
    return ofShell(shell.publicPages ?? []);
  const area = registry && findArea(registry, pathname);
  if (!area) return [];
  const shared = listPreloaded(shell, area.consumes).filter((file) => !shell.initial.includes(file));
  const isCanary = area.canary && expectsCanary(cookies, area.id, area.canary);
  const { base, entry, preload: first, integrity } = (isCanary && area.canary) || area;
  return [
    // Not run by the page: a preview may replace this version.
    ...[entry, ...first.filter(isScript)].map((file) => preload(base + file, integrity[file])),
    ...ofShell(shared),
  ];
};

const shellTag = ({ entry, integrity }: FileList, file: string): string => {
  const address = `/shell/${file}`;
  const attributes = integrityAttributes(integrity[file]);
  if (file.endsWith('.css')) return `<link rel="stylesheet" href="${address}"${attributes}>`;
  if (entry.includes(file))
    return `<script defer fetchpriority="high" src="${address}"${attributes}></script>`;
  return modules(address, integrity[file]);
};

const shellTags = (shell: FileList): string[] => shell.initial.map((file) => shellTag(shell, file));

/** Integrity of the shell's chunks by path. */
const shellIntegrity = ({ integrity }: FileList) =>
  Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [`/shell/${file}`, hash]));

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;

/** A script outside the bundles, served unchanged. */
export interface PlainScript {
  src: string;
  integrity: string;
}

const plainScript = ({ src, integrity }: PlainScript, attributes = '') =>
  `<script${attributes} src="${src}"${integrityAttributes(integrity)}></script>`;

export interface PageInput {
  nonce: string;
  pathname: string;
  /** As the browser sent them. */
  cookies?: string | undefined;
  /** Undefined if it cannot be read; the page then fetches it, or uses the last one it stored. */
  registry: Registry | undefined;
  shell: FileList;
  /** Public settings for the browser; nothing secret. */
  config: unknown;
  /** Runs before anything is painted. */
  pageStart: PlainScript;
  /** Live reload script, in development. */
  liveReload?: PlainScript | undefined;
}

/** Renders the HTML page with the registry inlined and the files of the requested route. */
export const renderPage = (input: PageInput): string => {
  const { nonce, registry, shell, config, pageStart, liveReload } = input;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Readerlens</title>',
    '<meta name="description" content="How readers engage with your content.">',
    `<meta name="csp-nonce" content="${nonce}">`,
    `<meta name="readerlens-config" content="${escapeHtml(JSON.stringify(config))}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    plainScript(pageStart),
    ...(registry ? [data('readerlens-registry', registry)] : []),
    data('readerlens-integrity', shellIntegrity(shell)),
    ...shellTags(shell),
    ...routeTags(input),
    ...(liveReload ? [plainScript(liveReload, ' defer')] : []),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>Readerlens needs JavaScript.</noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
