/** What a mail can be made of, and other spellings of it. */
const kept = /^(?:p|br|div|h[1-6]|strong|b|em|i|a|ul|ol|li|blockquote)$/;
const tag = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const unseen = /<!--[\s\S]*?-->|<(script|style|head|template|iframe|noscript)\b[\s\S]*?<\/\1\s*>/gi;
/** Office programs have a paragraph in each cell. */
const onlyParagraph =
  /(<t[dh]\b[^>]*>\s*)<(p|div)\b[^>]*>((?:(?!<\/?(?:p|div|ul|ol|table)\b)[\s\S])*)<\/\2>(?=\s*<\/t[dh]>)/gi;
/** `data-pm-slice` tells the editor how a piece of its own was cut. */
const attribute = /\s(href|data-pm-slice)\s*=\s*("[^"]*"|'[^']*')/gi;

/**
 * A mail has no tables: a row is a line, with a space between its cells. A cell with several paragraphs keeps them, as
 * tables that are there for the layout hold whole letters.
 */
const ofTable = (name: string, slash: string): string | undefined => {
  if (name === 'tr') return `<${slash}div>`;
  return /^t[dh]$/.test(name) ? slash && ' ' : undefined;
};

/**
 * HTML of the clipboard without what a mail cannot have. It is cleaned as text: the page's policy reports styles and
 * handlers of whatever is parsed, and the editor keeps none of them anyhow.
 */
export const cleanPasted = (html: string): string =>
  html
    .replace(unseen, '')
    .replace(onlyParagraph, '$1$3')
    .replace(tag, (_, slash: string, written: string, attributes: string) => {
      const name = written.toLowerCase();
      const held = slash ? [] : [...attributes.matchAll(attribute)].map(([text]) => text);
      return ofTable(name, slash) ?? (kept.test(name) ? `<${slash}${name}${held.join('')}>` : '');
    });
