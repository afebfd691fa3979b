import { richTextAliases, richTextElements, richTextSchemes } from '@readerlens/contract/rich-text';
import sanitizeHtml from 'sanitize-html';

export interface CleaningOptions {
  /** Changes text nodes and link addresses. */
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
 * HTML reduced to formatting: no scripts, styles, pictures, frames or forms; links only to web and mail addresses.
 * Angle brackets occur only around tags.
 */
export const cleanHtml = (html: string, { words = same }: CleaningOptions = {}): string =>
  sanitizeHtml(html, {
    allowedTags: [...richTextElements],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: [...richTextSchemes],
    allowProtocolRelative: false,
    nestingLimit: 24,
    transformTags: {
      ...richTextAliases,
      a: (tagName, { href = '' }) => ({ tagName, attribs: { href: words(href) } }),
    },
  })
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part : escaped(words(plain(part)))))
    .join('');

/** Clean HTML as plain text. */
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
      .replace(/<[^<>]+>/g, ''),
  )
    .replace(/(?<![^\S\n])[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
