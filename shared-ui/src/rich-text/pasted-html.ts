import { richTextAliases, richTextElements } from '@readerlens/contract/rich-text';

const kept = new Set<string>([...richTextElements, ...Object.keys(richTextAliases)]);
const tag = /<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
const invisible = /<!--[\s\S]*?-->|<(script|style|head|template|iframe|noscript)\b[\s\S]*?<\/\1\s*>/gi;
/** Office programs put a paragraph into each table cell. */
const onlyParagraph =
  /(<t[dh]\b[^>]*>\s*)<(p|div)\b[^>]*>((?:(?!<\/?(?:p|div|ul|ol|table)\b)[\s\S])*)<\/\2>(?=\s*<\/t[dh]>)/gi;
/** The editor marks copies of its own content with `data-pm-slice`. */
const attribute = /\s(href|data-pm-slice)\s*=\s*("[^"]*"|'[^']*')/gi;

/**
 * Rich text has no tables: a row becomes a line, with a space between its cells. A cell with several paragraphs keeps
 * them, because layout tables hold whole letters.
 */
const replaceTablePart = (name: string, slash: string): string | undefined => {
  if (name === 'tr') return `<${slash}div>`;
  return /^t[dh]$/.test(name) ? slash && ' ' : undefined;
};

/**
 * Removes from clipboard HTML what rich text cannot contain. It works on the text: parsing would make the content security
 * policy report every style and handler, although the editor drops them anyway.
 */
export const cleanPasted = (html: string): string =>
  html
    .replace(invisible, '')
    .replace(onlyParagraph, '$1$3')
    .replace(tag, (_, slash: string, written: string, attributes: string) => {
      const name = written.toLowerCase();
      const attributesKept = slash ? [] : [...attributes.matchAll(attribute)].map(([text]) => text);
      return (
        replaceTablePart(name, slash) ?? (kept.has(name) ? `<${slash}${name}${attributesKept.join('')}>` : '')
      );
    });
