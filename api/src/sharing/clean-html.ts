import sanitizeHtml from 'sanitize-html';

/** What the editor offers: headings, bold, italic, links, lists and quotes. */
const tags = ['p', 'br', 'h2', 'h3', 'strong', 'em', 'a', 'ul', 'ol', 'li', 'blockquote'];

/** Other spellings of the same. */
const renamed = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', b: 'strong', i: 'em', div: 'p' };

export interface CleaningOptions {
  /** Changes the words of a text or of a link's address. */
  readonly words?: (text: string) => string;
}

const same = (text: string) => text;
const markup: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
export const plain = (escaped: string): string =>
  escaped.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => markup[entity] ?? entity);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * HTML with nothing but formatting left: no scripts, styles, pictures, frames or forms, and links to web and mail only.
 * Angle brackets stand around its tags and nowhere else.
 */
export const cleanHtml = (html: string, { words = same }: CleaningOptions = {}): string =>
  sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 24,
    transformTags: {
      ...renamed,
      a: (tagName, { href = '' }) => ({ tagName, attribs: { href: words(href) } }),
    },
  })
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : escaped(words(plain(part)))))
    .join('');

/** Clean HTML as text for readers without HTML. */
export const textOfHtml = (clean: string): string =>
  plain(
    clean
      .replace(/\s+/g, ' ')
      .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, href: string, text: string) =>
        text === href ? text : `${text} (${href})`,
      )
      .replace(/<li>(?:\s*<p>)?/g, '\n- ')
      .replace(/<br\s*\/?>/g, '\n')
      .replace(/<\/(?:p|h2|h3|blockquote|ul|ol)>/g, '\n\n')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
