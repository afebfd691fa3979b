import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import type { FileList } from '../webpack/file-list-plugin.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c]!);

/** JSON that is safe inside a script element: nothing in it can end the element. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Whether a route pattern of the registry covers a path: ':x' is any segment, '*' the rest. */
const covers = (pattern: string, exact: boolean, pathname: string): boolean => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  const matches = wanted.every((part, i) => {
    if (part === '*') return true;
    if (part.endsWith('?')) return true;
    return part.startsWith(':') ? given[i] !== undefined : part === given[i];
  });
  return matches && (!exact || given.length <= wanted.length);
};

const areaOf = (registry: Registry, pathname: string): AreaEntry | undefined =>
  registry.areas.find((area) => area.routes.some((r) => covers(r.path, r.exact ?? false, pathname)));

/**
 * A preload is used only when it asks as the later request does: with credentials of the same kind (webpack says
 * `crossorigin` only for another origin) and with the same integrity (webpack's chunks have none).
 */
const preload = (href: string, integrity?: string) =>
  [
    `<link rel="preload" as="script" href="${escapeHtml(href)}"`,
    href.startsWith('/') ? '' : ' crossorigin="anonymous"',
    integrity ? ` integrity="${integrity}"` : '',
    '>',
  ].join('');

/** What the requested route needs: its area's files, and the shared packages that only some areas take. */
const areaPreloads = ({ registry, pathname, shell }: PageInput): string[] => {
  const area = areaOf(registry, pathname);
  if (!area) return [];
  const shared = area.consumes
    .flatMap((request) => shell.shared[request] ?? [])
    .filter((file) => !shell.initial.includes(file))
    .map((file) => `/shell/${file}`);
  const chunks = [...area.preload.map((file) => area.base + file), ...shared].filter((href) =>
    href.endsWith('.js'),
  );
  return [
    preload(area.base + area.entry, area.integrity[area.entry]),
    ...chunks.map((href) => preload(href)),
  ];
};

const shellTags = (files: FileList): string[] =>
  files.initial.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="/shell/${file}" integrity="${files.integrity[file]}">`
      : file.startsWith('main.')
        ? `<script defer src="/shell/${file}" integrity="${files.integrity[file]}"></script>`
        : preload(`/shell/${file}`),
  );

export interface PageInput {
  nonce: string;
  pathname: string;
  registry: Registry;
  shell: FileList;
  /** Public settings that the browser needs; nothing secret. */
  config: unknown;
  /** Adds the live reload of development. */
  liveReload?: boolean;
}

/** The one page of the product: the registry written into it, and what the requested route needs preloaded. */
export const renderPage = (input: PageInput): string => {
  const { nonce, registry, shell, config, liveReload } = input;
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
    '<script src="/color-mode.js"></script>',
    `<script type="application/json" id="readerlens-registry">${inlineJson(registry)}</script>`,
    ...shellTags(shell),
    ...areaPreloads(input),
    ...(liveReload ? ['<script defer src="/dev/live-reload.js"></script>'] : []),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>Readerlens needs JavaScript.</noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
