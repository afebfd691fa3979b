import { isRichTextLink, richTextElements } from '@readerlens/contract/rich-text';
import { createElement } from 'react';
import type { CSSProperties, ReactNode } from 'react';

/** Only the text of all other elements is shown. Mails also contain styled `div`s. */
const elements = new Set<string>([...richTextElements, 'div']);
const invisible = new Set(['script', 'style', 'template', 'head', 'title', 'iframe', 'object', 'noscript']);

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const styleAttribute = 'data-held-style';

/** Without style sheets, and with renamed style attributes: the content security policy blocks and reports both in parsed markup. */
const renameStyles = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(' style="', ` ${styleAttribute}="`));

/** The renamed style as an object, without rules that fetch something. */
const styleOf = (element: Element): CSSProperties => {
  const rules = (element.getAttribute(styleAttribute) ?? '').split(';').map((rule) => rule.split(':'));
  return Object.fromEntries(
    rules.flatMap(([name = '', value]) =>
      value === undefined || /url\(/i.test(value) ? [] : [[camelCase(name.trim()), value.trim()]],
    ),
  );
};

const linkOf = (element: Element) => {
  const href = element.getAttribute('href') ?? '';
  return isRichTextLink(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
};

const contentOf = (node: Node): ReactNode[] => Array.from(node.childNodes, toElement);

const toElement = (node: Node, index: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.tagName.toLowerCase();
  if (invisible.has(name)) return null;
  if (!elements.has(name)) return contentOf(node);
  const attributes = { key: index, style: styleOf(node), ...(name === 'a' ? linkOf(node) : {}) };
  return name === 'br'
    ? createElement(name, { key: index })
    : createElement(name, attributes, ...contentOf(node));
};

/** Shows a mail or rich text as React elements. Elements outside the allowed list are shown as their text. */
export const HtmlContent = ({ html }: { html: string }) => {
  const { body } = new DOMParser().parseFromString(renameStyles(html), 'text/html');
  return <div style={styleOf(body)}>{contentOf(body)}</div>;
};
