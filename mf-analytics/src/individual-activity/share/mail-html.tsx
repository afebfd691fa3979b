import { createElement } from 'react';
import type { CSSProperties, ReactNode } from 'react';

/** What mails of the product are made of. Everything else is shown as its words. */
const elements = new Set(['p', 'br', 'div', 'h2', 'h3', 'strong', 'em', 'a', 'ul', 'ol', 'li', 'blockquote']);
const unseen = new Set(['script', 'style', 'template', 'head', 'title', 'iframe', 'object', 'noscript']);

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const styleAttribute = 'data-mail-style';

/** Tags keep their style under another name: the page's policy blocks, and reports, style in markup. */
const withHeldStyles = (html: string): string =>
  html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(' style="', ` ${styleAttribute}="`));

/** A style as an object, without anything that fetches. */
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
  return /^(https?:|mailto:)/i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
};

const contentOf = (node: Node): ReactNode[] => Array.from(node.childNodes, shown);

const shown = (node: Node, index: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.tagName.toLowerCase();
  if (unseen.has(name)) return null;
  if (!elements.has(name)) return contentOf(node);
  const attributes = { key: index, style: styleOf(node), ...(name === 'a' ? linkOf(node) : {}) };
  return name === 'br'
    ? createElement(name, { key: index })
    : createElement(name, attributes, ...contentOf(node));
};

/** A mail as its readers see it. Only what a mail of the product may hold becomes an element. */
export const MailHtml = ({ html }: { html: string }) => {
  const { body } = new DOMParser().parseFromString(withHeldStyles(html), 'text/html');
  return <div style={styleOf(body)}>{contentOf(body)}</div>;
};
