import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { matchesRoute, weightOf } from '../deploy/route-patterns.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c]!);

/** JSON that is safe inside a script element: nothing in it can end the element. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const areaOf = ({ areas }: Registry, pathname: string): AreaEntry | undefined => {
  const covering = areas.flatMap((area) =>
    area.routes
      .filter((route) => matchesRoute(route, pathname))
      .map((route) => ({ area, weight: weightOf(route) })),
  );
  return covering.sort((a, b) => b.weight - a.weight)[0]?.area;
};

/**
 * Scripts run only with an integrity and by a request with CORS (the page's integrity policy), whatever origin they are
 * on. A preload is used only when it asks exactly as the later request does.
 */
const guarded = (integrity: string | undefined) =>
  ` crossorigin="anonymous" integrity="${escapeHtml(integrity ?? '')}"`;

const preload = (href: string, integrity: string | undefined) =>
  `<link rel="preload" as="script" href="${escapeHtml(href)}"${guarded(integrity)}>`;

/** What the requested route needs: its area's files, and the shared packages that only some areas take. */
const areaPreloads = ({ registry, pathname, shell }: PageInput): string[] => {
  const area = registry && areaOf(registry, pathname);
  if (!area) return [];
  const shared = area.consumes
    .flatMap((request) => shell.shared[request] ?? [])
    .filter((file) => !shell.initial.includes(file));
  const isScript = (file: string) => file.endsWith('.js');
  return [
    ...[area.entry, ...area.preload.filter(isScript)].map((file) =>
      preload(area.base + file, area.integrity[file]),
    ),
    ...shared.filter(isScript).map((file) => preload(`/shell/${file}`, shell.integrity[file])),
  ];
};

const shellTag = ({ entry, integrity }: FileList, file: string): string => {
  const address = `/shell/${file}`;
  const guard = guarded(integrity[file]);
  if (file.endsWith('.css')) return `<link rel="stylesheet" href="${address}"${guard}>`;
  // A deferred script comes after all preloads otherwise, and everything waits for it.
  if (entry.includes(file)) return `<script defer fetchpriority="high" src="${address}"${guard}></script>`;
  return preload(address, integrity[file]);
};

const shellTags = (shell: FileList): string[] => shell.initial.map((file) => shellTag(shell, file));

/** What the shell's own chunks are checked against. */
const shellIntegrity = ({ integrity }: FileList) =>
  Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [`/shell/${file}`, hash]));

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;

/** A script that is served as it is, beside the bundles. */
export interface PlainScript {
  src: string;
  integrity: string;
}

const plainScript = ({ src, integrity }: PlainScript, attributes = '') =>
  `<script${attributes} src="${src}"${guarded(integrity)}></script>`;

export interface PageInput {
  nonce: string;
  pathname: string;
  /** Left out when it cannot be read: the page asks for it itself, and may remember a good one. */
  registry: Registry | undefined;
  shell: FileList;
  /** Public settings that the browser needs; nothing secret. */
  config: unknown;
  /** Runs before anything is painted. */
  colorMode: PlainScript;
  /** The live reload of development. */
  liveReload?: PlainScript | undefined;
}

/** The one page of the product: the registry written into it, and what the requested route needs preloaded. */
export const renderPage = (input: PageInput): string => {
  const { nonce, registry, shell, config, colorMode, liveReload } = input;
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
    plainScript(colorMode),
    ...(registry ? [data('readerlens-registry', registry)] : []),
    data('readerlens-integrity', shellIntegrity(shell)),
    ...shellTags(shell),
    ...areaPreloads(input),
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
