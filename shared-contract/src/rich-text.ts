/** HTML elements of rich text: what the editor writes, the server keeps and pages show. */
export const richTextElements = [
  'p',
  'br',
  'h2',
  'h3',
  'strong',
  'em',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
] as const;

/** Other elements with the same meaning, and what they become. */
export const richTextAliases = {
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  b: 'strong',
  i: 'em',
  div: 'p',
} as const;

/** URL schemes that links in rich text may have. */
export const richTextSchemes = ['http', 'https', 'mailto'] as const;

const allowedAddress = new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i');

export const isRichTextLink = (href: string): boolean => allowedAddress.test(href);
